/// The file `log.csv` of a run, open to take rows at its end.
///
/// Comma-separated values as in RFC 4180, with a line feed alone as line break, which Unix tools
/// expect. A row is one `write` to the system: a killed program loses none that it announced.
public struct TrainingLog: ~Copyable {
  /// What was done to a file before its run could go on.
  public struct Repair: Equatable, Sendable {
    /// The number, counted from 1, of the half-written last line that was cut off.
    public var tornLine: Int?
    /// The rows dropped because they lay beyond the checkpoint.
    public var droppedRows = 0
    /// The last row kept.
    public var lastRecord: TrainingRecord?
  }

  /// What opening the file changed.
  public let repair: Repair

  private let file: FileDescriptor
  private var size: Int

  /// Creates a log that holds its header, in place of any file of that name.
  public static func create(_ path: String) throws(TrainingLogError) -> TrainingLog {
    try TrainingLogError.wrapping { () throws(FileError) in
      try AtomicFile.write(TrainingRecord.header + "\n", to: path)
    }
    return try TrainingLog(appendingTo: path, repair: Repair())
  }

  /// Opens the log of a run that goes on from a checkpoint.
  ///
  /// A half-written last line and rows beyond the checkpoint, written between it and the end of
  /// the program, are cut off, so that the rows to come follow without repetition. A log that is
  /// missing, or was killed before it had a header, begins anew.
  /// - Parameter games: The checkpoint's number of games.
  public static func resume(
    _ path: String, keepingThroughGames games: Int
  ) throws(TrainingLogError) -> TrainingLog {
    let lines: TrainingLogLines
    do throws(TrainingLogError) {
      lines = try TrainingLogLines(reading: path)
    } catch .file(let error) where error.isMissingFile {
      return try create(path)
    } catch .empty {
      return try create(path)
    }
    if Array("\(TrainingRecord.header)\n".utf8).starts(with: lines.bytes), lines.rowCount == 0 {
      return try create(path)
    }
    try lines.checkHeader(byteForByte: true)

    var repair = Repair(tornLine: lines.tornLine)
    var keptBytes = lines.wholeByteCount
    for row in 0..<lines.rowCount {
      let record = try lines.record(row)
      guard record.games <= games else {
        repair.droppedRows = lines.rowCount - row
        keptBytes = lines.offset(ofRow: row)
        break
      }
      repair.lastRecord = record
    }
    if keptBytes < lines.bytes.count {
      try TrainingLogError.wrapping { () throws(FileError) in
        try AtomicFile.write(Array(lines.bytes[..<keptBytes]), to: path)
      }
    }
    return try TrainingLog(appendingTo: path, repair: repair)
  }

  private init(appendingTo path: String, repair: Repair) throws(TrainingLogError) {
    let file = try TrainingLogError.wrapping { () throws(FileError) in
      try FileDescriptor(path, .appending)
    }
    size = try TrainingLogError.wrapping { () throws(FileError) in try file.size() }
    self.file = file
    self.repair = repair
  }

  /// Adds a row.
  ///
  /// A row that does not fit on the disk is taken back, so that the file ends with a whole one.
  public mutating func append(_ record: TrainingRecord) throws(TrainingLogError) {
    let line = Array("\(record.row)\n".utf8)
    do throws(FileError) {
      try file.write(line)
      size += line.count
    } catch {
      // The error that counts is the first; if this fails too, the next start cuts the line off.
      try? file.truncate(to: size)
      throw .file(error)
    }
  }

  /// Waits until all rows are on the disk; to be called before a checkpoint that counts them.
  public func synchronize() throws(TrainingLogError) {
    try TrainingLogError.wrapping { () throws(FileError) in try file.synchronize() }
  }
}
