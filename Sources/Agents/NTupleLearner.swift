import Env2048

/// Learns the weights of an n-tuple network by playing greedily.
///
/// Afterstate TD(0) forward (Szubert and Jaśkowski 2014): after each move the
/// afterstate before it, s', moves towards r + V(s''), with r and s'' the reward
/// and afterstate of the move just chosen; towards 0 when the game has ended.
/// With n steps it is the afterstate n moves before, and the n rewards since.
/// Two games are played in turns, a move of one while the weights that the
/// other needs are on their way.
///
/// TD(λ) backward (Matsuzaki, "Developing a 2048 player with backward temporal
/// coherence learning and restart", ACG 2017): the episode is stored and walked
/// from its end with target 0; each afterstate moves towards the target, which
/// then becomes r + λ·target + (1 − λ)·V(s'), with r the reward that led to s'
/// and V(s') its value after the update.
///
/// One learner belongs to one thread at a time; several may share a network.
public final class NTupleLearner<State: NTupleState>: @unchecked Sendable {
  // Sendable: a learner may be handed from thread to thread; its owner sees to
  // it that no two use it at once.

  /// The network that learns.
  public let network: NTupleNetwork<State>
  /// The hyperparameters.
  public let configuration: TDConfiguration
  /// The number of games that have ended, restarts not counted.
  public private(set) var episodes: Int
  /// The learning rate in force.
  public var alpha: Float {
    didSet { alphaPerLookup = alpha / Float(network.lookupCount) }
  }

  private let spawner: TileSpawner
  private var alphaPerLookup: Float
  private var random: RandomSource
  /// The games that are played in turns.
  private var games: [ForwardGame<State>] = []
  /// The game whose turn it is.
  private var turn = 0
  /// The afterstates of a stored episode, and the rewards that led to them.
  private var path: [(afterstate: State, reward: Float)] = []

  /// What a learner needs beside its network to go on later.
  public struct Progress: Sendable, Codable {
    /// The stream that the next games' tiles come from.
    public var random: RandomSource
    /// The number of games that have ended, restarts not counted.
    public var episodes: Int
    /// The games that are played in turns, the next first; empty before the
    /// first move.
    public var games: [GameInProgress<State>] = []

    /// Begins, or goes on between games.
    public init(random: RandomSource, episodes: Int = 0) {
      self.random = random
      self.episodes = episodes
    }
  }

  /// Creates a learner.
  ///
  /// - Parameters:
  ///   - network: The network that learns; it needs the sums of temporal
  ///     coherence for that step-size rule.
  ///   - configuration: The hyperparameters.
  ///   - rules: The rules of the games.
  ///   - progress: Where learning begins or goes on.
  /// - Throws: `LearningError.hyperparameter` for one out of range;
  ///   `LearningError.progress` for games of other hyperparameters.
  public init(
    network: NTupleNetwork<State>, configuration: TDConfiguration, rules: Rules,
    progress: Progress
  ) throws(LearningError) {
    try configuration.validate()
    precondition(rules.shape == network.configuration.shape, "Rules and network differ in shape")
    precondition(network.hasSums || configuration.stepSize == .fixed, "TC needs its sums")
    self.network = network
    self.configuration = configuration
    random = progress.random
    episodes = progress.episodes
    spawner = TileSpawner(rules: rules)
    alpha = configuration.alpha
    alphaPerLookup = configuration.alpha / Float(network.lookupCount)
    games = try progress.games.map { game throws(LearningError) in
      guard progress.games.count == Self.gamesAtOnce, playsInTurns,
        game.fits(rules.shape, steps: configuration.steps)
      else { throw .progress }
      return forwardGame(game)
    }
  }

  /// What is needed to go on later.
  public var progress: Progress {
    var progress = Progress(random: random, episodes: episodes)
    progress.games = (games[turn...] + games[..<turn]).map(\.game)
    return progress
  }

