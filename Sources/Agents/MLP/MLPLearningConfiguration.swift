/// How the learning rate changes over a run.
public struct RateSchedule: Hashable, Sendable, Codable {
  /// The rate at first.
  public var rate: Float
  /// The share of the run after which it falls, in a straight line, to 0 at
  /// the end; 1 keeps it.
  public var fallShare: Double

  /// Creates a schedule.
  public init(rate: Float = 1e-3, fallShare: Double = 0.2) {
    self.rate = rate
    self.fallShare = fallShare
  }

  /// The rate when a share of the run is done.
  ///
  /// - Parameter share: 0 to 1; `nil` for a run without an end, whose rate
  ///   does not fall.
  public func rate(atShare share: Double?) -> Float {
    guard let share, share > fallShare else { return rate }
    return rate * Float((1 - share) / (1 - fallShare))
  }
}

/// The hyperparameters of TD(λ) learning with a multilayer perceptron.
public struct MLPLearningConfiguration: Hashable, Sendable, Codable {
  /// The games that are played side by side.
  public var games: Int
  /// The moves of a segment: of each game so many are played before anything
  /// is learnt from them.
  public var segment: Int
  /// The weight λ of longer returns, in 0...1.
  public var lambda: Float
  /// The boards of a batch.
  public var batch: Int
  /// Whether each board is learnt under a symmetry drawn at random.
  public var drawsSymmetries: Bool
  /// The steps over which parameters are averaged to play with.
  ///
  /// The network that plays and gives the values in targets is a running mean
  /// of the one that is moved; 1 plays with the parameters as they are.
  public var averagingSteps: Int
  /// The learning rate.
  public var schedule: RateSchedule
  /// Loss and optimiser.
  public var optimizer: OptimizerConfiguration

  /// Creates hyperparameters.
  public init(
    games: Int = 64, segment: Int = 64, lambda: Float = 0.8, batch: Int = 1024,
    drawsSymmetries: Bool = true, averagingSteps: Int = 500,
    schedule: RateSchedule = RateSchedule(),
    optimizer: OptimizerConfiguration = OptimizerConfiguration()
  ) {
    self.games = games
    self.segment = segment
    self.lambda = lambda
    self.batch = batch
    self.drawsSymmetries = drawsSymmetries
    self.averagingSteps = averagingSteps
    self.schedule = schedule
    self.optimizer = optimizer
  }

  /// The share of the way that the mean goes to the newest parameters; 0 where
  /// it waits for more steps, since to go takes as long as a step.
  ///
  /// At first the mean is over the last eighth of the steps alone: young
  /// parameters grow old quickly.
  ///
  /// - Parameters:
  ///   - steps: The steps made so far.
  ///   - newSteps: Those of them that the mean does not know yet.
  func averagingShare(steps: Int, newSteps: Int) -> Float {
    let span = min(averagingSteps, 1 + steps / 8)
    guard newSteps >= min(32, span / 8) else { return 0 }
    return min(1, Float(newSteps) / Float(span))
  }

  /// Checks the hyperparameters.
  ///
  /// - Throws: `LearningError.hyperparameter` for the first one out of range.
  public func validate() throws(LearningError) {
    try Self.require(games, in: 1...16_384, "number of games in parallel")
    try Self.require(segment, in: 1...4096, "number of moves in a segment")
    try Self.require(batch, in: 1...65_536, "number of boards in a batch")
    try Self.require(averagingSteps, in: 1...1_000_000, "number of steps that are averaged")
    guard games * segment % batch == 0 else {
      throw .hyperparameter(
        name: "number of boards in a batch", found: Double(batch),
        expected: "a part of the \(games * segment) boards that a segment gives")
    }
    guard (0...1).contains(lambda) else {
      throw .hyperparameter(name: "lambda", found: Double(lambda), expected: "0 to 1")
    }
    guard (0...1).contains(schedule.rate) else {
      throw .hyperparameter(
        name: "learning rate", found: Double(schedule.rate), expected: "0 to 1")
    }
    guard (0...1).contains(schedule.fallShare) else {
      throw .hyperparameter(
        name: "share of the run before the rate falls", found: schedule.fallShare,
        expected: "0 to 1")
    }
    try optimizer.validate()
  }

  private static func require(
    _ number: Int, in range: ClosedRange<Int>, _ name: String
  ) throws(LearningError) {
    guard range.contains(number) else {
      throw .hyperparameter(
        name: name, found: Double(number), expected: "\(range.lowerBound) to \(range.upperBound)")
    }
  }
}
