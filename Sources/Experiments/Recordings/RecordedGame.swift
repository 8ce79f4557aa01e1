import Env2048

/// A game move by move: what was played, what it brought and every board.
///
/// It is always the outcome of playing the actions anew under the rules: a recording that rules
/// and seed do not bear out cannot be made or read.
public struct RecordedGame: Equatable, Sendable {
  /// A move and what it did.
  public struct Move: Equatable, Sendable {
    /// The direction of the slide.
    public let action: Action
    /// The sum of the face values of the merged tiles.
    public let reward: Int
    /// The new tile.
    public let spawned: SpawnedTile
    /// The board with the new tile.
    public let board: Grid
  }

  /// Where a game stands among those it was played with, by score.
  public struct Rank: Equatable, Sendable {
    /// 1 for the lowest score, `games` for the highest.
    public let place: Int
    /// The number of games.
    public let games: Int

    /// Creates a rank.
    public init(place: Int, games: Int) {
      self.place = place
      self.games = games
    }

    /// Whether no game had a higher score.
    public var isBest: Bool { place == games }
    /// Whether the game is in the middle; of an even number, the lower of the two.
    public var isMedian: Bool { place == (games + 1) / 2 }
  }

  /// What played, such as `ntuple 4x6`.
  public let agent: String
  /// The rules of the game.
  public let rules: Rules
  /// Seeds the stream that all tiles come from.
  public let seed: UInt64
  /// Where it stands among the games of its evaluation.
  public let rank: Rank
  /// The board at the start.
  public let start: Grid
  /// The moves, in order.
  public let moves: [Move]

  /// The sum of the rewards.
  public var score: Int { moves.reduce(0) { $0 + $1.reward } }
  /// The board at the end.
  public var end: Grid { moves.last?.board ?? start }
  /// Whether no action is legal at the end.
  public var isOver: Bool { end.isTerminal }

  /// Plays a game.
  ///
  /// - Throws: `IllegalMove` for the first action that changes nothing.
  public init(
    agent: String, rules: Rules, seed: UInt64, rank: Rank, actions: [Action]
  ) throws(IllegalMove) {
    self.agent = agent
    self.rules = rules
    self.seed = seed
    self.rank = rank
    // The plain board of any size: a recording is also a check of the fast one.
    let spawner = TileSpawner(rules: rules)
    var episode = Episode<Grid>(spawner: spawner, random: RandomSource(seed: seed))
    start = episode.board
    var moves: [Move] = []
    moves.reserveCapacity(actions.count)
    for action in actions {
      guard let (reward, spawned) = episode.play(action, spawner: spawner) else {
        throw IllegalMove(index: moves.count, action: action)
      }
      moves.append(Move(action: action, reward: reward, spawned: spawned, board: episode.board))
    }
    self.moves = moves
  }

  /// An action in a game that changes nothing.
  public struct IllegalMove: Error, Equatable, CustomStringConvertible {
    /// The number of moves before it.
    public let index: Int
    /// The action.
    public let action: Action

    /// The message shown to the user.
    public var description: String {
      "Move \(index + 1), \(action.name), is not legal on its board."
    }
  }
}
