/// What happened in one interval of training: a row of `log.csv`.
public struct TrainingRecord: Equatable, Sendable {
  /// An evaluation made at the end of an interval.
  public struct Evaluation: Equatable, Sendable {
    /// The games played.
    public var games: Int
    /// Their mean score.
    public var meanScore: Double
    /// The standard error of that mean; `nil` for a single game.
    public var standardError: Double?

    /// Creates an evaluation from its figures.
    public init(games: Int, meanScore: Double, standardError: Double?) {
      self.games = games
      self.meanScore = meanScore
      self.standardError = standardError
    }
  }

  /// Games finished since the start of the run.
  public var games = 0
  /// Moves made since the start of the run.
  public var moves = 0
  /// Seconds spent training since the start of the run.
  public var seconds = 0.0
  /// Games finished in this interval.
  public var intervalGames = 0
  /// The mean score of the interval's games.
  public var meanScore = 0.0
  /// The median of their scores.
  public var medianScore = 0.0
  /// The highest of their scores.
  public var maxScore = 0
  /// Their mean length in moves.
  public var meanMoves = 0.0
  /// The shares of them that reached each tile.
  public var rates = TileRates()
  /// The mean absolute TD error of the interval's updates.
  public var meanAbsoluteTDError = 0.0
  /// The learning rate in force.
  public var alpha: Float = 0
  /// Moves a second in this interval.
  public var movesPerSecond = 0.0
  /// The evaluation at its end, if one was made.
  public var evaluation: Evaluation?

  /// Creates a record of nothing.
  public init() {}
}
