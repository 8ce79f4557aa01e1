import Agents
import Env2048

/// An agent that is ready to play: a baseline by name, or what a file holds.
public struct LoadedAgent: Sendable {
  /// What it is, such as `random` or `ntuple 4x6`.
  public let name: String
  /// The file its weights came from; `nil` for a baseline.
  public private(set) var file: String?
  /// The run that the file belongs to, if the agent was named by its folder.
  public private(set) var folder: RunFolder?
  /// The rules it was trained under.
  public let rules: Rules
  private let mind: AgentMind

  /// The names of the agents that need no file.
  public static let baselines = ["random", "greedy", "heuristic"]

  /// The search of `heuristic` unless another is asked for.
  public static let heuristicSearch = SearchMethod.expectimax(
    SearchConfiguration(limit: .nodes(32_768)))

  /// Finds an agent.
  ///
  /// - Parameters:
  ///   - name: `random`, `greedy`, `heuristic`, the folder of a run, a
  ///     checkpoint or a weight file of TDL2048.
  ///   - search: How it looks ahead.
  ///   - shape: The shape of the board, for `random` and `greedy`; the others
  ///     have one of their own.
  /// - Throws: What is wrong with folder, file or search.
  public init(
    named name: String, search: SearchSettings = SearchSettings(), shape: BoardShape = .standard
  ) throws {
    switch name {
    case "random":
      guard search.isEmpty else { throw LoadedAgentError.noSearch(agent: name) }
      self.init(name, Rules(shape: shape), .random(shape))
    case "greedy":
      let rules = Rules(shape: shape)
      let mind =
        shape == .standard
        ? try AgentMind(ZeroValue<Board>(), search, rules: rules)
        : try AgentMind(ZeroValue<Grid>(), search, rules: rules)
      self.init(name, rules, mind)
    case "heuristic":
      let rules = Rules()
      let mind = try AgentMind(
        RowHeuristic(), search, otherwise: Self.heuristicSearch, rules: rules)
      self.init(name, rules, mind)
    default:
      guard try FileSystem.status(of: name) != nil else {
        throw LoadedAgentError.unknown(name: name)
      }
      try self.init(try AgentFile(named: name), search)
    }
  }

  private init(_ name: String, _ rules: Rules, _ mind: AgentMind) {
    self.name = name
    self.rules = rules
    self.mind = mind
  }

  /// Makes the agent that a file holds: the place where a new kind joins.
  private init(_ file: consuming AgentFile, _ search: SearchSettings) throws {
    switch file.kind {
    case NTupleCheckpoint.kind: try self.init(ntuple: file, search)
    case MLPCheckpoint.kind: try self.init(mlp: file, search)
    case DQNTraining.kind: try self.init(dqn: file, search)
    default:
      throw CheckpointError.wrongKind(
        path: file.path, expected: Self.kinds.joined(separator: ", "), found: file.kind)
    }
    self.file = file.path
    folder = file.folder
  }

  /// The kinds of files that hold agents.
  private static let kinds = [NTupleCheckpoint.kind, MLPCheckpoint.kind, DQNTraining.kind]

  private init(mlp file: borrowing AgentFile, _ search: SearchSettings) throws {
    let (network, rules) = try file.network(kind: MLPCheckpoint.kind)
    self.init(
      "mlp \(network.configuration)", rules, try AgentMind(network, search, rules: rules))
  }

  private init(dqn file: borrowing AgentFile, _ search: SearchSettings) throws {
    let (network, rules) = try file.network(kind: DQNTraining.kind)
    let name = "dqn \(network.configuration)"
    guard search.isEmpty else { throw LoadedAgentError.noSearch(agent: name) }
    self.init(name, rules, AgentMind(DQNPolicy(network), rules: rules))
  }

  private init(ntuple file: borrowing AgentFile, _ search: SearchSettings) throws {
    let structure = try file.ntupleStructure()
    let rules = try file.ntupleRules()
    func mind<State: NTupleState & SearchState>(on board: State.Type) throws -> AgentMind {
      let network = try file.ntupleNetwork(makingSums: false, for: State.self)
      return try AgentMind(network, search, rules: rules)
    }
    self.init(
      "ntuple \(structure.label)", rules,
      structure.shape == .standard ? try mind(on: Board.self) : try mind(on: Grid.self))
  }
}

extension LoadedAgent {
  /// How it finds its moves; `nil` if by chance.
  public var search: SearchDescription? { mind.search }

  /// Its name, and how far it looks ahead if it does: `ntuple 4x6, 3-ply`.
  public var title: String { [name, search?.label].compactMap(\.self).joined(separator: ", ") }

  /// Plays whole games.
  public var player: any GamePlayer { mind.player }

  /// What its searches have taken so far; `nil` if it does not count.
  public var effort: SearchEffort? { mind.effort?() }

  /// Whether it weighs actions; one that does not plays by chance.
  public var weighsActions: Bool { mind.weigh != nil }

  /// Weighs the legal actions of a board.
  ///
  /// - Throws: `BoardError` for a board of another shape than the agent's;
  ///   `LoadedAgentError.noValues` if the agent weighs no actions.
  public func actionValues(of board: some BoardState) throws -> [ActionValue] {
    guard let weigh = mind.weigh else { throw LoadedAgentError.noValues(agent: name) }
    return try weigh(board)
  }
}
