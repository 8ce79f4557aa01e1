import Agents
import Console
import Env2048
import Experiments

/// The options of every program that lets an agent look ahead.
public enum SearchOptions {
  /// All of them, for the help.
  public static let group = OptionGroup(
    "Search; at most one of --ply, --nodes and --milliseconds", plies, nodes, milliseconds, cutOff,
    tableBits, downgrade, minimax, symmetries)

  private static let plies = CommandOption<Int?>(
    "ply", short: "p", placeholder: "COUNT",
    help: "look so many of the agent's own moves ahead; 1 weighs the next move only",
    otherwise: "1; for heuristic --nodes 32768",
    as: .count(in: 1...SearchConfiguration.maximumPlies))
  private static let nodes = CommandOption<Int?>(
    "nodes", placeholder: "COUNT",
    help: "look ahead ply by ply, until one has met more than half so many afterstates",
    otherwise: "no budget", as: .count)
  private static let milliseconds = CommandOption<Int?>(
    "milliseconds", placeholder: "COUNT", help: "look ahead ply by ply, for so long a move",
    otherwise: "no budget", as: .count(in: 1...3_600_000))
  private static let cutOff = CommandOption(
    "cut-off", placeholder: "PROBABILITY",
    help: "do not look behind new tiles that are less probable together", default: Float(0),
    as: .real(in: 0...0.5))
  private static let tableBits = CommandOption(
    "table-bits", placeholder: "COUNT",
    help: "keep 2^COUNT boards in each thread's transposition table, 0 for none", default: 16,
    as: .count(in: 0...SearchConfiguration.maximumTableBits))
  private static let downgrade = CommandOption<Int?>(
    "downgrade", placeholder: "TILE",
    help: "from this largest tile on, show the agent smaller tiles, which it knows better",
    otherwise: "never", as: .tile)
  private static let minimax = CommandOption(
    flag: "minimax", help: "expect the worst new tiles, not all; needs --ply")

  private static let symmetries = CommandOption(
    flag: "symmetries",
    help: "value a board by the mean over its rotations and reflections; for agents that do not "
      + "know them to be equal, as mlp")

  /// Finds the agent that a command line names and lets it search as that says.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - shape: The shape of the board, where the name leaves it open.
  ///   - threads: How many threads will search side by side.
  ///   - parsed: The command line.
  /// - Throws: `UsageError` for options that contradict each other or the
  ///   agent; what is wrong with the agent.
  public static func agent(
    named name: String, shape: BoardShape, threads: Int = 1, _ parsed: ParsedCommand
  ) throws -> LoadedAgent {
    var settings = try settings(parsed)
    settings.threads = threads
    do {
      return try LoadedAgent(named: name, search: settings, shape: shape)
    } catch LoadedAgentError.noSearch {
      throw parsed.contradiction(
        "'\(given(parsed)[0])' and '\(name)': it plays by chance and weighs nothing; "
          + "expected another agent")
    }
  }

  /// The settings that a command line asks for.
  static func settings(_ parsed: ParsedCommand) throws(UsageError) -> SearchSettings {
    let limits: [(option: String, limit: SearchLimit)] = [
      parsed[plies].map { ("--ply", .plies($0)) },
      parsed[nodes].map { ("--nodes", .nodes($0)) },
      parsed[milliseconds].map { ("--milliseconds", .milliseconds($0)) },
    ].compactMap(\.self)
    if limits.count > 1 {
      throw parsed.contradiction(
        "'\(limits[0].option)' and '\(limits[1].option)': expected only one of them")
    }
    let method = try method(limits.first?.limit, parsed)
    return SearchSettings(
      method: method, downgradingTile: parsed[downgrade], averagesSymmetries: parsed[symmetries])
  }

  private static func method(
    _ limit: SearchLimit?, _ parsed: ParsedCommand
  ) throws(UsageError) -> SearchMethod? {
    let refinement = refinements(parsed).first
    guard !parsed[minimax] else {
      guard case .plies(let plies) = limit else {
        let other = limit == nil ? "" : " and '\(given(parsed)[0])'"
        throw parsed.contradiction("'--minimax'\(other): expected '--ply' with it")
      }
      if let refinement {
        throw parsed.contradiction("'--minimax' and '\(refinement)': only expectimax has that")
      }
      return .minimax(plies: plies)
    }
    guard let limit else {
      if let refinement {
        throw parsed.contradiction(
          "'\(refinement)': expected '--ply', '--nodes' or '--milliseconds' with it")
      }
      return nil
    }
    if limit == .plies(1) { return .greedy }
    return .expectimax(
      SearchConfiguration(
        limit: limit, minimumProbability: parsed[cutOff], tableBits: parsed[tableBits]))
  }

  /// The options given that refine expectimax.
  private static func refinements(_ parsed: ParsedCommand) -> [String] {
    names([(cutOff.name, parsed.isGiven(cutOff)), (tableBits.name, parsed.isGiven(tableBits))])
  }

  /// All options given, as the user types them.
  private static func given(_ parsed: ParsedCommand) -> [String] {
    names([
      (plies.name, parsed.isGiven(plies)), (nodes.name, parsed.isGiven(nodes)),
      (milliseconds.name, parsed.isGiven(milliseconds)), (minimax.name, parsed.isGiven(minimax)),
      (downgrade.name, parsed.isGiven(downgrade)), (symmetries.name, parsed[symmetries]),
    ])
  }

  private static func names(_ options: [(name: String, isGiven: Bool)]) -> [String] {
    options.filter(\.isGiven).map { "--\($0.name)" }
  }
}

extension ValueParser where Value == Int {
  /// A tile that can be made by merging.
  public static var tile: ValueParser {
    ValueParser(expecting: "a tile from 4 up, such as 2048", describe: \.description) { text in
      Int(text).flatMap { Tile.exponent(ofFaceValue: $0).map { $0 >= 2 } == true ? $0 : nil }
    }
  }
}
