import Experiments
import Plots
import TestSupport

/// Folders of runs with logs made by hand.
struct TestRuns {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes the log of a run with a row for each score, 1000 games apart.
  ///
  /// - Parameter adjust: Changes each record before it is written.
  @discardableResult
  func write(
    _ name: String, scores: [Double], adjust: (inout TrainingRecord) -> Void = { _ in }
  ) throws -> String {
    let path = folder.file(name)
    try makeFolder(path)
    var log = try TrainingLog.create(RunFolder(path).logFile)
    for (index, score) in scores.enumerated() {
      var record = TrainingRecord()
      record.games = 1000 * (index + 1)
      record.moves = 100_000 * (index + 1)
      record.seconds = 30 * Double(index + 1)
      record.intervalGames = 1000
      record.meanScore = score
      record.alpha = 0.1
      adjust(&record)
      try log.append(record)
    }
    try log.synchronize()
    return path
  }

  /// Writes a log of any bytes.
  @discardableResult
  func write(_ name: String, log: String) throws -> String {
    let path = folder.file(name)
    try makeFolder(path)
    try AtomicFile.write(log, to: RunFolder(path).logFile)
    return path
  }

  /// A run that was written and read.
  func read(_ name: String, scores: [Double]) throws -> RunLog {
    try RunLog.read([try write(name, scores: scores)])[0]
  }

  private func makeFolder(_ path: String) throws {
    if try FileSystem.status(of: path) == nil { try FileSystem.createDirectory(path) }
  }
}
