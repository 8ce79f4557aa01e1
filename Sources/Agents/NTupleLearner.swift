import Env2048

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
  fileprivate mutating func add(_ restart: TrainingEpisode) {
    absoluteErrorSum += restart.absoluteErrorSum
    updates += restart.updates
  }
}

/// Learns the weights of an n-tuple network by playing greedily.
///
/// Afterstate TD(0) forward (Szubert and Jaśkowski 2014): after each move the
/// afterstate before it, s', moves towards r + V(s''), with r and s'' the reward
/// and afterstate of the move just chosen; towards 0 when the game has ended.
/// With n steps it is the afterstate n moves before, and the n rewards since.
///
/// TD(λ) backward (Matsuzaki, "Developing a 2048 player with backward temporal
/// coherence learning and restart", ACG 2017): the episode is stored and walked
/// from its end with target 0; each afterstate moves towards the target, which
/// then becomes r + λ·target + (1 − λ)·V(s'), with r the reward that led to s'
/// and V(s') its value after the update.
///
/// One learner belongs to one thread at a time; several may share a network
/// and sums.
public final class NTupleLearner<State: NTupleState>: @unchecked Sendable {
  // Sendable: a learner may be handed from thread to thread; its owner sees to
  // it that no two use it at once.

  /// The network that learns.
  public let network: NTupleNetwork<State>
  /// The sums of temporal coherence; `nil` for a fixed step size.
  public let coherence: CoherenceSums?
  /// The hyperparameters.
  public let configuration: TDConfiguration
  /// The stream that the games' tiles come from.
  public var random: RandomSource
  /// The number of games so far, restarts not counted.
  public private(set) var episodes = 0
  /// The learning rate in force.
  public var alpha: Float {
    didSet { alphaPerLookup = alpha / Float(network.lookupCount) }
  }

  private let spawner: TileSpawner
  private var alphaPerLookup: Float
  /// The afterstates of a stored episode, and the rewards that led to them.
  private var path: [(afterstate: State, reward: Float)] = []

  /// Creates a learner.
  ///
  /// - Parameters:
  ///   - network: The network that learns.
  ///   - coherence: The sums of temporal coherence, of the network's size;
  ///     needed for that step-size rule, `nil` otherwise.
  ///   - configuration: The hyperparameters.
  ///   - rules: The rules of the games.
  ///   - random: The stream that the games' tiles come from.
  ///   - episodes: The number of episodes before, when learning goes on.
  /// - Throws: `LearningError.hyperparameter` for one out of range.
  public init(
    network: NTupleNetwork<State>, coherence: CoherenceSums?, configuration: TDConfiguration,
    rules: Rules, random: RandomSource, episodes: Int = 0
  ) throws(LearningError) {
    try configuration.validate()
    precondition(rules.shape == network.configuration.shape, "Rules and network differ in shape")
    precondition(
      (coherence?.weightCount ?? network.weights.count) == network.weights.count,
      "Sums of temporal coherence are of another network")
    precondition((coherence != nil) == (configuration.stepSize == .tc), "TC needs its sums")
    self.network = network
    self.coherence = coherence
    self.configuration = configuration
    self.random = random
    self.episodes = episodes
    spawner = TileSpawner(rules: rules)
    alpha = configuration.alpha
    alphaPerLookup = configuration.alpha / Float(network.lookupCount)
  }

  /// Restarts end when no more than this many moves were played last.
  private static var shortestRestart: Int { 10 }
  /// A mean absolute TD error that no learner on its way has: the largest
  /// score within reach is below 4 million points.
  private static var explodedError: Double { 1e7 }

  /// Plays one game, and its restarts if asked for, and learns from them.
  ///
  /// - Returns: How the game went, and the errors.
  /// - Throws: `LearningError.diverged` if the errors were not finite or
  ///   beyond all scores.
  public func learnEpisode() throws(LearningError) -> TrainingEpisode {
    episodes += 1
    var episode = try learnEpisode(from: Episode(spawner: spawner, random: random))
    while configuration.restarts, path.count > Self.shortestRestart {
      var board = path[path.count / 2].afterstate
      spawner.spawn(on: &board, using: &random)
      episode.add(try learnEpisode(from: Episode(board: board, random: random)))
    }
    return episode
  }

  /// Plays an episode on from where it stands, with its own stream of tiles,
  /// and learns from the part it plays.
  @specialized(where State == Board)
  @specialized(where State == Grid)
  func learnEpisode(from start: Episode<State>) throws(LearningError) -> TrainingEpisode {
    let episode = configuration.direction == .forward ? learnForward(start) : learnBackward(start)
    let meanAbsoluteError = episode.absoluteErrorSum / Double(max(episode.updates, 1))
    guard meanAbsoluteError < Self.explodedError else {
      throw .diverged(episode: episodes, meanAbsoluteError: meanAbsoluteError)
    }
    return episode
  }

