import Console
import Env2048

/// What there is to see at one moment of a sitting: all that a view knows.
///
/// A plain value without the rules of the game, so that a view can be tested with any board.
public struct Scene: Hashable, Sendable {
  /// The number of rows and columns.
  public var shape: BoardShape
  /// The exponents, row by row; 0 is an empty cell.
  public var exponents: [Int]
  /// The score of the game.
  public var score = 0
  /// The best score of any game.
  public var bestScore = 0
  /// The number of moves since the game began.
  public var moves = 0
  /// What the player is told.
  public var notice: Notice?
  /// The agent's name.
  public var agent = ""
  /// What the agent thinks of the board, if that is shown.
  public var advice: Advice?
  /// Whether the agent plays.
  public var isAgentPlaying = false
  /// How fast the agent plays.
  public var speed = AgentSpeed.default
  /// The measured speed of the agent; `nil` while it does not play.
  public var movesPerSecond: Double?

  /// The largest face value on the board.
  public var largestTile: Int { Tile.faceValue(ofExponent: exponents.max() ?? 0) }

  /// Where the game stands, in one line.
  public var summary: String {
    "score \(Format.grouped(score)), largest tile \(Format.grouped(largestTile)), "
      + "\(Format.grouped(moves)) moves"
  }
}
