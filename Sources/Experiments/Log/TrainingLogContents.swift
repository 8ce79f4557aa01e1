/// The rows of a training log, and what was passed over while reading them.
public struct TrainingLogContents: Equatable, Sendable {
  /// The rows whose numbers are all finite, in order.
  public private(set) var records: [TrainingRecord] = []

  /// The lines, counted from 1, that hold an infinity or no number and are not in `records`.
  public private(set) var skippedLines: [Int] = []

  /// The number of a last line without line feed, half-written and not in `records`.
  public private(set) var tornLine: Int?

  /// What a user should hear about lines passed over, a sentence each.
  public var warnings: [String] {
    let skipped = skippedLines.map { "line \($0) holds a number that is not finite; skipped." }
    return skipped + (tornLine.map { ["line \($0) is cut off; skipped."] } ?? [])
  }

  /// Reads a log, as `plot` does.
  ///
  /// Line breaks may be CR LF and fields quoted, as a spreadsheet saves them.
  /// - Throws: What is wrong with the first line that is; `noRows` where no whole row is there.
  public init(reading path: String) throws(TrainingLogError) {
    let lines = try TrainingLogLines(reading: path)
    try lines.checkHeader(byteForByte: false)
    for row in 0..<lines.rowCount {
      let record = try lines.record(row)
      if record.isFinite {
        records.append(record)
      } else {
        skippedLines.append(row + 2)
      }
    }
    tornLine = lines.tornLine
    if lines.rowCount == 0 { throw .noRows(path: path) }
  }
}
