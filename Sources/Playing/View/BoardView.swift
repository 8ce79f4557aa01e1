import Console
import Env2048

/// Draws a board: tiles in the colours of a theme, or lines where there are no colours.
struct BoardView {
  /// The colours.
  let theme: Theme
  /// What the terminal shows of them.
  let depth: ColorDepth

  /// Draws the cells from a place of the canvas on.
  func draw(
    _ exponents: [Int], _ layout: BoardLayout, on canvas: inout Canvas, row: Int, column: Int
  ) {
    let ground = TextStyle(background: TerminalColor(theme.board))
    if depth > .none {
      canvas.fill(
        rows: row..<(row + layout.rows), columns: column..<(column + layout.columns), style: ground)
    } else if layout.hasLines {
      drawLines(layout, on: &canvas, row: row, column: column)
    }
    for (cell, exponent) in exponents.enumerated() {
      let left = column + layout.column(ofCell: cell)
      let top = row + layout.row(ofCell: cell)
      let style = style(ofExponent: exponent)
      canvas.fill(
        rows: top..<(top + layout.cellHeight), columns: left..<(left + layout.cellWidth),
        style: style)
      let isBare = depth == .none && !layout.hasLines && exponent == 0
      let text =
        isBare ? "." : TileLabel.text(ofExponent: exponent, width: layout.cellWidth)
      let indent = (layout.cellWidth - text.count + 1) / 2
      canvas.write(text, row: top + layout.cellHeight / 2, column: left + indent, style: style)
    }
  }

  /// How a cell looks.
  func style(ofExponent exponent: Int) -> TextStyle {
    guard depth > .none else { return TextStyle() }
    guard exponent > 0 else { return TextStyle(background: TerminalColor(theme.empty)) }
    let colors = theme.colors(ofExponent: exponent)
    let background = TerminalColor(colors.background)
    let text = TerminalColor(colors.text).legible(on: background, depth: depth)
    return TextStyle(isBold: true, foreground: text, background: background)
  }

  private func drawLines(_ layout: BoardLayout, on canvas: inout Canvas, row: Int, column: Int) {
    let line = String(repeating: "─", count: layout.cellWidth)
    let lines = Array(repeating: line, count: layout.shape.columns)
    let spaces = lines.map { _ in String(repeating: " ", count: layout.cellWidth) }
    let rule = { (left: String, cross: String, right: String, parts: [String]) in
      left + parts.joined(separator: cross) + right
    }
    for offset in 0..<layout.rows {
      let text =
        switch offset {
        case 0: rule("┌", "┬", "┐", lines)
        case layout.rows - 1: rule("└", "┴", "┘", lines)
        case let inner where inner.isMultiple(of: layout.cellHeight + 1):
          rule("├", "┼", "┤", lines)
        default: rule("│", "│", "│", spaces)
        }
      canvas.write(text, row: row + offset, column: column)
    }
  }
}

extension TerminalColor {
  /// The colour of a theme.
  init(_ color: Theme.Color) {
    self.init(red: color.red, green: color.green, blue: color.blue)
  }

  /// This colour, or black or white where few colours would leave it hard to read.
  ///
  /// With 16 colours, letters and what is behind them may come out alike.
  func legible(on background: TerminalColor, depth: ColorDepth) -> TerminalColor {
    let behind = background.shown(at: depth).brightness
    guard depth < .trueColor, abs(shown(at: depth).brightness - behind) < 90 else { return self }
    let shade: UInt8 = behind > 128 ? 0 : 255
    return TerminalColor(red: shade, green: shade, blue: shade)
  }

  /// How bright the eye finds it, 0...255 (the luma of ITU-R BT.601).
  private var brightness: Double {
    0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
  }
}
