import Agents
import Env2048

/// An agent that is ready to play: a baseline by name, or what a file holds.
public struct LoadedAgent: Sendable {
  /// What it is, such as `random` or `ntuple 012345,456789 …`.
  public let name: String
  /// The file its weights came from; `nil` for a baseline.
  public let file: String?
  /// The rules it was trained under.
  public let rules: Rules
  /// The layers of its own moves that it looks ahead; 1 is greedy.
  public let ply: Int
  /// Plays whole games.
  public let player: any GamePlayer
  /// The run that the file belongs to, if the agent was named by its folder.
  public private(set) var folder: RunFolder?
  private let weigh: (@Sendable (String) throws -> [ActionValue])?

  /// The names of the agents that need no file.
  public static let baselines = ["random", "greedy"]

  /// Finds an agent.
  ///
  /// - Parameters:
  ///   - name: `random`, `greedy`, the folder of a run, or a checkpoint file.
  ///   - shape: The shape of the board, for a baseline.
  /// - Throws: What is wrong with folder or file.
  public init(named name: String, shape: BoardShape = .standard) throws {
    switch name {
    case "random": self.init(baseline: name, shape, RandomPolicy<Board>(), RandomPolicy<Grid>())
    case "greedy":
      self.init(baseline: name, shape, GreedyRewardPolicy<Board>(), GreedyRewardPolicy<Grid>())
    default:
      guard let status = try FileSystem.status(of: name) else {
        throw LoadedAgentError.unknown(name: name)
      }
      guard status.kind == .directory else {
        try self.init(file: name)
        return
      }
      let folder = RunFolder(name)
      try folder.check()
      // The checkpoint is never older than the weights saved to play with.
      try self.init(file: folder.hasCheckpoint ? folder.checkpointFile : folder.weightsFile)
      self.folder = folder
    }
  }

  /// Weighs the legal actions of a board.
  ///
  /// - Parameter board: Face values, as `BoardState.init(text:)` reads them.
  /// - Throws: `BoardError` for text that is no board of the agent's shape;
  ///   `LoadedAgentError` if the agent does not value boards.
  public func actionValues(_ board: String) throws -> [ActionValue] {
    guard let weigh else { throw LoadedAgentError.noValues(agent: name) }
    return try weigh(board)
  }

  private init(
    baseline name: String, _ shape: BoardShape, _ onBoard: some Policy<Board>,
    _ onGrid: some Policy<Grid>
  ) {
    self.name = name
    file = nil
    rules = Rules(shape: shape)
    ply = 1
    player = shape == .standard ? PolicyPlayer(onBoard) : PolicyPlayer(onGrid)
    weigh = nil
  }

  private init(file: String) throws {
    let reader = try SafetensorsReader(opening: file)
    let structure = try NTupleCheckpoint.configuration(of: reader)
    let rules = try reader.decode(Rules.self, forKey: NTupleCheckpoint.rulesKey)
    let patterns = structure.patterns.map(\.description).joined(separator: ",")
    let name = "ntuple \(structure.name ?? patterns)"
    if structure.shape == .standard {
      let network: NTupleNetwork<Board> = try NTupleCheckpoint.network(from: reader)
      self.init(name: name, file: file, rules: rules, value: network)
    } else {
      let network: NTupleNetwork<Grid> = try NTupleCheckpoint.network(from: reader)
      self.init(name: name, file: file, rules: rules, value: network)
    }
  }

  private init<Value: AfterstateValue>(name: String, file: String?, rules: Rules, value: Value) {
    self.name = name
    self.file = file
    self.rules = rules
    ply = 1
    player = PolicyPlayer(GreedyPolicy(value))
    weigh = { text in
      let board = try Value.State(text: text)
      guard board.shape == rules.shape else {
        throw BoardError.unsupportedShape(board.shape, expected: rules.shape)
      }
      return value.actionValues(of: board)
    }
  }
}

/// An agent that is not there, or cannot do what it is asked for.
public enum LoadedAgentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No agent, folder or file has that name.
  case unknown(name: String)
  /// The agent chooses actions without valuing boards.
  case noValues(agent: String)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .unknown(let name):
      "Agent '\(name)' does not exist: expected \(LoadedAgent.baselines.joined(separator: ", ")), "
        + "the folder of a run or a checkpoint file."
    case .noValues(let agent):
      "Agent '\(agent)' does not value boards: expected a trained one, a run folder or a file."
    }
  }
}
