/// What is wrong with a board that came from outside.
public enum BoardError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No game can be played on a board of this shape.
  case shape(rows: Int, columns: Int)
  /// The kind of board cannot have this shape.
  case unsupportedShape(BoardShape, expected: BoardShape)
  /// The text has rows of different lengths.
  case raggedRow(row: Int, found: Int, expected: Int)
  /// A cell's text is neither 0 (or `.`) nor a power of two from 2 up.
  case notATile(text: String, row: Int, column: Int)
  /// A tile is too large for the board.
  case tooLarge(exponent: Int, cell: Int, maximum: Int)
  /// The tiles add up to more than play can reach on the shape.
  case tileSum(shape: BoardShape, maximum: Int)
  /// The number of cells does not fit the shape.
  case cellCount(found: Int, expected: Int)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .shape(let rows, let columns):
      "Board of \(rows)x\(columns): expected 1 to 8 rows and columns and at least 2 cells."
    case .unsupportedShape(let found, let expected):
      "Board of \(found): expected \(expected)."
    case .raggedRow(let row, let found, let expected):
      "Board row \(row) has \(found) cells: expected \(expected) as in row 0."
    case .notATile(let text, let row, let column):
      "Board row \(row), column \(column) holds '\(text)': expected 0 or '.' for an empty cell, "
        + "or a power of two from 2 up."
    case .tooLarge(let exponent, let cell, let maximum):
      "Board cell \(cell) holds 2^\(exponent): expected at most 2^\(maximum)."
    case .tileSum(let shape, let maximum):
      "Board's tiles add up to too much: expected at most \(maximum), "
        + "the most that play can reach on \(shape)."
    case .cellCount(let found, let expected):
      "Board has \(found) cells: expected \(expected)."
    }
  }
}
