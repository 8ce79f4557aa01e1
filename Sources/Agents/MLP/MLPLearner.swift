import Env2048
import Threads

/// Learns the parameters of a network by playing greedily: TD(λ) on
/// afterstates, over segments of many games played side by side.
///
/// A round plays a segment of every game with parameters that stand still,
/// works out the targets, shuffles the boards, and makes one step of the
/// optimiser for each batch of them.
///
/// With one thread everything repeats bit for bit on one machine and version of
/// OpenBLAS; with more, sums are rounded in another order.
public final class MLPLearner {
  /// The network that plays, a running mean of the one that is moved.
  public let network: MLPNetwork
  /// The hyperparameters.
  public let configuration: MLPLearningConfiguration
  /// The learning rate on schedule; `rate` is a part of it after a collapse.
  public var scheduledRate: Float
  /// The learning rate in force.
  public var rate: Float { scheduledRate * rateFactor }
  /// The number of games finished so far.
  public internal(set) var episodes = 0
  /// How often learning fell back and was taken up again from the best
  /// parameters.
  public internal(set) var collapses = 0

  /// The threads that play and learn.
  public var threads: Int { pool.threads }

  /// The network that is moved.
  let moving: MLPNetwork
  let optimizer: MLPOptimizer
  /// The steps of it that the mean knows.
  var averagedSteps = 0
  let players: [SegmentPlayer]
  private let pool: ThreadPool
  var random: RandomSource
  /// The sums of absolute errors of the games in progress, in points.
  var errorSums: [Double]
  private var samples: [Sample] = []
  var watch = CollapseWatch()
  var rateFactor: Float = 1
  /// The parameters at the end of the best window of games.
  let best: MLPNetwork

  private struct Sample {
    var board: Board
    var target: Float
  }

  /// Creates a learner with a network of its own.
  ///
  /// - Throws: `LearningError` for a hyperparameter out of range; `NTupleError`
  ///   or `ThreadError` if there is no memory or no thread.
  public init(
    _ structure: MLPConfiguration, _ configuration: MLPLearningConfiguration, rules: Rules,
    seed: UInt64, threads: Int
  ) throws {
    try configuration.validate()
    // Three networks and two moments of each parameter.
    try NTupleError.requireMemory(5 * structure.parameterCount * MemoryLayout<Float>.stride)
    self.configuration = configuration
    scheduledRate = configuration.schedule.rate
    pool = try ThreadPool(threads: threads)
    network = try MLPNetwork(structure)
    var random = RandomSource(seed: seed)
    network.initialize(using: &random)
    best = try MLPNetwork(structure)
    best.copy(network)
    moving = try MLPNetwork(structure)
    moving.copy(network)
    optimizer = MLPOptimizer(
      moving, configuration.optimizer, batchSize: configuration.batch, pool: pool)
    let spawner = TileSpawner(rules: rules)
    let games = (0..<configuration.games).map { _ in
      Episode<Board>(spawner: spawner, random: random.split())
    }
    let parts = min(threads, games.count)
    players = (0..<parts).map { part in
      let range = games.count * part / parts..<games.count * (part + 1) / parts
      return SegmentPlayer(structure, episodes: Array(games[range]), spawner: spawner)
    }
    errorSums = Array(repeating: 0, count: games.count)
    self.random = random
  }

  /// Plays a segment and learns from it.
  ///
  /// - Returns: The games that ended in it.
  /// - Throws: `LearningError.diverged` if the errors are no finite numbers.
  public func learnRound() throws(LearningError) -> [TrainingEpisode] {
    let (network, players, moves) = (network, players, configuration.segment)
    pool.run(players.count) { players[$0].play(moves, with: network) }
    let ended = collect()
    try learn()
    let share = configuration.averagingShare(
      steps: optimizer.steps, newSteps: optimizer.steps - averagedSteps)
    if share > 0 {
      network.approach(moving, by: share, pool: pool)
      averagedSteps = optimizer.steps
    }
    for episode in ended { heed(watch.add(episode.result.score)) }
    return ended
  }

  /// Keeps the best parameters, and goes back to them from a collapse with half
  /// the learning rate.
  func heed(_ finding: CollapseWatch.Finding?) {
    switch finding {
    case nil: break
    case .best: best.copy(network)
    case .collapse:
      collapses += 1
      rateFactor /= 2
      network.copy(best)
      moving.copy(best)
      optimizer.forgetMoments()
      averagedSteps = 0
    }
  }

  /// Lists the boards with their targets.
  private func collect() -> [TrainingEpisode] {
    samples.removeAll(keepingCapacity: true)
    var ended: [TrainingEpisode] = []
    var firstGame = 0
    for player in players {
      let games = player.episodes.count
      let last = configuration.segment * games
      for game in 0..<games {
        let next = player.moves[last + game]
        var returns = LambdaReturn(
          lambda: configuration.lambda, reward: next.reward, value: next.value)
        for place in stride(from: last - games + game, through: 0, by: -games) {
          let move = player.moves[place]
          let target = returns.target(
            reward: move.reward, value: move.value, isLast: move.end != nil)
          samples.append(Sample(board: move.afterstate, target: target))
        }
        // In the order of play, for the sums of errors.
        var sample = samples.count
        for place in stride(from: game, to: last, by: games) {
          sample -= 1
          let move = player.moves[place]
          let error = abs(samples[sample].target - move.value) * MLPNetwork.scale
          errorSums[firstGame + game] += Double(error)
          guard let result = move.end else { continue }
          ended.append(
            TrainingEpisode(
              result: result, absoluteErrorSum: errorSums[firstGame + game],
              updates: result.moves))
          errorSums[firstGame + game] = 0
        }
      }
      firstGame += games
    }
    episodes += ended.count
    return ended
  }

  /// Learns from the boards, in random order.
  private func learn() throws(LearningError) {
    for place in stride(from: samples.count - 1, to: 0, by: -1) {
      samples.swapAt(place, Int(random.draw(below: UInt32(place + 1))))
    }
    for start in stride(from: 0, to: samples.count, by: configuration.batch) {
      let batch = samples[start..<(start + configuration.batch)]
      let boards = batch.map { sample in
        guard configuration.drawsSymmetries else { return sample.board }
        return sample.board.applying(Symmetry.all[Int(random.draw(below: 8))])
      }
      let error = optimizer.step(boards, targets: batch.map(\.target), rate: rate)
      guard error.isFinite else {
        throw .diverged(episode: episodes, meanAbsoluteError: error)
      }
    }
  }
}
