/// The game of 2048 as an environment, one game at a time.
///
/// - Observation: The board, a value; `ObservationEncoding`s turn it into
///   numbers. `observationSpace` describes the exponents, UInt8 [rows, columns].
/// - Actions: up, right, down, left = 0, 1, 2, 3.
/// - Reward: The sum of the face values of the tiles merged in the step, in
///   points, unscaled. Minus the penalty for an illegal action, if the rules
///   set one; the score is not touched by it.
/// - Start: `Rules.startingTiles` tiles on random cells, or a given board.
/// - End: `terminated` when no action is legal; when the win tile is on the
///   board after a move, if the rules say so; on an illegal action, if the
///   rules say so. `truncated` when `stepLimit` steps were taken and the game
///   goes on; illegal actions count as steps.
/// - Info: `GameInfo`.
/// - Version: 1. A change of rules or rewards that could move a learning
///   curve raises it.
///
/// Same seed, same rules, same actions: the same results on every machine.
/// `step` allocates nothing.
public struct GameEnvironment<State: BoardState>: Environment, Sendable {
  /// The version of rules and rewards.
  public static var version: Int { 1 }

  /// Where an episode stands.
  public enum Phase: String, Hashable, Sendable, Codable {
    /// `reset` has not been called yet.
    case unstarted
    /// Steps can be taken.
    case running
    /// The game has ended by its rules.
    case terminated
    /// The step limit has been reached.
    case truncated
  }

  /// The rules of the game.
  public let rules: Rules
  /// The number of steps after which an episode is truncated; `nil` for none.
  public let stepLimit: Int?

  @usableFromInline let spawner: TileSpawner
  @usableFromInline let winExponent: Int
  @usableFromInline var episode: Episode<State>
  @usableFromInline var steps = 0
  @usableFromInline var phase = Phase.unstarted
  @usableFromInline var mask: ActionMask = []
  @usableFromInline var largestExponent = 0

  /// Creates an environment; call `reset` to start the first episode.
  ///
  /// - Parameters:
  ///   - rules: The rules of the game.
  ///   - stepLimit: The number of steps after which an episode is truncated.
  ///   - seed: Seeds the first stream of random numbers, for a `reset()` without
  ///     a seed; drawn from the system's entropy unless given.
  /// - Throws: `RulesError` for rules that no game can have.
  /// - Precondition: `State.supports(rules.shape)`; `stepLimit` is above 0.
  public init(
    rules: Rules = Rules(), stepLimit: Int? = nil, seed: UInt64 = .random(in: .min ... .max)
  ) throws(RulesError) {
    try rules.validate()
    precondition(State.supports(rules.shape), "This kind of board cannot be \(rules.shape)")
    precondition(stepLimit.map { $0 > 0 } ?? true, "A step limit is at least 1")
    self.rules = rules
    self.stepLimit = stepLimit
    spawner = TileSpawner(rules: rules)
    winExponent = rules.winTile.trailingZeroBitCount
    episode = Episode(board: State(shape: rules.shape), random: RandomSource(seed: seed))
  }

  /// The four actions.
  public var actionSpace: ActionSpace { ActionSpace() }

  /// The exponents of the cells, UInt8 [rows, columns].
  public var observationSpace: ObservationSpace { ExponentEncoding().space(for: rules.shape) }

  /// The actions that change the board; none before `reset` and after the end.
  @inlinable
  public var actionMask: ActionMask { phase == .running ? mask : [] }

  /// The facts about the episode so far.
  @inlinable
  public var info: GameInfo { info(wasLegal: true, spawned: nil) }

  /// Starts the next episode on a board drawn by the rules.
  ///
  /// - Parameter seed: Starts a new stream of random numbers; `nil` continues
  ///   the stream.
  @inlinable
  public mutating func reset(seed: UInt64?) -> (observation: State, info: GameInfo) {
    let random = seed.map(RandomSource.init(seed:)) ?? episode.random
    return start(Episode(spawner: spawner, random: random))
  }

  /// Starts the next episode on a given board, with score 0.
  ///
  /// If no action is legal there, the episode is terminated at once.
  /// - Throws: `EnvironmentError.boardShape` if it is not that of the rules.
  public mutating func reset(
    to board: State, seed: UInt64? = nil
  ) throws(EnvironmentError) -> (observation: State, info: GameInfo) {
    try checkShape(of: board)
    let random = seed.map(RandomSource.init(seed:)) ?? episode.random
    return start(Episode(board: board, random: random))
  }

  /// Slides the tiles one way; if that changes the board, a tile appears.
  @inlinable
  public mutating func step(
    _ action: Action
  ) throws(EnvironmentError) -> Step<State, GameInfo> {
    guard phase == .running else { throw stepError }
    return takeStep(action)
  }

