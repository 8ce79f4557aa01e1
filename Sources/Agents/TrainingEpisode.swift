/// What one episode of learning brought.
public struct TrainingEpisode: Hashable, Sendable, Codable {
  /// How the game went.
  public let result: GameResult
  /// The sum of the absolute TD errors, in points.
  public private(set) var absoluteErrorSum: Double
  /// The number of moves made and learnt from, each with one TD error: those
  /// of the game and of its restarts.
  public private(set) var updates: Int

  /// Adds what a restart brought; it is no game of its own.
  mutating func add(_ restart: TrainingEpisode) {
    absoluteErrorSum += restart.absoluteErrorSum
    updates += restart.updates
  }
}
