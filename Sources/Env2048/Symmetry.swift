/// One of the eight rotations and reflections of a square board.
///
/// A symmetry says which cell of the original each cell of the result shows:
/// first the optional transposition (rows become columns), then the optional
/// reversal of every row, then the optional reversal of the order of rows.
public struct Symmetry: Hashable, Sendable {
  /// Whether rows become columns.
  public let transposes: Bool
  /// Whether each row is reversed (left and right swapped).
  public let reversesRows: Bool
  /// Whether the order of the rows is reversed (top and bottom swapped).
  public let reversesColumns: Bool

  /// The symmetry that changes nothing.
  public static let identity = Symmetry(
    transposes: false, reversesRows: false, reversesColumns: false)

  /// All eight symmetries; the first four keep the numbers of rows and columns.
  public static let all: [Symmetry] = [false, true].flatMap { transposes in
    [false, true].flatMap { reversesColumns in
      [false, true].map { reversesRows in
        Symmetry(
          transposes: transposes, reversesRows: reversesRows, reversesColumns: reversesColumns)
      }
    }
  }

  /// The cell of the original that a cell of the result shows.
  ///
  /// - Parameters:
  ///   - cell: A cell of the result.
  ///   - shape: The shape of the original and of the result.
  /// - Precondition: `shape.symmetries.contains(self)`.
  public func source(ofCell cell: Int, shape: BoardShape) -> Int {
    var row = cell / shape.columns
    var column = cell % shape.columns
    if reversesColumns { row = shape.rows - 1 - row }
    if reversesRows { column = shape.columns - 1 - column }
    return transposes ? column * shape.columns + row : row * shape.columns + column
  }
}

extension BoardShape {
  /// The symmetries that map the shape onto itself: 8 for a square, else 4.
  public var symmetries: ArraySlice<Symmetry> {
    rows == columns ? Symmetry.all[...] : Symmetry.all[..<4]
  }
}
