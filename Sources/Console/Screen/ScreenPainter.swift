/// Brings a terminal from one picture to the next, sending only what differs.
public struct ScreenPainter: Sendable {
  private let depth: ColorDepth
  private var shown: Canvas?

  /// Creates a painter who knows nothing yet of what the window shows.
  ///
  /// - Parameter depth: The colours that the terminal shows.
  public init(depth: ColorDepth) { self.depth = depth }

  /// Forgets what the window shows, as after a program that drew over it.
  public mutating func forget() { shown = nil }

  /// The text that makes the window show a picture.
  public mutating func text(drawing canvas: Canvas) -> String {
    var text = ""
    let before: Canvas
    if let shown, (shown.columns, shown.rows) == (canvas.columns, canvas.rows) {
      before = shown
    } else {
      text = ControlSequence.clear
      before = Canvas(columns: canvas.columns, rows: canvas.rows)
    }
    shown = canvas
    for row in 0..<canvas.rows {
      let range = (row * canvas.columns)..<((row + 1) * canvas.columns)
      guard before.cells[range] != canvas.cells[range] else { continue }
      text += changes(in: range, from: before, to: canvas, row: row)
    }
    return text
  }

  /// One row's places that differ, in runs of one style.
  private func changes(
    in range: Range<Int>, from before: Canvas, to after: Canvas, row: Int
  ) -> String {
    var text = ""
    var index = range.lowerBound
    while index < range.upperBound {
      guard before.cells[index] != after.cells[index] else {
        index += 1
        continue
      }
      text += ControlSequence.move(row: row, column: index - range.lowerBound)
      while index < range.upperBound, before.cells[index] != after.cells[index] {
        let style = after.cells[index].style
        let end = (index..<range.upperBound).first {
          after.cells[$0].style != style || before.cells[$0] == after.cells[$0]
        }
        let run = after.cells[index..<(end ?? range.upperBound)]
        text += style.applied(to: String(run.map(\.character)), depth: depth)
        index = run.endIndex
      }
    }
    return text
  }
}

/// The few commands to a terminal that are not about colours (ECMA-48, and xterm's private modes).
enum ControlSequence {
  /// Empties the window.
  static let clear = "\u{1B}[2J"

  /// Goes to a place, counted from 0.
  static func move(row: Int, column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }

  /// Keeps the cursor's place and shows the second screen.
  static let enterScreen = "\u{1B}[?1049h"

  /// Hides the cursor; a line that is full does not begin the next.
  static let prepareScreen = "\u{1B}[?25l\u{1B}[?7l"

  /// Undoes both: what was on the screen before is there again.
  static let leaveScreen = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
}