  /// Takes a step of a game that is running.
  @inlinable
  mutating func takeStep(_ action: Action) -> Step<State, GameInfo> {
    steps &+= 1
    var reward = 0
    var spawned: SpawnedTile?
    // The mask tells an illegal action sooner than its slide does.
    if mask.contains(action), let move = episode.play(action, spawner: spawner) {
      reward = move.reward
      spawned = move.spawned
      mask = episode.board.legalActions
      updateLargest(after: move)
      if mask.isEmpty || rules.endsAtWin && largestExponent >= winExponent { phase = .terminated }
    } else {
      switch rules.illegalAction {
      case .ignore: break
      case .penalty(let points): reward = -points
      case .terminate: phase = .terminated
      }
    }
    if phase == .running, let stepLimit, steps >= stepLimit { phase = .truncated }
    return Step(
      observation: episode.board, reward: reward,
      terminated: phase == .terminated, truncated: phase == .truncated,
      info: info(wasLegal: spawned != nil, spawned: spawned))
  }

  /// Brings the largest exponent up to date; it can only have grown if the
  /// merged tiles or the new one are worth more than the largest was.
  @inlinable
  mutating func updateLargest(after move: (reward: Int, spawned: SpawnedTile)) {
    if move.reward > 1 &<< largestExponent || move.spawned.exponent > largestExponent {
      largestExponent = episode.board.largestExponent
    }
  }

  @usableFromInline
  var stepError: EnvironmentError {
    phase == .unstarted ? .stepBeforeReset : .stepAfterEnd(truncated: phase == .truncated)
  }

  @inlinable
  mutating func start(_ newEpisode: Episode<State>) -> (observation: State, info: GameInfo) {
    episode = newEpisode
    steps = 0
    mask = episode.board.legalActions
    largestExponent = episode.board.largestExponent
    phase = mask.isEmpty ? .terminated : .running
    return (episode.board, info)
  }

  @inlinable
  func info(wasLegal: Bool, spawned: SpawnedTile?) -> GameInfo {
    GameInfo(
      score: episode.score, moves: episode.moves, largestExponent: largestExponent,
      hasWon: largestExponent >= winExponent, actionMask: actionMask, wasLegal: wasLegal,
      spawned: spawned)
  }

  private func checkShape(of board: State) throws(EnvironmentError) {
    guard board.shape == rules.shape else {
      throw .boardShape(found: board.shape, expected: rules.shape)
    }
  }
}

extension GameEnvironment {
  /// Everything that decides how an environment goes on, but for its rules.
  public struct Snapshot: Hashable, Sendable, Codable {
    /// Board, score, moves and generator.
    public var episode: Episode<State>
    /// The number of steps taken, illegal actions included.
    public var steps: Int
    /// Whether steps can be taken, and if not, why.
    public var phase: Phase
  }

  /// The whole state, to be restored later or elsewhere.
  public var snapshot: Snapshot { Snapshot(episode: episode, steps: steps, phase: phase) }

  /// Goes on from a state that `snapshot` gave.
  ///
  /// - Throws: `EnvironmentError` if the board's shape is not that of the
  ///   rules or the state contradicts itself; nothing is changed then.
  public mutating func restore(_ snapshot: Snapshot) throws(EnvironmentError) {
    let board = snapshot.episode.board
    try checkShape(of: board)
    let counts = [snapshot.steps, snapshot.episode.moves, snapshot.episode.score]
    guard counts.allSatisfy({ $0 >= 0 }) else {
      throw .inconsistentState(reason: "a count is negative")
    }
    guard snapshot.steps >= snapshot.episode.moves || snapshot.phase == .unstarted else {
      throw .inconsistentState(reason: "it has more moves than steps")
    }
    guard snapshot.phase != .running || !board.isTerminal else {
      throw .inconsistentState(reason: "it is running on a board without a legal action")
    }
    self = resumed(at: snapshot)
  }

  /// The environment with the state of a snapshot that is known to be right.
  func resumed(at snapshot: Snapshot) -> GameEnvironment {
    var environment = self
    environment.episode = snapshot.episode
    environment.steps = snapshot.steps
    environment.phase = snapshot.phase
    environment.mask = snapshot.episode.board.legalActions
    environment.largestExponent = snapshot.episode.board.largestExponent
    return environment
  }
}

/// What a step of `GameEnvironment` reports beside observation and reward.
public struct GameInfo: Hashable, Sendable {
  /// The sum of the rewards of legal moves since `reset`.
  public let score: Int
  /// The number of legal moves since `reset`.
  public let moves: Int
  /// The largest exponent on the board.
  public let largestExponent: Int
  /// Whether the win tile, or a larger one, is on the board.
  public let hasWon: Bool
  /// The actions that change the board; none after the end.
  public let actionMask: ActionMask
  /// Whether the action changed the board; true after a `reset`.
  public let wasLegal: Bool
  /// The tile that appeared; `nil` after an illegal action and a `reset`.
  public let spawned: SpawnedTile?

  /// The largest tile's face value.
  public var largestTile: Int { Tile.faceValue(ofExponent: largestExponent) }

  @inlinable
  init(
    score: Int, moves: Int, largestExponent: Int, hasWon: Bool, actionMask: ActionMask,
    wasLegal: Bool, spawned: SpawnedTile?
  ) {
    self.score = score
    self.moves = moves
    self.largestExponent = largestExponent
    self.hasWon = hasWon
    self.actionMask = actionMask
    self.wasLegal = wasLegal
    self.spawned = spawned
  }
}
