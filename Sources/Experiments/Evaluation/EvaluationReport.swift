import Agents
import Env2048

/// How an agent is evaluated.
public struct EvaluationSettings: Sendable {
  /// The number of games, at least 1.
  public var games: Int
  /// Game i is played with seed + i.
  public var seed: UInt64
  /// The number of threads.
  public var threads: Int

  /// Creates settings.
  public init(games: Int = 10_000, seed: UInt64 = 1, threads: Int = 1) {
    self.games = games
    self.seed = seed
    self.threads = threads
  }
}

/// The result of an evaluation: the contents of `evaluation.json`.
public struct EvaluationReport: Codable, Sendable {
  /// The version of this file's layout.
  public var formatVersion = 1
  /// What played, such as `ntuple 4x6`.
  public let agent: String
  /// The file its weights came from, if any.
  public let checkpoint: String?
  /// The layers of its own moves that it looked ahead; `nil` if a budget, or
  /// chance, set no number.
  public let ply: Int?
  /// How it found its moves; `nil` if by chance, and in reports of versions
  /// that knew no search.
  public let search: SearchDescription?
  /// The mean number of afterstates valued for a move, where it was counted.
  public let nodesPerMove: Double?
  /// The mean number of plies searched to the end, where it was counted.
  public let pliesPerMove: Double?
  /// The rules of the games.
  public let rules: Rules
  /// Game i was played with seed + i.
  public let seed: UInt64
  /// The number of threads.
  public let threads: Int
  /// The seconds it took.
  public let seconds: Double
  /// Moves a second, of all threads together.
  public let movesPerSecond: Double
  /// Scores and tiles.
  public let summary: ScoreSummary
  /// Command, version, commit, date and machine.
  public let provenance: ProvenanceRecord

  /// Sums up games.
  ///
  /// - Precondition: There is at least one result.
  public init(
    of player: LoadedAgent, settings: EvaluationSettings, results: [GameResult],
    seconds: Double, provenance: ProvenanceRecord
  ) {
    agent = player.name
    checkpoint = player.file
    ply = player.search?.plies
    search = player.search
    nodesPerMove = player.effort?.nodesPerMove
    pliesPerMove = player.effort?.pliesPerMove
    rules = player.rules
    seed = settings.seed
    threads = settings.threads
    self.seconds = seconds
    let moves = results.reduce(0) { $0 + $1.moves }
    movesPerSecond = seconds > 0 ? Double(moves) / seconds : 0
    summary = ScoreSummary(results)
    self.provenance = provenance
  }

  /// Finds out, before hours of play, whether a report can be written.
  ///
  /// - Throws: `FileError` with the system's reason.
  public static func requireWritable(_ path: String) throws(FileError) {
    try FileSystem.requireReplaceable(path)
  }
}
