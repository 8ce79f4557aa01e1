extension BoardState {
  /// Reads a board from face values, rows separated by `/` or line ends.
  ///
  /// `0`, `.` and `_` stand for an empty cell, as in `0 2 2 4 / . . . 8 / …`.
  /// Spaces, tabs and commas separate cells.
  /// - Throws: `BoardError` that names the row and column at fault.
  public init(text: some StringProtocol) throws(BoardError) {
    var rows = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0.isNewline }
      .map { $0.split { $0.isWhitespace || $0 == "," } }
    while rows.last?.isEmpty == true { rows.removeLast() }
    while rows.first?.isEmpty == true { rows.removeFirst() }
    let columns = rows.first?.count ?? 0
    var exponents: [Int] = []
    for (row, cells) in rows.enumerated() {
      guard cells.count == columns else {
        throw .raggedRow(row: row, found: cells.count, expected: columns)
      }
      for (column, cell) in cells.enumerated() {
        let isEmpty = cell == "." || cell == "_"
        guard let value = isEmpty ? 0 : Int(cell), let exponent = Tile.exponent(ofFaceValue: value)
        else { throw .notATile(text: String(cell), row: row, column: column) }
        exponents.append(exponent)
      }
    }
    let shape = try BoardShape(rows: rows.count, columns: columns)
    try self.init(shape: shape, exponents: exponents)
  }

  /// The face values on one line, rows separated by ` / `.
  ///
  /// `init(text:)` reads it back.
  public var description: String {
    (0..<shape.rows).map { row in
      (0..<shape.columns)
        .map { String(Tile.faceValue(ofExponent: self[row * shape.columns + $0])) }
        .joined(separator: " ")
    }.joined(separator: " / ")
  }

  /// Reads a board from its text.
  public init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    do {
      try self.init(text: text)
    } catch {
      throw decoder.corrupted(error.description)
    }
  }

  /// Writes the board as its text.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
