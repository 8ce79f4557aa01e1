/// A window as a terminal would show it.
///
/// It does a small part of what xterm does, as much as this package's programs use. Anything else is noted in ``unknown``.
public struct ScreenModel: Sendable {
  /// What one place shows.
  public struct Cell: Equatable, Sendable {
    /// The character.
    public var character: Character = " "
    /// The parameters of the style it was written in, such as `1;31`; empty for none.
    public var style = ""
  }

  /// The number of columns.
  public private(set) var columns: Int
  /// The number of rows.
  public private(set) var rows: Int
  /// Whether the second screen is shown.
  public private(set) var isAlternate = false
  /// Whether the cursor is shown.
  public private(set) var isCursorVisible = true
  /// Whether a full line begins the next.
  public private(set) var wraps = true
  /// Sequences the model does not know.
  public private(set) var unknown: [String] = []
  /// How often the window was emptied.
  public private(set) var clears = 0

  private var cells: [Cell]
  private var mainCells: [Cell]
  private var row = 0
  private var column = 0
  private var keptPlace = (row: 0, column: 0)
  private var style = ""
  private var pending: [Unicode.Scalar] = []
  private var bytes: [UInt8] = []

  /// Creates an empty window.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Cell(), count: columns * rows)
    mainCells = cells
  }

  /// The text of each row, without the blanks at its end.
  public var lines: [String] {
    (0..<rows).map { row in
      let line = cells[(row * columns)..<((row + 1) * columns)].map(\.character)
      return String(line[..<(line.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0)])
    }
  }

  /// All rows, with line ends between them.
  public var text: String { lines.joined(separator: "\n") }

  /// The styles in use.
  public var styles: Set<String> { Set(cells.map(\.style)) }

  /// What a place shows.
  public subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

  /// Takes another size, as after the user pulled at the window; all rows are empty then.
  public mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Cell(), count: columns * rows)
    mainCells = cells
    (row, column) = (0, 0)
    keptPlace = (0, 0)
  }

  /// Shows what a program sends, in pieces of any length.
  public mutating func feed(_ piece: some Sequence<UInt8>) {
    bytes += piece
    // A character that is not complete yet stays for later.
    var end = bytes.count
    if let lead = bytes.suffix(4).lastIndex(where: { $0 >= 0xC0 }) {
      let length = bytes[lead] < 0xE0 ? 2 : bytes[lead] < 0xF0 ? 3 : 4
      if lead + length > end { end = lead }
    }
    for scalar in String(decoding: bytes[..<end], as: UTF8.self).unicodeScalars { show(scalar) }
    bytes.removeFirst(end)
  }

  /// Shows a text.
  public mutating func feed(_ text: String) { feed(Array(text.utf8)) }

  private mutating func show(_ scalar: Unicode.Scalar) {
    if !pending.isEmpty {
      pending.append(scalar)
      let isFinal = (0x40...0x7E).contains(scalar.value) && scalar != "["
      if pending.count == 2 ? scalar != "[" : isFinal { obey() }
      return
    }
    switch scalar {
    case "\u{1B}": pending = [scalar]
    case "\r": column = 0
    case "\n": newLine()
    case "\u{7}", "\u{8}": column = max(column - (scalar == "\u{8}" ? 1 : 0), 0)
    default: put(Character(scalar))
    }
  }

  private mutating func put(_ character: Character) {
    if column == columns, wraps {
      column = 0
      newLine()
    }
    let place = min(column, columns - 1)
    guard columns > 0, rows > 0 else { return }
    cells[row * columns + place] = Cell(character: character, style: style)
    column = min(column + 1, columns)
  }

  private mutating func newLine() {
    guard row == rows - 1 else {
      row += 1
      return
    }
    cells.removeFirst(columns)
    cells += Array(repeating: Cell(), count: columns)
  }

  private mutating func obey() {
    let sequence = String(String.UnicodeScalarView(pending.dropFirst()))
    pending = []
    let parameters = sequence.dropFirst().dropLast()
    switch (sequence, sequence.last) {
    case ("[?1049h", _) where !isAlternate:
      (mainCells, isAlternate, keptPlace) = (cells, true, (row, column))
      cells = Array(repeating: Cell(), count: columns * rows)
    case ("[?1049l", _) where isAlternate:
      (cells, isAlternate, (row, column)) = (mainCells, false, keptPlace)
    // Done again, it keeps the cursor's place again, as xterm does.
    case ("[?1049h", _): keptPlace = (row, column)
    case ("[?1049l", _): break
    case ("[?25h", _), ("[?25l", _): isCursorVisible = sequence.last == "h"
    case ("[?7h", _), ("[?7l", _): wraps = sequence.last == "h"
    case ("[2J", _):
      cells = Array(repeating: Cell(), count: columns * rows)
      clears += 1
    case ("[H", _): (row, column) = (0, 0)
    case ("[J", _):
      for place in min(row * columns + column, cells.count)..<cells.count { cells[place] = Cell() }
    case (_, "m"): style = parameters == "0" ? "" : String(parameters)
    case (_, "H"):
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      guard numbers.count == 2 else { return unknown.append(sequence) }
      // A program may not know yet that the window has become smaller.
      (row, column) = (min(numbers[0], rows) - 1, min(numbers[1], columns) - 1)
    default: unknown.append(sequence)
    }
  }
}
