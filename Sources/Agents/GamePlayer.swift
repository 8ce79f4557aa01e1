import Env2048

/// How one game went.
public struct GameResult: Hashable, Sendable, Codable {
  /// The sum of the rewards.
  public var score: Int
  /// The number of legal moves.
  public var moves: Int
  /// The largest exponent on the last board.
  public var largestExponent: Int

  /// Creates a result.
  public init(score: Int, moves: Int, largestExponent: Int) {
    self.score = score
    self.moves = moves
    self.largestExponent = largestExponent
  }

  /// The result of an episode that has ended.
  init(_ episode: Episode<some BoardState>) {
    self.init(
      score: episode.score, moves: episode.moves,
      largestExponent: episode.board.largestExponent)
  }
}

/// Plays whole games by a fixed policy.
///
/// The seam at which the kind of policy and board is erased: one dynamic call
/// a game, none a move.
public protocol GamePlayer: Sendable {
  /// Plays one game to its end.
  ///
  /// - Parameters:
  ///   - rules: The rules of the game.
  ///   - seed: Seeds the game's tiles; the policy's own draws come from a
  ///     stream split off. The same seed gives the same game.
  func play(rules: Rules, seed: UInt64) -> GameResult

  /// Plays one game as `play` does.
  ///
  /// - Returns: The actions it chose, all of them legal.
  func actions(rules: Rules, seed: UInt64) -> [Action]

  /// Plays games until there is no further seed, each as `play` does.
  ///
  /// - Parameters:
  ///   - rules: The rules of the games.
  ///   - nextSeed: Gives the seed of the next game; `nil` if no further game is
  ///     to be started.
  ///   - finish: Receives the seed of a game that has ended, and its result.
  func playAll(
    rules: Rules, nextSeed: () -> UInt64?, finish: (UInt64, GameResult) -> Void)
}

extension GamePlayer {
  /// Plays one game after the other.
  public func playAll(
    rules: Rules, nextSeed: () -> UInt64?, finish: (UInt64, GameResult) -> Void
  ) {
    while let seed = nextSeed() { finish(seed, play(rules: rules, seed: seed)) }
  }
}

/// Plays games by a `Policy`.
public struct PolicyPlayer<P: Policy>: GamePlayer {
  /// The policy.
  public let policy: P

  /// Creates a player.
  public init(_ policy: P) { self.policy = policy }

  /// Plays one game to its end.
  ///
  /// A policy chooses among legal actions, each of which adds a tile, so that
  /// every game ends. One that answers with an illegal action stops there.
  ///
  /// The list holds what the programs can make; any other policy plays the
  /// same, in code that is not specialised and twenty times slower.
  @specialized(where P == RandomPolicy<Board>)
  @specialized(where P == GreedyRewardPolicy<Board>)
  @specialized(where P == GreedyPolicy<NTupleNetwork<Board>>)
  @specialized(where P == GreedyPolicy<NTupleNetwork<Grid>>)
  @specialized(where P == GreedyPolicy<RowHeuristic>)
  @specialized(where P == Expectimax<NTupleNetwork<Board>>)
  @specialized(where P == Expectimax<NTupleNetwork<Grid>>)
  @specialized(where P == Expectimax<RowHeuristic>)
  @specialized(where P == GreedyPolicy<MLPNetwork>)
  @specialized(where P == GreedyPolicy<SymmetricValue<MLPNetwork>>)
  @specialized(where P == Expectimax<MLPNetwork>)
  @specialized(where P == Expectimax<SymmetricValue<MLPNetwork>>)
  @specialized(where P == DQNPolicy)
  @specialized(where P == Expectimax<ZeroValue<Board>>)
  @specialized(where P == Expectimax<ZeroValue<Grid>>)
  @specialized(where P == Minimax<NTupleNetwork<Board>>)
  @specialized(where P == Minimax<NTupleNetwork<Grid>>)
  @specialized(where P == Minimax<RowHeuristic>)
  @specialized(where P == Minimax<ZeroValue<Board>>)
  @specialized(where P == TileDowngrading<GreedyPolicy<NTupleNetwork<Board>>>)
  @specialized(where P == TileDowngrading<GreedyPolicy<RowHeuristic>>)
  @specialized(where P == TileDowngrading<Expectimax<NTupleNetwork<Board>>>)
  @specialized(where P == TileDowngrading<Expectimax<RowHeuristic>>)
  @specialized(where P == TileDowngrading<Minimax<NTupleNetwork<Board>>>)
  @specialized(where P == TileDowngrading<Minimax<RowHeuristic>>)
  public func play(rules: Rules, seed: UInt64) -> GameResult {
    GameResult(episode(rules: rules, seed: seed) { _ in })
  }

  /// Plays one game as `play` does, and returns the actions instead of the result.
  public func actions(rules: Rules, seed: UInt64) -> [Action] {
    var actions: [Action] = []
    _ = episode(rules: rules, seed: seed) { actions.append($0) }
    return actions
  }

  /// Plays one game to its end.
  ///
  /// - Parameter note: Told every action.
  @inline(__always)
  private func episode(
    rules: Rules, seed: UInt64, note: (Action) -> Void
  ) -> Episode<P.State> {
    let spawner = TileSpawner(rules: rules)
    var episode = Episode<P.State>(spawner: spawner, random: RandomSource(seed: seed))
    var ownSource = RandomSource(seed: seed)
    var own = ownSource.split()
    while let action = policy.action(for: episode.board, using: &own) {
      guard episode.play(action, spawner: spawner) != nil else { break }
      note(action)
    }
    return episode
  }
}
