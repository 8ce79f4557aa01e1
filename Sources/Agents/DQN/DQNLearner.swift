import Env2048
import Threads

/// Deep Q-learning: the baseline that learns values of actions, not of
/// afterstates, off policy from remembered transitions.
///
/// It has to learn what a slide does, which an afterstate shows, and is far
/// weaker for it.
public final class DQNLearner {
  /// The network that learns; four outputs.
  public let network: MLPNetwork
  /// The hyperparameters.
  public let configuration: DQNConfiguration
  /// The learning rate in force.
  public var rate: Float
  /// The probability of a random action in force.
  public var epsilon = 1.0
  /// The number of games finished so far.
  public internal(set) var episodes = 0

  let optimizer: MLPOptimizer
  /// The parameters that targets are worked out with.
  let target: MLPNetwork
  var memory: ReplayMemory
  var games: [Episode<Board>]
  /// The sums of absolute errors of the games in progress, in points.
  var errorSums: [Double]
  var random: RandomSource
  /// The moves since the last step of the optimiser.
  var movesSinceStep = 0

  private let spawner: TileSpawner
  /// The mean absolute error of the last batch, in points.
  private var meanError = 0.0

  /// Creates a learner with a network of its own.
  ///
  /// - Throws: `LearningError` for a hyperparameter out of range; `NTupleError`
  ///   or `ThreadError` if there is no memory or no thread.
  public init(
    _ structure: MLPConfiguration, _ configuration: DQNConfiguration, rules: Rules, seed: UInt64,
    threads: Int
  ) throws {
    try configuration.validate()
    precondition(structure.outputs == 4, "An action has a value")
    self.configuration = configuration
    rate = configuration.schedule.rate
    var random = RandomSource(seed: seed)
    network = try MLPNetwork(structure)
    network.initialize(using: &random)
    target = try MLPNetwork(structure)
    target.copy(network)
    optimizer = MLPOptimizer(
      network, configuration.optimizer, batchSize: configuration.batch,
      pool: try ThreadPool(threads: threads))
    memory = ReplayMemory(capacity: configuration.memory)
    let spawner = TileSpawner(rules: rules)
    self.spawner = spawner
    games = (0..<configuration.games).map { _ in
      Episode<Board>(spawner: spawner, random: random.split())
    }
    errorSums = Array(repeating: 0, count: games.count)
    self.random = random
  }

  /// The transitions that are remembered.
  public var rememberedCount: Int { memory.count }

  /// Makes one move in every game, and the steps of the optimiser that are due.
  ///
  /// - Returns: The games that ended.
  /// - Throws: `LearningError.diverged` if the errors are no finite numbers.
  public func learnRound() throws(LearningError) -> [TrainingEpisode] {
    let ended = play()
    movesSinceStep += games.count
    while movesSinceStep >= configuration.movesPerStep {
      movesSinceStep -= configuration.movesPerStep
      // Of few transitions each would be learnt from many times over.
      guard memory.count >= configuration.warmUp else { continue }
      try learn(memory.sample(configuration.batch, using: &random))
      if optimizer.steps % configuration.targetSteps == 0 { target.copy(network) }
    }
    return ended
  }

  private func play() -> [TrainingEpisode] {
    var ended: [TrainingEpisode] = []
    let values = network.outputs(of: games.map(\.board))
    for index in games.indices {
      let board = games[index].board
      guard
        let action = ActionChoice.epsilonGreedy(
          values.span.extracting(4 * index..<4 * index + 4), among: board.legalActions,
          epsilon: epsilon, using: &random),
        let step = games[index].play(action, spawner: spawner)
      else { preconditionFailure("A game in progress has a legal action") }
      let next = games[index].board
      memory.add(
        Transition(
          board: board, action: action, reward: Float(step.reward) / MLPNetwork.scale, next: next,
          terminated: next.isTerminal))
      errorSums[index] += meanError
      guard next.isTerminal else { continue }
      let result = GameResult(games[index])
      ended.append(
        TrainingEpisode(
          result: result, absoluteErrorSum: errorSums[index], updates: result.moves))
      errorSums[index] = 0
      games[index] = Episode(spawner: spawner, random: games[index].random)
    }
    episodes += ended.count
    return ended
  }

  /// Learns from a batch of transitions.
  func learn(_ batch: [Transition]) throws(LearningError) {
    let values = target.outputs(of: batch.map(\.next))
    var targets: [Float] = []
    for (index, transition) in batch.enumerated() {
      targets.append(
        ActionChoice.target(
          reward: transition.reward, gamma: configuration.gamma,
          terminated: transition.terminated,
          nextValues: values.span.extracting(4 * index..<4 * index + 4),
          nextLegal: transition.next.legalActions))
    }
    let error = optimizer.step(
      batch.map(\.board), outputs: batch.map(\.action.rawValue), targets: targets, rate: rate)
    guard error.isFinite else { throw .diverged(episode: episodes, meanAbsoluteError: error) }
    meanError = error / Double(batch.count) * Double(MLPNetwork.scale)
  }
}