  private func learnForward(_ start: Episode<State>) -> TrainingEpisode {
    let lookups = network.lookupCount
    let steps = configuration.steps
    // The indices of the afterstate of action a at a · lookups; behind them, in
    // a ring, those of the afterstates whose targets are not complete yet.
    var allIndices = [UInt32](repeating: 0, count: (4 + steps) * lookups)
    var indices = allIndices.mutableSpan
    // The rewards since each of them.
    var returns = [Float](repeating: 0, count: steps)
    var episode = start
    var errorSum = 0.0
    path.removeAll(keepingCapacity: true)

    func learn(_ slot: Int, towards target: Float, _ indices: Span<UInt32>) {
      let place = (4 &+ slot) &* lookups
      let error = target - network.sum(at: indices, from: place)
      update(at: indices, from: place, error: error)
      errorSum += Double(abs(error))
    }

    while let choice = chooseBest(on: episode.board, indices: &indices) {
      let moves = episode.moves &- start.moves
      let slot = moves % steps
      if moves >= steps { learn(slot, towards: returns[slot] + choice.total, indices.span) }
      for other in returns.indices { returns[other] += Float(choice.reward) }
      returns[slot] = 0
      let chosen = Int(choice.action.rawValue) &* lookups
      let place = (4 &+ slot) &* lookups
      for lookup in 0..<lookups { indices[place &+ lookup] = indices[chosen &+ lookup] }
      prefetchSums(at: indices.span, from: place)
      if configuration.restarts { path.append((choice.afterstate, 0)) }
      episode.advance(to: choice.afterstate, reward: choice.reward, spawner: spawner)
    }
    let moves = episode.moves - start.moves
    for move in max(0, moves - steps)..<moves {
      learn(move % steps, towards: returns[move % steps], indices.span)
    }
    random = episode.random
    return TrainingEpisode(
      result: GameResult(episode), absoluteErrorSum: errorSum, updates: moves)
  }

  private func learnBackward(_ start: Episode<State>) -> TrainingEpisode {
    var allIndices = [UInt32](repeating: 0, count: 4 * network.lookupCount)
    var indices = allIndices.mutableSpan
    var episode = start
    path.removeAll(keepingCapacity: true)
    while let choice = chooseBest(on: episode.board, indices: &indices) {
      path.append((choice.afterstate, Float(choice.reward)))
      episode.advance(to: choice.afterstate, reward: choice.reward, spawner: spawner)
    }
    var errorSum = 0.0
    var target: Float = 0
    let lambda = configuration.lambda
    // Two sets of indices take turns: while one afterstate is learnt, the
    // weights of the one before it in the game are on their way.
    let lookups = network.lookupCount
    if let last = path.last { fetch(last.afterstate, into: &indices, from: 0) }
    for step in path.indices.reversed() {
      let place = (path.count &- 1 &- step) & 1 &* lookups
      if step > 0 { fetch(path[step &- 1].afterstate, into: &indices, from: lookups &- place) }
      let error = target - network.sum(at: indices.span, from: place)
      update(at: indices.span, from: place, error: error)
      errorSum += Double(abs(error))
      let value = network.sum(at: indices.span, from: place)
      target = path[step].reward + lambda * target + (1 - lambda) * value
    }
    random = episode.random
    return TrainingEpisode(
      result: GameResult(episode), absoluteErrorSum: errorSum, updates: path.count)
  }

  private struct Choice {
    var action: Action
    var afterstate: State
    var reward: Int
    /// Reward plus value.
    var total: Float
  }

  /// Weighs the legal actions; leaves the indices of action a at a · lookups.
  ///
  /// A total that is not a number is chosen, so that the error shows it.
  @inline(__always)
  private func chooseBest(on board: State, indices: inout MutableSpan<UInt32>) -> Choice? {
    let lookups = network.lookupCount
    let afterstates = board.afterstates
    // All look-ups are asked for before any is used: they miss the cache more
    // often than not, and so wait side by side.
    for action in afterstates.legal {
      let start = Int(action.rawValue) &* lookups
      network.indexer.write(afterstates[action], to: &indices, from: start)
      network.prefetchWeights(at: indices.span, from: start)
    }
    var best: Choice?
    for action in afterstates.legal {
      let reward = afterstates.reward(action)
      let start = Int(action.rawValue) &* lookups
      let total = Float(reward) + network.sum(at: indices.span, from: start)
      if let best, best.total.isNaN || total <= best.total { continue }
      best = Choice(action: action, afterstate: afterstates[action], reward: reward, total: total)
    }
    return best
  }

  /// Writes the indices of a stored afterstate, and asks for all that its
  /// update needs.
  @inline(__always)
  private func fetch(_ afterstate: State, into indices: inout MutableSpan<UInt32>, from start: Int)
  {
    network.indexer.write(afterstate, to: &indices, from: start)
    network.prefetchWeights(at: indices.span, from: start)
    prefetchSums(at: indices.span, from: start)
  }

  /// Asks for the sums that an update will need, about a move ahead: 1.24 times
  /// as many moves a second as without (4x6, TC, user time of 9,000 games).
  @inline(__always)
  private func prefetchSums(at indices: Span<UInt32>, from start: Int) {
    guard let coherence else { return }
    for lookup in start..<(start &+ network.lookupCount) {
      coherence.prefetch(unchecked: indices[lookup])
    }
  }

  /// Moves the weights at `lookupCount` indices by their steps.
  @inline(__always)
  private func update(at indices: Span<UInt32>, from start: Int, error: Float) {
    let step = alphaPerLookup * error
    for place in start..<(start &+ network.lookupCount) {
      let index = indices[place]
      let rate = coherence?.rate(unchecked: index, addingError: error) ?? 1
      network.weights[unchecked: index] += rate * step
    }
  }
}
