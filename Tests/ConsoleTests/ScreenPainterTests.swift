import TestSupport
import Testing

@testable import Console

@Suite struct ScreenPainterTests {
  static let red = TextStyle(foreground: TerminalColor(red: 255, green: 0, blue: 0))

  @Test("A canvas cuts off what lies outside")
  func cutting() {
    var canvas = Canvas(columns: 5, rows: 2)
    canvas.write("abcdefg", row: 0, column: -1)
    canvas.write("xyz", row: 1, column: 3)
    canvas.write("no", row: 2, column: 0)
    canvas.write("no", row: -1, column: 0)
    #expect(canvas.lines == ["bcdef", "   xy"])
    canvas.fill(rows: -3..<1, columns: 2..<99, style: Self.red)
    #expect(canvas.lines == ["bc", "   xy"])
    #expect(Canvas(columns: 0, rows: 0).lines == [])
  }

  @Test("Characters that could move others appear as question marks")
  func unsafeCharacters() {
    var canvas = Canvas(columns: 12, rows: 1)
    canvas.write("a\u{1B}[2Jé語🙂\u{301}│↑", row: 0, column: 0)
    #expect(canvas.lines == ["a?[2Jé??│↑"])
  }

  @Test("What is painted is what a terminal shows, picture after picture")
  func pictures() {
    var generator = SystemRandomNumberGenerator()
    var painter = ScreenPainter(depth: .ansi16)
    var screen = ScreenModel(columns: 12, rows: 5)
    var canvas = Canvas(columns: 12, rows: 5)
    for round in 0..<300 {
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        let style = [TextStyle(), .bold, Self.red].randomElement(using: &generator) ?? TextStyle()
        canvas.write(
          ["2", "1024", "    ", "┌──┐"].randomElement(using: &generator) ?? "",
          row: Int.random(in: 0..<5, using: &generator),
          column: Int.random(in: -2..<12, using: &generator), style: style)
      }
      if round.isMultiple(of: 50) { painter.forget() }
      screen.feed(painter.text(drawing: canvas))
      #expect(screen.lines == canvas.lines)
      for (index, cell) in canvas.cells.enumerated() {
        let codes = cell.style == .bold ? "1" : cell.style == Self.red ? "91" : ""
        #expect(screen[index / 12, index % 12].style == codes)
      }
    }
    #expect(screen.unknown.isEmpty)
  }

  @Test("A picture that stays the same sends nothing, and a change only itself")
  func economy() {
    var painter = ScreenPainter(depth: .none)
    var canvas = Canvas(columns: 20, rows: 3)
    canvas.write("Score 4", row: 1, column: 2)
    #expect(painter.text(drawing: canvas) == "\u{1B}[2J\u{1B}[2;3HScore\u{1B}[2;9H4")
    #expect(painter.text(drawing: canvas) == "")
    canvas.write("8", row: 1, column: 8)
    #expect(painter.text(drawing: canvas) == "\u{1B}[2;9H8")
    painter.forget()
    #expect(painter.text(drawing: canvas).hasPrefix("\u{1B}[2J"))
    #expect(painter.text(drawing: Canvas(columns: 10, rows: 3)) == "\u{1B}[2J")
  }
}
