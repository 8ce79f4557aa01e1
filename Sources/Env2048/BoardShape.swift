/// The number of rows and columns of a board.
public struct BoardShape: Hashable, Sendable {
  /// The number of rows, 1…8.
  public let rows: Int
  /// The number of columns, 1…8.
  public let columns: Int

  /// The largest number of rows or columns.
  public static let maximumSide = 8

  /// The usual board of 4 rows and 4 columns.
  public static let standard = BoardShape(uncheckedRows: 4, columns: 4)

  /// Creates a shape on which a game can be played.
  ///
  /// - Throws: `BoardError.shape` unless both sides are in 1…8 and there are
  ///   at least two cells, which the two starting tiles need.
  public init(rows: Int, columns: Int) throws(BoardError) {
    let sides = 1...Self.maximumSide
    guard sides.contains(rows), sides.contains(columns), rows * columns >= 2 else {
      throw .shape(rows: rows, columns: columns)
    }
    self.init(uncheckedRows: rows, columns: columns)
  }

  private init(uncheckedRows rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// The number of cells.
  @inlinable
  public var cellCount: Int { rows &* columns }

  /// The largest exponent that play from an empty board can reach: every cell
  /// down to a 4-tile is needed for it, so it is the number of cells plus 1.
  public var largestReachableExponent: Int { min(cellCount + 1, Tile.maximumExponent) }

  /// The largest sum of face values that play can reach: one tile of each
  /// exponent from the largest reachable one down to 2, which fills the board.
  ///
  /// No game that starts below it can pass it, for the sum grows by 2 or 4 and
  /// would have to stop on this dead board, or on the next even number, which
  /// takes one cell more. So no tile beyond `largestReachableExponent` can come
  /// of a board that keeps to it. Above 60 cells, where `Int` is too small, it
  /// is 3 · 2^61, a limit far out of reach that two tiles of 2^62 exceed.
  public var largestReachableTileSum: Int {
    cellCount <= 60 ? (1 << (cellCount + 2)) - 4 : 3 << 61
  }
}

extension BoardShape: CustomStringConvertible {
  /// Rows and columns, such as `4x4`.
  public var description: String { "\(rows)x\(columns)" }
}

extension BoardShape: Codable {
  private enum CodingKeys: String, CodingKey {
    case rows
    case columns
  }

  /// Reads a shape and refuses one that no board can have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let rows = try container.decode(Int.self, forKey: .rows)
    let columns = try container.decode(Int.self, forKey: .columns)
    do {
      try self.init(rows: rows, columns: columns)
    } catch {
      throw decoder.corrupted(error.description)
    }
  }

  /// Writes the numbers of rows and columns.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rows, forKey: .rows)
    try container.encode(columns, forKey: .columns)
  }
}
