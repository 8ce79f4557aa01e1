import Console
import Env2048

/// Draws a scene for a window of any size.
///
/// Where there is room, all but the board stands in a column to the right of it; else above and
/// below it, and what finds no place is left out, the keys first. A board that does not fit even
/// with its smallest cells gives way to a notice that says how large a window it needs.
public struct SceneView: Sendable {
  private let theme: Theme
  private let depth: ColorDepth

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - theme: The colours of the board.
  ///   - depth: What the terminal shows of them.
  public init(theme: Theme, depth: ColorDepth) {
    self.theme = theme
    self.depth = depth
  }

  /// Draws a scene.
  ///
  /// - Parameters:
  ///   - scene: What there is to see.
  ///   - columns: The columns of the window.
  ///   - rows: The rows of the window.
  public func canvas(_ scene: Scene, columns: Int, rows: Int) -> Canvas {
    var canvas = Canvas(columns: max(columns, 0), rows: max(rows, 0))
    guard let arrangement = Arrangement(scene, columns: columns, rows: rows) else {
      drawTooSmall(scene, on: &canvas)
      return canvas
    }
    let board = arrangement.board
    let view = BoardView(theme: theme, depth: depth)
    view.draw(
      scene.exponents, board, on: &canvas, row: arrangement.boardRow,
      column: arrangement.boardColumn)
    for block in arrangement.blocks {
      for (offset, line) in block.lines.enumerated() {
        canvas.write(line.text, row: block.row + offset, column: block.column, style: line.style)
      }
    }
    return canvas
  }

  private func drawTooSmall(_ scene: Scene, on canvas: inout Canvas) {
    let needed = Arrangement.smallest(scene.shape)
    let lines = [
      "Too small", "need \(needed.columns)x\(needed.rows)",
      "have \(canvas.columns)x\(canvas.rows)", "q: quit",
    ]
    for (row, line) in lines.enumerated() { canvas.write(line, row: row, column: 0) }
  }
}
