/// One episode in progress: the position, what has been counted, and the
/// stream of random numbers that its tiles come from.
///
/// The one place where a move is made: slide, score, new tile. Environments,
/// games of a person and agents that play by themselves all hold one.
public struct Episode<State: BoardState>: Hashable, Sendable {
  /// The board, with the newest tile.
  public var board: State
  /// The sum of the rewards so far.
  public var score = 0
  /// The number of legal moves so far.
  public var moves = 0
  /// The stream of random numbers.
  public var random: RandomSource

  /// Starts an episode on a board drawn by the rules.
  @inlinable
  public init(spawner: TileSpawner, random: RandomSource) {
    var random = random
    self.init(board: spawner.startingBoard(using: &random), random: random)
  }

  /// Starts or continues an episode on a given board.
  @inlinable
  public init(board: State, score: Int = 0, moves: Int = 0, random: RandomSource) {
    self.board = board
    self.score = score
    self.moves = moves
    self.random = random
  }

  /// Makes one move.
  ///
  /// - Returns: The reward and the new tile; `nil`, with nothing changed, if
  ///   the action is illegal.
  @inlinable
  public mutating func play(
    _ action: Action, spawner: TileSpawner
  ) -> (reward: Int, spawned: SpawnedTile)? {
    guard let (afterstate, reward) = board.sliding(action) else { return nil }
    return (reward, advance(to: afterstate, reward: reward, spawner: spawner))
  }

  /// Makes a move whose afterstate and reward are known already.
  ///
  /// - Returns: The new tile.
  /// - Precondition: `afterstate` and `reward` are those of a legal action.
  @inlinable
  @discardableResult
  public mutating func advance(
    to afterstate: State, reward: Int, spawner: TileSpawner
  ) -> SpawnedTile {
    board = afterstate
    score &+= reward
    moves &+= 1
    return spawner.spawn(on: &board, using: &random)
  }
}

extension Episode: Codable {}
