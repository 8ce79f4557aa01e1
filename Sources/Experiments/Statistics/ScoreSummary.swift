/// What a number of played games say of a player.
public struct ScoreSummary: Codable, Equatable, Sendable {
  /// A range that holds the true mean in 95 of 100 repetitions.
  public struct Interval: Codable, Equatable, Sendable {
    /// Its lower end.
    public let low: Double
    /// Its upper end.
    public let high: Double
  }

  /// The share of games whose largest tile is at least one tile.
  public struct TileRate: Codable, Equatable, Sendable {
    /// The tile's face value.
    public let tile: Int
    /// The games that reached it.
    public let games: Int
    /// Their share of all games, in 0...1.
    public let rate: Double
  }

  /// The games played.
  public let games: Int
  /// Their mean score.
  public let meanScore: Double
  /// The standard error of the mean, s/√n with n − 1 in the variance s²; `nil` below two games.
  public let standardError: Double?
  /// The mean ± 1.96 standard errors, by the normal approximation; `nil` below two games.
  public let interval95: Interval?
  /// The median score, for an even number of games the mean of the middle two.
  public let medianScore: Double
  /// The highest score.
  public let maxScore: Int
  /// The mean number of moves in a game.
  public let meanMoves: Double
  /// Every tile from the one that all games reached to the largest of all, ascending.
  public let tileRates: [TileRate]

  /// Sums up games.
  ///
  /// - Parameters:
  ///   - scores: The score of each game.
  ///   - moves: The number of moves of each game.
  ///   - largestExponents: The exponent of each game's largest tile, in 0...62.
  /// - Precondition: The three have one length, above 0.
  public init(scores: [Int], moves: [Int], largestExponents: [Int]) {
    precondition(!scores.isEmpty, "A summary needs at least one game")
    precondition(
      scores.count == moves.count && scores.count == largestExponents.count,
      "Scores, moves and largest tiles are of different games")
    let sorted = scores.sorted()
    games = scores.count
    meanScore = Self.mean(of: scores)
    medianScore = Self.median(ofSorted: sorted)
    maxScore = sorted[sorted.count - 1]
    meanMoves = Self.mean(of: moves)
    standardError = Self.standardError(of: scores)
    interval95 = standardError.map { [meanScore] error in
      // The 97.5 % quantile of the normal distribution.
      let reach = 1.959_964 * error
      return Interval(low: meanScore - reach, high: meanScore + reach)
    }
    tileRates = Self.tileRates(of: largestExponents)
  }

  /// The share of games whose largest tile is at least `tile`, a face value.
  public func rate(atLeast tile: Int) -> Double {
    // The tiles below the first in the list were reached by all games, those above the last by none.
    tileRates.first { $0.tile >= tile }?.rate ?? 0
  }
}

// MARK: - Formulas

extension ScoreSummary {
  /// The mean; the sum has 128 bits and cannot overflow.
  static func mean(of values: [Int]) -> Double {
    Double(values.reduce(Int128(0)) { $0 + Int128($1) }) / Double(values.count)
  }

  /// The median of values in ascending order; of none, 0.
  static func median(ofSorted values: [Int]) -> Double {
    guard !values.isEmpty else { return 0 }
    let (low, high) = (values[(values.count - 1) / 2], values[values.count / 2])
    return Double(Int128(low) + Int128(high)) / 2
  }

  /// The standard error of the mean.
  static func standardError(of values: [Int]) -> Double? {
    guard values.count > 1 else { return nil }
    let mean = mean(of: values)
    let squares = values.reduce(0.0) { sum, value in
      let deviation = Double(value) - mean
      return sum + deviation * deviation
    }
    return (squares / Double(values.count - 1) / Double(values.count)).squareRoot()
  }

  private static func tileRates(of exponents: [Int]) -> [TileRate] {
    guard let lowest = exponents.min(), let highest = exponents.max() else { return [] }
    precondition(lowest >= 0 && highest <= 62, "Exponent of a tile out of 0...62")
    return (lowest...highest).map { exponent in
      let reached = exponents.count { $0 >= exponent }
      return TileRate(
        tile: 1 << exponent, games: reached, rate: Double(reached) / Double(exponents.count))
    }
  }
}
