/// A picture of characters in a window: what each place shows, and in which style.
///
/// Row 0 is at the top, column 0 on the left. What lies outside is cut off, so that a view can
/// draw without asking how large the window is.
public struct Canvas: Equatable, Sendable {
  /// What one place of the window shows.
  struct Cell: Equatable, Sendable {
    var character: Character = " "
    var style = TextStyle()
  }

  /// The number of columns.
  public let columns: Int
  /// The number of rows.
  public let rows: Int
  /// The places, row by row.
  private(set) var cells: [Cell]

  /// Creates an empty picture.
  ///
  /// - Precondition: Neither number is negative.
  public init(columns: Int, rows: Int) {
    precondition(columns >= 0 && rows >= 0, "A window has 0 or more columns and rows")
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Cell(), count: columns * rows)
  }

  /// Writes a text on one row, from a column on.
  ///
  /// A character that is not known to be one column wide, such as a control character from a
  /// file's name, appears as `?`: it would move all that follows.
  public mutating func write(
    _ text: some StringProtocol, row: Int, column: Int, style: TextStyle = TextStyle()
  ) {
    guard (0..<rows).contains(row) else { return }
    for (offset, character) in text.enumerated() where (0..<columns).contains(column + offset) {
      let shown = Self.isOneColumnWide(character) ? character : "?"
      cells[row * columns + column + offset] = Cell(character: shown, style: style)
    }
  }

  /// Fills an area with blanks of a style.
  public mutating func fill(rows area: Range<Int>, columns width: Range<Int>, style: TextStyle) {
    for row in area.clamped(to: 0..<rows) {
      for column in width.clamped(to: 0..<columns) {
        cells[row * columns + column] = Cell(style: style)
      }
    }
  }

  /// The text of each row, without the blanks at its end.
  public var lines: [String] {
    (0..<rows).map { row in
      let line = cells[(row * columns)..<((row + 1) * columns)].map(\.character)
      let end = line.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
      return String(line[..<end])
    }
  }

  /// Latin, Greek, Cyrillic and the like, punctuation, arrows and lines; a rough choice on the
  /// safe side.
  private static func isOneColumnWide(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else {
      return false
    }
    return switch scalar.value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x52F: true
    case 0x2010...0x2027, 0x2190...0x21FF, 0x2500...0x25FF: true
    default: false
    }
  }
}
