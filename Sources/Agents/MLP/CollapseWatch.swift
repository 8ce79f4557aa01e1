/// Sees when learning falls back.
///
/// A learner that learns from its own estimates can lose within minutes what
/// it had learnt in an hour. The watch compares the mean score of each window
/// of games with the best window's.
struct CollapseWatch: Codable, Hashable, Sendable {
  /// What a game brought to light.
  enum Finding {
    /// The best window so far is complete.
    case best
    /// The mean of a window is less than half of the best one's.
    case collapse
  }

  /// The games of a window.
  static let window = 500

  /// The mean score of the best window.
  private(set) var bestMean = 0.0
  private var games = 0
  private var sum = 0

  /// Counts a game.
  mutating func add(_ score: Int) -> Finding? {
    games += 1
    sum += score
    guard games == Self.window else { return nil }
    let mean = Double(sum) / Double(games)
    (games, sum) = (0, 0)
    if mean < bestMean / 2 { return .collapse }
    guard mean > bestMean else { return nil }
    bestMean = mean
    return .best
  }
}
