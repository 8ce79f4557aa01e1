/// Draws boards as plain text, without colours or control characters.
///
/// Every cell is as wide as the board's widest tile, so that columns line up
/// for any shape and for tiles of any size:
///
///     boxes                compact
///     ┌──────┬──────┐
///     │    2 │      │         2    .
///     ├──────┼──────┤         4 1024
///     │    4 │ 1024 │
///     └──────┴──────┘
public struct BoardRenderer: Hashable, Sendable {
  /// How much room a drawing takes.
  public enum Style: String, CaseIterable, Hashable, Sendable, Codable {
    /// Boxes of lines around the cells; an empty cell is blank.
    case boxes
    /// A line a row, with a point for an empty cell; `BoardState.init(text:)`
    /// reads it back.
    case compact
  }

  /// How much room a drawing takes.
  public var style: Style
  /// The least number of characters a tile's number gets, so that a drawing
  /// keeps its size while the tiles are small.
  public var minimumWidth: Int

  /// Creates a renderer.
  ///
  /// - Precondition: `minimumWidth` is not negative.
  public init(style: Style = .boxes, minimumWidth: Int = 4) {
    precondition(minimumWidth >= 0, "A width is 0 or more characters")
    self.style = style
    self.minimumWidth = minimumWidth
  }

  /// Returns the drawing of a board: lines with a line end between them and
  /// none after the last.
  public func render(_ board: some BoardState) -> String {
    let width = max(minimumWidth, String(board.largestTile).count)
    let rows = (0..<board.shape.rows).map { row in
      (0..<board.shape.columns).map { column in
        label(ofExponent: board[row * board.shape.columns + column], width: width)
      }
    }
    return switch style {
    case .compact: rows.map { $0.joined(separator: " ") }.joined(separator: "\n")
    case .boxes: boxed(rows, width: width)
    }
  }

  /// A cell's text, padded on the left.
  private func label(ofExponent exponent: Int, width: Int) -> String {
    let empty = style == .compact ? "." : ""
    let text = exponent == 0 ? empty : String(Tile.faceValue(ofExponent: exponent))
    return String(repeating: " ", count: width - text.count) + text
  }

  private func boxed(_ rows: [[String]], width: Int) -> String {
    let line = String(repeating: "─", count: width + 2)
    let columns = rows.first?.count ?? 0
    let rule = { (left: String, cross: String, right: String) in
      left + repeatElement(line, count: columns).joined(separator: cross) + right
    }
    let body = rows.map { "│ " + $0.joined(separator: " │ ") + " │" }
    let between = "\n" + rule("├", "┼", "┤") + "\n"
    return rule("┌", "┬", "┐") + "\n" + body.joined(separator: between) + "\n"
      + rule("└", "┴", "┘")
  }
}
