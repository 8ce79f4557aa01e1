/// How far an update moves the weights.
public enum StepSizeRule: String, CaseIterable, Sendable, Codable {
  /// The same learning rate α for every weight and update.
  case fixed
  /// Temporal coherence: each weight's rate is α·|E|/A, with E the sum and A
  /// the sum of absolute values of the errors it has seen (1 while A is 0).
  ///
  /// Sources: Beal and Smith, "Temporal coherence and prediction decay in TD
  /// learning" (IJCAI 1999); Jaśkowski, "Mastering 2048 with delayed temporal
  /// coherence learning, multi-stage weight promotion, redundant encoding and
  /// carousel shaping" (IEEE ToG 2018). Deviation: (1) E and A add up the TD
  /// error itself, not the update; their ratio is the same.
  case tc
}

/// When an episode's afterstates are learnt from.
public enum LearningDirection: String, CaseIterable, Sendable, Codable {
  /// After each move, the afterstate before it: online TD(0).
  case forward
  /// After the episode, from its last afterstate to its first.
  case backward
}

/// The hyperparameters of temporal difference learning on afterstates.
public struct TDConfiguration: Hashable, Sendable, Codable {
  /// The step-size rule.
  public var stepSize: StepSizeRule
  /// The learning rate α, shared out over the look-ups of one board; in 0...1.
  public var alpha: Float
  /// The weight λ of longer returns, in 0...1; above 0 learning is backward.
  public var lambda: Float
  /// When an episode's afterstates are learnt from.
  public var direction: LearningDirection
  /// The value every board starts with, in points; above 0 is optimistic.
  public var initialValue: Float

  /// Creates hyperparameters.
  ///
  /// - Parameters:
  ///   - stepSize: The step-size rule.
  ///   - alpha: The learning rate; unless given 1 for TC and 0.1 for a fixed one.
  ///   - lambda: The weight of longer returns.
  ///   - direction: Unless given, backward where λ is above 0, else forward.
  ///   - initialValue: The value every board starts with, in points.
  public init(
    stepSize: StepSizeRule = .tc, alpha: Float? = nil, lambda: Float = 0,
    direction: LearningDirection? = nil, initialValue: Float = 0
  ) {
    self.stepSize = stepSize
    self.alpha = alpha ?? (stepSize == .tc ? 1 : 0.1)
    self.lambda = lambda
    self.direction = direction ?? (lambda > 0 ? .backward : .forward)
    self.initialValue = initialValue
  }

  /// The bytes that learning a network takes: its weights and, for temporal
  /// coherence, two sums for each.
  public func byteCount(for network: NTupleConfiguration) -> Int {
    network.weightCount * MemoryLayout<Float>.stride * (stepSize == .tc ? 3 : 1)
  }

  /// Checks the hyperparameters.
  ///
  /// - Throws: `LearningError.hyperparameter` for the first one out of range.
  public func validate() throws(LearningError) {
    guard (0...1).contains(alpha) else {
      throw .hyperparameter(name: "alpha", found: Double(alpha), expected: "0 to 1")
    }
    guard (0...1).contains(lambda) else {
      throw .hyperparameter(name: "lambda", found: Double(lambda), expected: "0 to 1")
    }
    guard direction == .backward || lambda == 0 else {
      throw .hyperparameter(
        name: "lambda", found: Double(lambda), expected: "0 when learning forward")
    }
    guard initialValue.isFinite, initialValue >= 0 else {
      throw .hyperparameter(
        name: "initial value", found: Double(initialValue), expected: "0 or more points")
    }
  }
}