  /// The number of games that are played in turns: with more, their weights
  /// drive each other's out of the cache.
  private static var gamesAtOnce: Int { 2 }
  /// Whether games are played in turns: not where an episode is learnt from, or
  /// restarted, as a whole.
  private var playsInTurns: Bool {
    configuration.direction == .forward && !configuration.restarts
  }
  /// Restarts end when no more than this many moves were played last.
  private static var shortestRestart: Int { 10 }
  /// A mean absolute TD error that no learner on its way has: the largest
  /// score within reach is below 4 million points.
  private static var explodedError: Double { 1e7 }

  /// Plays until a game has ended, with its restarts if asked for, and learns
  /// from every move.
  ///
  /// - Returns: How the game went, and the errors.
  /// - Throws: `LearningError.diverged` if the errors were not finite or
  ///   beyond all scores.
  public func learnEpisode() throws(LearningError) -> TrainingEpisode {
    episodes += 1
    guard !playsInTurns else { return try checked(learnInTurns()) }
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
  func learnEpisode(from start: Episode<State>) throws(LearningError) -> TrainingEpisode {
    path.removeAll(keepingCapacity: true)
    return try checked(
      configuration.direction == .forward ? learnForward(start) : learnBackward(start))
  }

  private func checked(_ episode: TrainingEpisode) throws(LearningError) -> TrainingEpisode {
    let meanAbsoluteError = episode.absoluteErrorSum / Double(max(episode.updates, 1))
    guard meanAbsoluteError < Self.explodedError else {
      throw .diverged(episode: episodes, meanAbsoluteError: meanAbsoluteError)
    }
    return episode
  }

  // MARK: Forward

  /// Plays games in turns until one has ended.
  @specialized(where State == Board)
  @specialized(where State == Grid)
  private func learnInTurns() -> TrainingEpisode {
    while games.count < Self.gamesAtOnce { games.append(newGame()) }
    // As local variables they are not checked for other uses at each move, and
    // nothing is written beside what other threads read.
    var (games, turn) = (games, turn)
    self.games = []
    while step(&games[turn]) { turn = (turn &+ 1) % Self.gamesAtOnce }
    let outcome = games[turn].game.outcome
    games[turn] = newGame()
    self.turn = (turn + 1) % Self.gamesAtOnce
    self.games = games
    return outcome
  }

  private func newGame() -> ForwardGame<State> {
    forwardGame(GameInProgress(Episode(spawner: spawner, random: random.split())))
  }

  @specialized(where State == Board)
  @specialized(where State == Grid)
  private func learnForward(_ start: Episode<State>) -> TrainingEpisode {
    var game = forwardGame(GameInProgress(start))
    while step(&game) {
      if configuration.restarts, let last = game.last { path.append((last, 0)) }
    }
    random = game.game.episode.random
    return game.game.outcome
  }

  /// Prepares a game for its next move.
  private func forwardGame(_ game: GameInProgress<State>) -> ForwardGame<State> {
    let blocks = (0..<(4 + configuration.steps)).map { $0 * network.lookupCount }
    var indices = [UInt32](repeating: 0, count: blocks.count * network.lookupCount)
    var span = indices.mutableSpan
    let starts = Starts(blocks)
    let afterstates = fetchAfterstates(of: game.episode.board, into: &span, at: starts)
    for (pending, start) in zip(game.pending, blocks[4...]) {
      network.write(pending.afterstate, to: &span, from: start)
    }
    return ForwardGame(
      game: game, afterstates: afterstates, indices: indices, starts: starts,
      pendingStarts: Array(blocks[4...]))
  }

  /// Makes the best move of a game and learns.
  ///
  /// - Returns: Whether there was one. If not, the afterstates left over are
  ///   learnt and the game has ended.
  @inline(__always)
  private func step(_ forward: inout ForwardGame<State>) -> Bool {
    let steps = configuration.steps
    let moves = forward.game.moves
    let choice = best(
      of: forward.afterstates, indices: forward.indices.span, at: forward.starts)
    guard let choice else {
      for move in max(0, moves - steps)..<moves { learn(&forward, place: move % steps, value: 0) }
      return false
    }
    let place = steps == 1 ? 0 : moves % steps
    let pending = GameInProgress<State>.Pending(afterstate: choice.afterstate)
    if moves >= steps { learn(&forward, place: place, value: choice.total) }
    for other in forward.game.pending.indices {
      forward.game.pending[other].rewards += Float(choice.reward)
    }
    if moves >= steps {
      forward.game.pending[place] = pending
    } else {
      forward.game.pending.append(pending)
    }
    forward.game.episode.advance(
      to: choice.afterstate, reward: choice.reward, spawner: spawner)
    swap(&forward.starts[choice.action], &forward.pendingStarts[place])
    let (board, starts) = (forward.game.episode.board, forward.starts)
    var indices = forward.indices.mutableSpan
    let afterstates = fetchAfterstates(of: board, into: &indices, at: starts)
    forward.afterstates = afterstates
    return true
  }

  /// Moves a pending afterstate of a game towards the rewards since, and a
  /// value after them.
  @inline(__always)
  private func learn(_ forward: inout ForwardGame<State>, place: Int, value: Float) {
    let start = forward.pendingStarts[place]
    let target = forward.game.pending[place].rewards + value
    let error = target - network.sum(at: forward.indices.span, from: start)
    update(at: forward.indices.span, from: start, error: error)
    forward.game.absoluteErrorSum += Double(abs(error))
  }

  // MARK: Backward

  @specialized(where State == Board)
  @specialized(where State == Grid)
  private func learnBackward(_ start: Episode<State>) -> TrainingEpisode {
    var allIndices = [UInt32](repeating: 0, count: 4 * network.lookupCount)
    var indices = allIndices.mutableSpan
    let starts = Starts((0..<4).map { $0 * network.lookupCount })
    var episode = start
    while let choice = best(
      of: fetchAfterstates(of: episode.board, into: &indices, at: starts),
      indices: indices.span, at: starts)
    {
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

  // MARK: Both

  private struct Choice {
    var action: Action
    var afterstate: State
    var reward: Int
    /// Reward plus value.
    var total: Float
  }

  /// Writes the indices of the afterstates of the legal actions, and asks for
  /// their weights.
  ///
  /// All are asked for before any is used: they miss the cache more often than
  /// not, and so wait side by side.
  @inline(__always)
  private func fetchAfterstates(
    of board: State, into indices: inout MutableSpan<UInt32>, at starts: Starts
  ) -> Afterstates<State> {
    let afterstates = board.afterstates
    for action in afterstates.legal {
      fetch(afterstates[action], into: &indices, from: starts[action])
    }
    return afterstates
  }

  /// Writes the indices of an afterstate and asks for its weights.
  @inline(__always)
  private func fetch(_ afterstate: State, into indices: inout MutableSpan<UInt32>, from start: Int)
  {
    network.write(afterstate, to: &indices, from: start)
    network.prefetchWeights(at: indices.span, from: start)
  }

  /// Weighs the legal actions.
  ///
  /// A total that is not a number is chosen, so that the error shows it.
  @inline(__always)
  private func best(
    of afterstates: Afterstates<State>, indices: Span<UInt32>, at starts: Starts
  ) -> Choice? {
    // Selections and no branches: which action is best cannot be foreseen, and
    // the processor would have to wait for the weights to know where to go on.
    guard let first = afterstates.legal.first(where: { _ in true }) else { return nil }
    var bestAction = first
    var bestTotal = -Float.infinity
    for action in afterstates.legal {
      let value = network.sum(at: indices, from: starts[action])
      let total = Float(afterstates.reward(action)) + value
      let isBetter = bestTotal == bestTotal && !(total <= bestTotal)
      bestTotal = isBetter ? total : bestTotal
      bestAction = isBetter ? action : bestAction
    }
    return Choice(
      action: bestAction, afterstate: afterstates[bestAction],
      reward: afterstates.reward(bestAction), total: bestTotal)
  }

  /// Moves the weights at `lookupCount` indices by their steps.
  @inline(__always)
  private func update(at indices: Span<UInt32>, from start: Int, error: Float) {
    network.promote(at: indices, from: start)
    let step = alphaPerLookup * error
    let places = start..<(start &+ network.lookupCount)
    switch configuration.stepSize {
    case .fixed:
      for place in places { network.weights.add(step, unchecked: indices[place]) }
    case .tc:
      for place in places {
        network.weights.addCoherently(step, error: error, unchecked: indices[place])
      }
    }
  }
}
