import Env2048

/// How large the cells of a board are drawn, and what lies between them.
///
///     ┌──────┬──────┐
///     │      │      │
///     │    2 │ 1024 │    cells of 6 × 3 with lines
///     │      │      │
///     └──────┴──────┘
///         2 1024         cells of 4 × 1 without
struct BoardLayout: Hashable {
  /// The size of the board.
  let shape: BoardShape
  /// The columns of a cell.
  let cellWidth: Int
  /// The rows of a cell.
  let cellHeight: Int
  /// Whether lines separate the rows of cells and surround the board.
  let hasLines: Bool

  /// The columns of the whole board; cells are a column apart.
  var columns: Int { shape.columns * (cellWidth + 1) + (hasLines ? 1 : -1) }

  /// The rows of the whole board.
  var rows: Int { shape.rows * (cellHeight + (hasLines ? 1 : 0)) + (hasLines ? 1 : 0) }

  /// The first column of a cell.
  func column(ofCell cell: Int) -> Int {
    cell % shape.columns * (cellWidth + 1) + (hasLines ? 1 : 0)
  }

  /// The first row of a cell.
  func row(ofCell cell: Int) -> Int {
    cell / shape.columns * (cellHeight + (hasLines ? 1 : 0)) + (hasLines ? 1 : 0)
  }

  /// The kinds of cells, the finest first.
  static let kinds = [
    (height: 3, hasLines: true), (height: 1, hasLines: true), (height: 1, hasLines: false),
  ]

  /// The layout with the widest useful cells; `nil` if the board does not fit.
  ///
  /// - Parameters:
  ///   - shape: The size of the board.
  ///   - kind: The height of a cell, and whether there are lines.
  ///   - digits: The length of the longest number on the board.
  ///   - mustShowDigits: Whether cells too narrow for that number are refused.
  ///   - columns: The columns there are.
  ///   - rows: The rows there are.
  init?(
    _ shape: BoardShape, kind: (height: Int, hasLines: Bool), digits: Int, mustShowDigits: Bool,
    columns: Int, rows: Int
  ) {
    let widest = (columns + (kind.hasLines ? -1 : 1)) / shape.columns - 1
    let useful = max(digits + 2, kind.height == 1 ? 6 : 8)
    self.shape = shape
    cellWidth = min(widest, useful)
    cellHeight = kind.height
    hasLines = kind.hasLines
    let narrowest = mustShowDigits ? max(digits, 4) : TileLabel.minimumWidth
    guard cellWidth >= narrowest, self.rows <= rows else { return nil }
  }
}
