/// The hyperparameters of deep Q-learning.
///
/// Source: Mnih et al., "Human-level control through deep reinforcement
/// learning" (Nature 518, 2015). Deviations: (1) several games are played side
/// by side; (2) actions are chosen, explored and maximised over among the legal
/// ones alone; (3) rewards are not clipped but divided by `MLPNetwork.scale`.
public struct DQNConfiguration: Hashable, Sendable, Codable {
  /// The games that are played side by side.
  public var games: Int
  /// The transitions that are remembered.
  public var memory: Int
  /// The transitions that are gathered before anything is learnt.
  public var warmUp: Int
  /// The transitions of a batch.
  public var batch: Int
  /// The moves, of all games, from one step of the optimiser to the next.
  public var movesPerStep: Int
  /// The steps after which the target network takes over the parameters.
  public var targetSteps: Int
  /// The discount factor γ, in 0...1.
  public var gamma: Float
  /// The probability ε of a random legal action: 1 at first, falling in a
  /// straight line to `finalEpsilon` over `explorationShare` of the run.
  public var finalEpsilon: Double
  /// The share of the run over which ε falls.
  public var explorationShare: Double
  /// The learning rate.
  public var schedule: RateSchedule
  /// Loss and optimiser.
  public var optimizer: OptimizerConfiguration

  /// Creates hyperparameters.
  public init(
    games: Int = 16, memory: Int = 200_000, warmUp: Int = 10_000, batch: Int = 256,
    movesPerStep: Int = 16, targetSteps: Int = 1000, gamma: Float = 0.99,
    finalEpsilon: Double = 0.01, explorationShare: Double = 0.3,
    schedule: RateSchedule = RateSchedule(rate: 3e-4),
    optimizer: OptimizerConfiguration = OptimizerConfiguration()
  ) {
    self.games = games
    self.memory = memory
    self.warmUp = warmUp
    self.batch = batch
    self.movesPerStep = movesPerStep
    self.targetSteps = targetSteps
    self.gamma = gamma
    self.finalEpsilon = finalEpsilon
    self.explorationShare = explorationShare
    self.schedule = schedule
    self.optimizer = optimizer
  }

  /// The probability of a random action when a share of the run is done.
  ///
  /// - Parameter share: 0 to 1; `nil` for a run without an end, which explores
  ///   as at the end.
  public func epsilon(atShare share: Double?) -> Double {
    guard let share, share < explorationShare else { return finalEpsilon }
    return 1 + (finalEpsilon - 1) * share / explorationShare
  }

  /// Checks the hyperparameters.
  ///
  /// - Throws: `LearningError.hyperparameter` for the first one out of range.
  public func validate() throws(LearningError) {
    let counts = [
      ("number of games in parallel", games), ("number of transitions in a batch", batch),
      ("number of moves to a step", movesPerStep), ("number of steps to a target", targetSteps),
    ]
    for (name, count) in counts where count < 1 {
      throw .hyperparameter(name: name, found: Double(count), expected: "1 or more")
    }
    guard warmUp >= batch, warmUp <= memory else {
      throw .hyperparameter(
        name: "number of transitions before learning", found: Double(warmUp),
        expected: "\(batch), a batch, to \(memory), the memory")
    }
    let shares = [
      ("gamma", Double(gamma)), ("epsilon", finalEpsilon), ("exploration share", explorationShare),
      ("learning rate", Double(schedule.rate)), ("share before the rate falls", schedule.fallShare),
    ]
    for (name, share) in shares where !(0...1).contains(share) {
      throw .hyperparameter(name: name, found: share, expected: "0 to 1")
    }
    try optimizer.validate()
  }
}
