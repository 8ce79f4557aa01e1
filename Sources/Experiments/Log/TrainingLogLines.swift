/// The lines of a training log and where each one begins.
struct TrainingLogLines {
  let path: String
  let bytes: [UInt8]

  /// The whole lines; the header is the first.
  private let lines: [ArraySlice<UInt8>]

  /// Splits a file that must not be empty.
  init(reading path: String) throws(TrainingLogError) {
    bytes = try TrainingLogError.wrapping { () throws(FileError) in
      try FileSystem.contents(of: path)
    }
    self.path = path
    guard !bytes.isEmpty else { throw .empty(path: path) }
    // After the last line feed comes nothing, or what a killed writer left.
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
  }

  /// The number of rows.
  var rowCount: Int { max(0, lines.count - 1) }

  /// The number, counted from 1, of a last line that does not end.
  var tornLine: Int? { wholeByteCount < bytes.count ? lines.count + 1 : nil }

  /// The bytes of all whole lines.
  var wholeByteCount: Int { lines.last.map { $0.endIndex + 1 } ?? 0 }

  /// The offset of a row's first byte.
  func offset(ofRow row: Int) -> Int { lines[row + 1].startIndex }

  /// Checks the first line.
  ///
  /// - Parameter byteForByte: Whether quotes, CR or a byte order mark are refused; a log that is
  ///   gone on with must not mix them.
  func checkHeader(byteForByte: Bool) throws(TrainingLogError) {
    let text = String(decoding: lines.first ?? bytes[...], as: UTF8.self)
    let expected = TrainingRecord.Column.allCases.map(\.rawValue)
    if text == TrainingRecord.header { return }
    let relaxed = Self.withoutReturn(String(text.trimmingPrefix("\u{FEFF}")))
    if relaxed == TrainingRecord.header.replacing(",", with: ";") {
      throw .decimalComma(path: path, line: 1, found: ";")
    }
    let found = CSVLine.fields(of: relaxed) ?? [text]
    if found == expected {
      guard byteForByte else { return }
      throw .wrongHeader(path: path, column: 1, expected: TrainingRecord.header, found: text)
    }
    let same = zip(expected, found).prefix { $0 == $1 }.count
    throw .wrongHeader(
      path: path, column: same + 1, expected: same < expected.count ? expected[same] : "",
      found: same < found.count ? found[same] : "")
  }

  /// Reads a row.
  func record(_ row: Int) throws(TrainingLogError) -> TrainingRecord {
    let line = row + 2
    let text = Self.withoutReturn(String(decoding: lines[row + 1], as: UTF8.self))
    guard let fields = CSVLine.fields(of: text) else {
      throw .wrongQuotes(path: path, line: line)
    }
    let expected = TrainingRecord.Column.allCases.count
    guard fields.count == expected else {
      throw .wrongFieldCount(path: path, line: line, expected: expected, found: fields.count)
    }
    do throws(TrainingRecord.WrongField) {
      return try TrainingRecord(fields: fields)
    } catch {
      if error.text.contains(","), Double(error.text.replacing(",", with: ".")) != nil {
        throw .decimalComma(path: path, line: line, found: error.text)
      }
      throw .wrongField(
        path: path, line: line, column: error.column.rawValue, found: error.text)
    }
  }

  private static func withoutReturn(_ text: String) -> String {
    text.last == "\r" ? String(text.dropLast()) : text
  }
}
