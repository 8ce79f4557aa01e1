import Console
import Env2048

/// Where the parts of a scene stand in a window.
struct Arrangement {
  /// Some lines, one under the other.
  struct Block {
    let row: Int
    let column: Int
    let lines: [StyledLine]
  }

  /// How the board is drawn.
  let board: BoardLayout
  /// The first row of the board.
  let boardRow: Int
  /// The first column of the board.
  let boardColumn: Int
  /// All but the board.
  let blocks: [Block]

  /// The least width of the column beside the board.
  private static let panelWidth = 32
  /// The free columns between the board and what stands beside it.
  private static let gap = 3

  /// Finds the finest way to show everything; `nil` if the board does not fit.
  ///
  /// Large cells come before small ones, a column beside the board before lines around it, and
  /// whole numbers before all.
  init?(_ scene: Scene, columns: Int, rows: Int) {
    let digits = String(scene.largestTile).count
    for mustShowDigits in [true, false] {
      for kind in BoardLayout.kinds {
        let fit = { (columns: Int, rows: Int) in
          BoardLayout(
            scene.shape, kind: kind, digits: digits, mustShowDigits: mustShowDigits,
            columns: columns, rows: rows)
        }
        if let board = fit(columns - Self.panelWidth - Self.gap - 1, rows),
          let beside = Self(beside: board, scene, columns: columns, rows: rows)
        {
          self = beside
          return
        }
        if let board = fit(columns, rows - 1) {
          self.init(around: board, scene, columns: columns, rows: rows)
          return
        }
      }
    }
    return nil
  }

  /// The smallest window in which a board of this size is shown.
  static func smallest(_ shape: BoardShape) -> (columns: Int, rows: Int) {
    (shape.columns * (TileLabel.minimumWidth + 1) - 1, shape.rows + 1)
  }

  /// Everything in a column beside the board; `nil` if it is too tall for the window.
  private init?(beside board: BoardLayout, _ scene: Scene, columns: Int, rows: Int) {
    let column = 1 + board.columns + Self.gap
    let text = SceneText(scene, width: columns - column)
    let sections = [text.counts, text.notice, text.agent, text.keys].filter { !$0.isEmpty }
    let lines = Array(sections.joined(separator: [StyledLine("")]))
    guard lines.count <= rows else { return nil }
    let height = max(board.rows, lines.count)
    let top = min((rows - height) / 2, 1)
    self.init(
      board: board, boardRow: top, boardColumn: 1,
      blocks: [Block(row: top, column: column, lines: lines)])
  }

  /// The counts above the board, the rest below it as far as there is room.
  private init(around board: BoardLayout, _ scene: Scene, columns: Int, rows: Int) {
    let text = SceneText(scene, width: columns)
    let below = (text.notice + text.agentInShort + text.keysInShort).prefix(rows - board.rows - 1)
    self.init(
      board: board, boardRow: 1, boardColumn: 0,
      blocks: [
        Block(row: 0, column: 0, lines: [text.countsInShort]),
        Block(row: 1 + board.rows, column: 0, lines: Array(below)),
      ])
  }

  private init(board: BoardLayout, boardRow: Int, boardColumn: Int, blocks: [Block]) {
    self.board = board
    self.boardRow = boardRow
    self.boardColumn = boardColumn
    self.blocks = blocks
  }
}
