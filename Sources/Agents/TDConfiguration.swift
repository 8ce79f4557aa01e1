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
  /// The number n of rewards in a forward target before the value; 1 is TD(0).
  ///
  /// Source: Sutton and Barto, "Reinforcement Learning" (2018), equation 7.1.
  public var steps: Int
  /// Whether a game is followed by others that start amid it.
  ///
  /// Each starts from the afterstate in the middle of what was played last,
  /// until that is 10 moves or fewer: boards late in a game are learnt from
  /// more often then (Matsuzaki, "Developing a 2048 player with backward
  /// temporal coherence learning and restart", ACG 2017).
  public var restarts: Bool
  /// A smaller learning rate for the end of a run; `nil` keeps α.
  public var finale: Finale?

  /// The end of a run, learnt with another rate.
  public struct Finale: Hashable, Sendable, Codable {
    /// The share of the budget that it takes, in 0...1.
    public var share: Double
    /// Its learning rate, in 0...1.
    public var alpha: Float

    /// Creates the end of a run.
    public init(share: Double = 0.15, alpha: Float) {
      self.share = share
      self.alpha = alpha
    }
  }

  /// Creates hyperparameters.
  ///
  /// - Parameters:
  ///   - stepSize: The step-size rule.
  ///   - alpha: The learning rate; unless given 1 for TC and 0.1 for a fixed one.
  ///   - lambda: The weight of longer returns.
  ///   - direction: Unless given, backward where λ is above 0, else forward.
  ///   - initialValue: The value every board starts with, in points.
  ///   - steps: The number of rewards in a forward target.
  ///   - restarts: Whether a game is followed by others that start amid it.
  ///   - finale: A smaller learning rate for the end of a run.
  public init(
    stepSize: StepSizeRule = .tc, alpha: Float? = nil, lambda: Float = 0,
    direction: LearningDirection? = nil, initialValue: Float = 0, steps: Int = 1,
    restarts: Bool = false, finale: Finale? = nil
  ) {
    self.stepSize = stepSize
    self.alpha = alpha ?? (stepSize == .tc ? 1 : 0.1)
    self.lambda = lambda
    self.direction = direction ?? (lambda > 0 ? .backward : .forward)
    self.initialValue = initialValue
    self.steps = steps
    self.restarts = restarts
    self.finale = finale
  }

  /// The learning rate when a share of the budget is used up.
  ///
  /// - Parameter share: 0 to 1; `nil` where there is no budget.
  public func alpha(atShare share: Double?) -> Float {
    guard let finale, let share, share >= 1 - finale.share else { return alpha }
    return finale.alpha
  }

  /// The largest number of steps.
  public static let maximumSteps = 100

  /// The bytes that learning a network takes: its weights and, for temporal
  /// coherence, two sums for each.
  public func byteCount(for network: NTupleConfiguration) -> Int {
    network.weightCount * MemoryLayout<Float>.stride * (stepSize == .tc ? 3 : 1)
  }

  /// Checks the hyperparameters.
  ///
  /// - Throws: `LearningError.hyperparameter` for the first one out of range.
  public func validate() throws(LearningError) {
    for alpha in [alpha, finale?.alpha ?? alpha] where !(0...1).contains(alpha) {
      throw .hyperparameter(name: "alpha", found: Double(alpha), expected: "0 to 1")
    }
    if let share = finale?.share, !(0...1).contains(share) {
      throw .hyperparameter(name: "share of the finale", found: share, expected: "0 to 1")
    }
    guard (0...1).contains(lambda) else {
      throw .hyperparameter(name: "lambda", found: Double(lambda), expected: "0 to 1")
    }
    guard direction == .backward || lambda == 0 else {
      throw .hyperparameter(
        name: "lambda", found: Double(lambda), expected: "0 when learning forward")
    }
    guard (1...Self.maximumSteps).contains(steps), direction == .forward || steps == 1 else {
      throw .hyperparameter(
        name: "number of steps", found: Double(steps),
        expected: "1 to \(Self.maximumSteps) when learning forward, 1 when learning backward")
    }
    guard initialValue.isFinite, initialValue >= 0 else {
      throw .hyperparameter(
        name: "initial value", found: Double(initialValue), expected: "0 or more points")
    }
  }
}

extension TDConfiguration {
  /// Reads hyperparameters; what versions of old did not know is as it was with them.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      stepSize: container.decode(StepSizeRule.self, forKey: .stepSize),
      alpha: container.decode(Float.self, forKey: .alpha),
      lambda: container.decode(Float.self, forKey: .lambda),
      direction: container.decode(LearningDirection.self, forKey: .direction),
      initialValue: container.decode(Float.self, forKey: .initialValue),
      steps: container.decodeIfPresent(Int.self, forKey: .steps) ?? 1,
      restarts: container.decodeIfPresent(Bool.self, forKey: .restarts) ?? false,
      finale: container.decodeIfPresent(Finale.self, forKey: .finale))
  }
}
