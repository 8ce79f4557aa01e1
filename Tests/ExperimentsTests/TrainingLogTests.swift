import Foundation
import TestSupport
import Testing

@testable import Experiments

@Suite struct TrainingLogTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("log.csv")
  }

  /// A record with numbers that need every digit.
  static func record(games: Int) -> TrainingRecord {
    var record = TrainingRecord()
    record.games = games
    record.moves = games * 118
    record.seconds = Double(games) / 3
    record.intervalGames = 10
    record.meanScore = 1094.5
    record.medianScore = 1024
    record.maxScore = 3_932_156
    record.meanMoves = 118.37
    record.rates = TileRates(largestExponents: [6, 8, 11])
    record.meanAbsoluteTDError = 1e-7
    record.alpha = 0.1
    record.movesPerSecond = 1_312_345.678
    return record
  }

  private var text: String {
    get throws { String(decoding: try FileSystem.contents(of: path), as: UTF8.self) }
  }

  private func append(_ records: [Int], to log: consuming TrainingLog) throws {
    for games in records { try log.append(Self.record(games: games)) }
    try log.synchronize()
  }

  @Test("The header is that of the design")
  func header() {
    #expect(
      TrainingRecord.header
        == "games,moves,seconds,interval_games,mean_score,median_score,max_score,mean_moves,"
        + "rate_256,rate_512,rate_1024,rate_2048,rate_4096,rate_8192,rate_16384,rate_32768,"
        + "mean_abs_td_error,alpha,moves_per_second,eval_games,eval_mean_score,"
        + "eval_standard_error")
  }

  @Test("A row holds plain numbers and empty evaluation columns")
  func row() {
    var record = Self.record(games: 30)
    #expect(
      record.row
        == "30,3540,10,10,1094.5,1024,3932156,118.37,0.6666666666666666,0.3333333333333333,"
        + "0.3333333333333333,0.3333333333333333,0,0,0,0,1e-07,0.1,1312345.678,,,")
    record.evaluation = .init(games: 100, meanScore: 2000.25, standardError: nil)
    #expect(record.row.hasSuffix(",100,2000.25,"))
    #expect(record[.evaluationMeanScore] == 2000.25)
    #expect(record[.evaluationStandardError] == nil)
  }

  @Test("Rows read back as the same records")
  func roundTrip() throws {
    var log = try TrainingLog.create(path)
    var evaluated = Self.record(games: 20)
    evaluated.evaluation = .init(games: 1000, meanScore: 1 / 3, standardError: 0.1)
    try log.append(Self.record(games: 10))
    try log.append(evaluated)
    let contents = try TrainingLogContents(reading: path)
    #expect(contents.records == [Self.record(games: 10), evaluated])
    #expect(contents.warnings == [])
  }

  @Test("Case 147: a resumed log has one header and no gap")
  func oneHeader() throws {
    try append(Array(1...10), to: TrainingLog.create(path))
    let log = try TrainingLog.resume(path, keepingThroughGames: 10)
    #expect(log.repair == .init(lastRecord: Self.record(games: 10)))
    try append(Array(11...20), to: log)
    let lines = try text.split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines.filter { $0.hasPrefix("games") }.count == 1)
    #expect(try TrainingLogContents(reading: path).records.map(\.games) == Array(1...20))
  }

  @Test("Rows beyond the checkpoint are dropped, so that none comes twice")
  func dropsLaterRows() throws {
    try append([10, 20, 30, 40], to: TrainingLog.create(path))
    let log = try TrainingLog.resume(path, keepingThroughGames: 25)
    #expect(log.repair == .init(droppedRows: 2, lastRecord: Self.record(games: 20)))
    try append([30, 40], to: log)
    #expect(try TrainingLogContents(reading: path).records.map(\.games) == [10, 20, 30, 40])
  }

  @Test("Case 151: a half-written last line is passed over, and cut off on resume")
  func tornLine() throws {
    try append([10, 20], to: TrainingLog.create(path))
    let whole = try text
    try AtomicFile.write(whole + "151,12", to: path)
    let contents = try TrainingLogContents(reading: path)
    #expect(contents.records.map(\.games) == [10, 20])
    #expect(contents.warnings == ["line 4 is cut off; skipped."])

    let log = try TrainingLog.resume(path, keepingThroughGames: 20)
    #expect(log.repair.tornLine == 4)
    #expect(try text == whole)
    try append([30], to: log)
    #expect(try TrainingLogContents(reading: path).records.map(\.games) == [10, 20, 30])
  }

  @Test("A log killed before its header was whole begins anew", arguments: ["", "games,mo"])
  func tornHeader(start: String) throws {
    try AtomicFile.write(start, to: path)
    try append([1], to: TrainingLog.resume(path, keepingThroughGames: 0))
    #expect(try TrainingLogContents(reading: path).records.map(\.games) == [1])
  }

  @Test("A missing log begins anew")
  func missingLog() throws {
    try append([1], to: TrainingLog.resume(path, keepingThroughGames: 50))
    #expect(try TrainingLogContents(reading: path).records.count == 1)
  }

  @Test("Case 155: a log of another layout is refused and stays as it is")
  func otherLayout() throws {
    let more = TrainingRecord.header + ",lambda\n"
    try AtomicFile.write(more, to: path)
    let error = TrainingLogError.wrongHeader(
      path: path, column: 23, expected: "", found: "lambda")
    #expect(throws: error) { _ = try TrainingLog.resume(path, keepingThroughGames: 1) }
    #expect(throws: error) { try TrainingLogContents(reading: path) }
    #expect(try text == more)
    #expect(
      error.description
        == "Log '\(path)' has another layout: expected 22 columns, found a column 23, 'lambda'.")

    try AtomicFile.write("episode,score\n1,2\n", to: path)
    #expect(
      throws: TrainingLogError.wrongHeader(
        path: path, column: 1, expected: "games", found: "episode")
    ) { _ = try TrainingLog.resume(path, keepingThroughGames: 1) }
  }

  @Test("A log with other line ends can be read but not gone on with")
  func spreadsheetLines() throws {
    try append([10], to: TrainingLog.create(path))
    let quoted = try text.replacing("1094.5", with: "\"1094.5\"").replacing("\n", with: "\r\n")
    try AtomicFile.write("\u{FEFF}" + quoted, to: path)
    #expect(try TrainingLogContents(reading: path).records == [Self.record(games: 10)])
    #expect(throws: TrainingLogError.self) {
      _ = try TrainingLog.resume(path, keepingThroughGames: 10)
    }
  }

  @Test("Case 149: the decimal point does not follow the locale")
  func locale() async {
    await #expect(processExitsWith: .success) {
      // Where the system has no such locale, nothing is set and nothing is tested.
      guard setNumberLocale("de_DE.UTF-8") else { return }
      let row = TrainingLogTests.record(games: 1).row
      #expect(row.contains("1094.5") && row.count { $0 == "," } == 21)
      let record = try TrainingRecord(fields: CSVLine.fields(of: row) ?? [])
      #expect(record == TrainingLogTests.record(games: 1))
    }
  }

  @Test("Case 152: empty logs have messages of their own, one row is enough")
  func emptyLogs() throws {
    try AtomicFile.write("", to: path)
    #expect(throws: TrainingLogError.empty(path: path)) { try TrainingLogContents(reading: path) }
    let log = try TrainingLog.create(path)
    #expect(throws: TrainingLogError.noRows(path: path)) { try TrainingLogContents(reading: path) }
    try append([1], to: log)
    #expect(try TrainingLogContents(reading: path).records.count == 1)
    #expect("\(TrainingLogError.noRows(path: "a"))".contains("no rows yet"))
  }

  @Test("Case 153: rows with NaN or infinity are skipped", arguments: ["nan", "inf", "-inf"])
  func notFinite(number: String) throws {
    try append([10, 20, 30], to: TrainingLog.create(path))
    var lines = try text.split(separator: "\n").map(String.init)
    lines[2] = lines[2].replacing("1094.5", with: number)
    try AtomicFile.write(lines.joined(separator: "\n") + "\n", to: path)
    let contents = try TrainingLogContents(reading: path)
    #expect(contents.records.map(\.games) == [10, 30])
    #expect(contents.skippedLines == [3])
    #expect(contents.warnings == ["line 3 holds a number that is not finite; skipped."])
  }

  @Test("Damaged rows are named with file and line")
  func damagedRows() throws {
    try append([10, 20], to: TrainingLog.create(path))
    let good = try text
    func error(replacing old: String, with new: String) throws -> TrainingLogError? {
      try AtomicFile.write(good.replacing(old, with: new), to: path)
      do throws(TrainingLogError) {
        _ = try TrainingLogContents(reading: path)
        return nil
      } catch {
        return error
      }
    }
    #expect(
      try error(replacing: "20,2360,", with: "20,")
        == .wrongFieldCount(path: path, line: 3, expected: 22, found: 21))
    #expect(
      try error(replacing: "20,2360,", with: "20,2x60,")
        == .wrongField(path: path, line: 3, column: "moves", found: "2x60"))
    #expect(
      try error(replacing: "1094.5", with: "\"1094")
        == .wrongQuotes(path: path, line: 2))
    #expect(
      try error(replacing: "1094.5", with: "\"1094,5\"")
        == .decimalComma(path: path, line: 2, found: "1094,5"))
    let commas = try #require(try error(replacing: "1094.5", with: "1094,5"))
    #expect(commas == .wrongFieldCount(path: path, line: 2, expected: 22, found: 23))
    #expect(commas.description.hasSuffix("; were numbers written with a decimal comma?"))
    #expect(
      try error(replacing: ",", with: ";") == .decimalComma(path: path, line: 1, found: ";"))
  }

  @Test("Case 156: every row is in the file as soon as it was appended")
  func killed() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      var log = try TrainingLog.create(path)
      for games in 1...37 { try log.append(TrainingLogTests.record(games: games)) }
      kill(getpid(), SIGKILL)
    }
    #expect(try TrainingLogContents(reading: path).records.map(\.games) == Array(1...37))
  }

  @Test("A row that does not fit on the disk is taken back")
  func fullDisk() async throws {
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var log = try TrainingLog.create(path)
      try #require(limitFileSize(to: 500))
      try log.append(TrainingLogTests.record(games: 1))
      #expect(
        throws: TrainingLogError.file(FileError(path: path, operation: .write, code: EFBIG))
      ) { for games in 2...9 { try log.append(TrainingLogTests.record(games: games)) } }
    }
    let contents = try TrainingLogContents(reading: path)
    #expect(contents.tornLine == nil)
    #expect(contents.records.map(\.games).first == 1)
  }

  @Test("Fields may be quoted as RFC 4180 says")
  func fields() {
    #expect(CSVLine.fields(of: "1,,\"a,b\",\"c\"\"d\",") == ["1", "", "a,b", "c\"d", ""])
    #expect(CSVLine.fields(of: "") == [""])
    #expect(CSVLine.fields(of: "\"a\"b") == nil)
    #expect(CSVLine.fields(of: "\"a") == nil)
    #expect(CSVLine.fields(of: "a\"") == nil)
  }
}

/// Sets the locale of C functions; `false` where the system does not have it.
private func setNumberLocale(_ name: String) -> Bool {
  // SAFETY: the string is passed as a terminated copy that outlives the call.
  unsafe setlocale(LC_ALL, name) != nil
}
