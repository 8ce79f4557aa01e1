/// A position of the game: what the rules need to know of a board.
///
/// `Board` (4×4, bits) and `Grid` (any size, a byte a cell) both are one.
/// Environments and agents are generic over it. A board state is a plain
/// value: a copy never changes when the original does.
///
/// Cells are numbered row by row from 0 at the top left.
public protocol BoardState: Hashable, Sendable, CustomStringConvertible, Codable {
  /// Creates a board without tiles.
  ///
  /// - Precondition: `Self.supports(shape)`.
  init(shape: BoardShape)

  /// Whether this kind of board can have the shape.
  static func supports(_ shape: BoardShape) -> Bool

  /// The number of rows and columns.
  var shape: BoardShape { get }

  /// The largest exponent a cell can store.
  var maximumExponent: Int { get }

  /// The exponent in a cell: 0 empty, 1 the 2-tile, 11 the 2048-tile.
  ///
  /// - Precondition: The cell is on the board; a new exponent is in
  ///   `0...maximumExponent`.
  subscript(cell: Int) -> Int { get set }

  /// Slides every tile one way and merges equal neighbours once, the pair
  /// nearest the wall first.
  ///
  /// - Parameter action: The direction of the slide.
  /// - Returns: The afterstate and the reward, the sum of the face values of
  ///   the merged tiles; `nil` if the slide changes nothing.
  func sliding(_ action: Action) -> (afterstate: Self, reward: Int)?

  /// The afterstates and rewards of all four actions at once.
  var afterstates: Afterstates<Self> { get }

  /// The actions whose slide changes the board.
  var legalActions: ActionMask { get }

  /// The number of cells without a tile.
  var emptyCount: Int { get }

  /// The largest exponent on the board; 0 on an empty board.
  var largestExponent: Int { get }

  /// Puts a tile on the empty cell with the given rank, counted from cell 0.
  ///
  /// - Returns: The cell that received the tile.
  /// - Precondition: `0 <= rank < emptyCount`; `exponent` is 1 or 2.
  @discardableResult
  mutating func placeTile(exponent: Int, onEmptyCell rank: Int) -> Int

  /// The board as seen under a symmetry of its shape.
  ///
  /// - Precondition: `shape.symmetries.contains(symmetry)`.
  func applying(_ symmetry: Symmetry) -> Self
}

/// What each of the four actions would do to one board.
public struct Afterstates<State: BoardState>: Sendable {
  /// The actions that change the board.
  public let legal: ActionMask
  @usableFromInline let states: InlineArray<4, State>
  /// For each action, the sum of the face values of the tiles that it merges.
  public let rewards: SIMD4<Int>

  @inlinable
  init(legal: ActionMask, states: InlineArray<4, State>, rewards: SIMD4<Int>) {
    self.legal = legal
    self.states = states
    self.rewards = rewards
  }

  /// The afterstate of an action; the board itself if the action is illegal.
  @inlinable
  public subscript(action: Action) -> State {
    // SAFETY: actions have the numbers 0 to 3.
    unsafe states[unchecked: Int(action.rawValue)]
  }

  /// The sum of the face values of the tiles that an action merges.
  @inlinable
  public func reward(_ action: Action) -> Int { rewards[Int(action.rawValue)] }
}

extension BoardState {
  /// Whether no action is legal.
  @inlinable
  public var isTerminal: Bool { legalActions.isEmpty }

  /// The largest tile's face value; 0 on an empty board.
  @inlinable
  public var largestTile: Int { Tile.faceValue(ofExponent: largestExponent) }

  /// The exponents of all cells, row by row.
  public var exponents: [Int] { (0..<shape.cellCount).map { self[$0] } }

  /// The sum of all face values.
  public var tileSum: Int {
    (0..<shape.cellCount).reduce(0) { $0 + Tile.faceValue(ofExponent: self[$1]) }
  }

  /// Creates a board from exponents, row by row.
  ///
  /// - Throws: `BoardError` if the shape is not supported, the number of
  ///   cells is wrong, or the tiles are larger than play can make them: no
  ///   game from an accepted board overflows a cell or an observation.
  public init(shape: BoardShape = .standard, exponents: [Int]) throws(BoardError) {
    guard Self.supports(shape) else { throw .unsupportedShape(shape, expected: .standard) }
    guard exponents.count == shape.cellCount else {
      throw .cellCount(found: exponents.count, expected: shape.cellCount)
    }
    self.init(shape: shape)
    let maximum = min(maximumExponent, shape.largestReachableExponent)
    var tileSumLeft = shape.largestReachableTileSum
    for (cell, exponent) in exponents.enumerated() {
      guard (0...maximum).contains(exponent) else {
        throw .tooLarge(exponent: exponent, cell: cell, maximum: maximum)
      }
      tileSumLeft -= Tile.faceValue(ofExponent: exponent)
      guard tileSumLeft >= 0 else {
        throw .tileSum(shape: shape, maximum: shape.largestReachableTileSum)
      }
      self[cell] = exponent
    }
  }
}
