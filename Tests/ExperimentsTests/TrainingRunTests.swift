import Agents
import Env2048
import Foundation
import TestSupport
import Testing

@testable import Experiments

@Suite struct TrainingRunTests {
  let folder: TemporaryFolder
  let run: RunFolder

  init() throws {
    folder = try TemporaryFolder()
    run = RunFolder(folder.file("run"))
  }

  private static func configuration(
    games: Int? = 20, logGames: Int = 4, checkpointSeconds: Double = 300,
    evaluationRows: Int? = nil,
    threads: Int = 1, learning: TDConfiguration = TDConfiguration(),
    patterns: [[Int]] = [[0, 1, 2, 3]]
  ) throws -> RunConfiguration {
    let shape = try BoardShape(rows: 2, columns: 2)
    let network = try NTupleConfiguration(
      shape: shape, patterns: patterns.map { try NTuplePattern(cells: $0) })
    return RunConfiguration(
      agent: .ntuple(network: network, learning: learning), rules: Rules(shape: shape), seed: 3,
      threads: threads, budget: TrainingBudget(games: games),
      reporting: ReportingConfiguration(
        logGames: logGames, checkpointSeconds: checkpointSeconds, evaluationRows: evaluationRows,
        evaluationGames: 10),
      provenance: ProvenanceRecord(command: ["test"], version: packageVersion))
  }

  private func rows() throws -> [TrainingRecord] {
    try TrainingLogContents(reading: run.logFile).records
  }

  private func trainToEnd(_ configuration: RunConfiguration) throws {
    var training = try TrainingRun.create(run, configuration)
    #expect(try training.train(isStopRequested: { false }, report: { _ in }))
  }

  @Test("A budget is spent exactly, a row an interval and one for the rest")
  func rowsOfABudget() throws {
    try trainToEnd(Self.configuration(games: 10))
    #expect(try rows().map(\.games) == [4, 8, 10])
    #expect(try rows().map(\.intervalGames) == [4, 4, 2])
    #expect(run.hasCheckpoint)
    let agent = try LoadedAgent(named: run.path)
    #expect(agent.name == "ntuple default")
    #expect(agent.file == run.checkpointFile)
  }

  @Test("Case 178: a stop just after a checkpoint leaves one checkpoint and one row of its game")
  func stopAtCheckpoint() throws {
    var training = try TrainingRun.create(
      run, Self.configuration(games: nil, logGames: 1, checkpointSeconds: 0))
    var games = 0
    let isComplete = try training.train(
      isStopRequested: { games >= 5 }, report: { games = $0.counters.games })
    #expect(!isComplete)
    #expect(games >= 5)
    #expect(try rows().map(\.games) == Array(1...games))
    #expect(try folder.names == ["run"])
    #expect(
      try FileSystem.names(in: run.path)
        == ["checkpoint.safetensors", "config.json", "log.csv", "weights.safetensors"])
  }

  @Test("Case 135: stopped at any game and resumed, a run has the same weights and rows")
  func resumed() throws {
    try trainToEnd(Self.configuration())
    let whole = try (FileSystem.contents(of: run.weightsFile), rows())
    for stop in [1, 4, 7, 19] {
      let other = RunFolder(folder.file("stopped-\(stop)"))
      do {
        var training = try TrainingRun.create(other, Self.configuration(games: stop))
        _ = try training.train(isStopRequested: { false }, report: { _ in })
      }
      var training = try TrainingRun.resume(other, for: TrainingBudget(games: 20 - stop))
      #expect(try training.train(isStopRequested: { false }, report: { _ in }))
      #expect(try FileSystem.contents(of: other.weightsFile) == whole.0)
      let rows = try TrainingLogContents(reading: other.logFile).records
      #expect(rows.map(\.withoutTimes) == whole.1.map(\.withoutTimes))
    }
  }

  @Test("A run resumed without a limit goes on to the one it had; a spent one has nothing to do")
  func resumedToItsLimit() throws {
    do {
      var training = try TrainingRun.create(run, Self.configuration())
      var games = 0
      _ = try training.train(
        isStopRequested: { games > 0 }, report: { games = $0.counters.games })
      let isComplete = training.isComplete
      #expect(isComplete == (games == 20))
    }
    do {
      var training = try TrainingRun.resume(run)
      _ = try training.train(isStopRequested: { false }, report: { _ in })
    }
    #expect(try rows().last?.games == 20)
    let spent = try TrainingRun.resume(run)
    let (isComplete, share) = (spent.isComplete, spent.share)
    #expect(isComplete)
    #expect(share == 1)
  }

  @Test("Case 169: a name that is taken is refused before the memory for a table is asked for")
  func folderBeforeMemory() throws {
    try trainToEnd(Self.configuration())
    var large = try Self.configuration(learning: TDConfiguration(alpha: 2))
    large.seed = 4
    #expect(throws: RunFolderError.exists(path: run.path)) {
      _ = try TrainingRun.create(run, large)
    }
    let free = RunFolder(folder.file("free"))
    #expect(throws: LearningError.self) { _ = try TrainingRun.create(free, large) }
    #expect(try folder.names == ["run"])
  }

  @Test("Case 133: a checkpoint of other patterns or threads is refused with both named")
  func otherAgent() throws {
    try trainToEnd(Self.configuration())
    let other = RunFolder(folder.file("other"))
    do { _ = try TrainingRun.create(other, Self.configuration(patterns: [[0, 1], [1, 3]])) }
    let threads = RunFolder(folder.file("threads"))
    do { _ = try TrainingRun.create(threads, Self.configuration(threads: 2)) }
    let bytes = try FileSystem.contents(of: run.checkpointFile)
    try AtomicFile.write(bytes, to: other.checkpointFile)
    try AtomicFile.write(bytes, to: threads.checkpointFile)
    #expect(
      throws: CheckpointError.wrongAgent(
        path: other.checkpointFile, expected: "2x2 network of patterns 01,13",
        found: "2x2 network of patterns 0123")
    ) { _ = try TrainingRun.resume(other) }
    #expect(
      throws: CheckpointError.wrongAgent(
        path: threads.checkpointFile, expected: "2 threads", found: "1")
    ) { _ = try TrainingRun.resume(threads) }
  }

  @Test("A run killed before its first checkpoint starts again from its configuration")
  func withoutCheckpoint() throws {
    try trainToEnd(Self.configuration())
    let weights = try FileSystem.contents(of: run.weightsFile)
    try FileSystem.remove(run.checkpointFile)
    var training = try TrainingRun.resume(run)
    #expect(training.counters.games == 0)
    #expect(try training.train(isStopRequested: { false }, report: { _ in }))
    #expect(try rows().map(\.games) == [4, 8, 12, 16, 20])
    #expect(try FileSystem.contents(of: run.weightsFile) == weights)
  }

  @Test("Evaluations come at their rows and change nothing that is learnt")
  func evaluations() throws {
    try trainToEnd(Self.configuration())
    let weights = try FileSystem.contents(of: run.weightsFile)
    let evaluated = RunFolder(folder.file("evaluated"))
    var training = try TrainingRun.create(evaluated, Self.configuration(evaluationRows: 2))
    _ = try training.train(isStopRequested: { false }, report: { _ in })
    let rows = try TrainingLogContents(reading: evaluated.logFile).records
    #expect(rows.map { $0.evaluation?.games } == [nil, 10, nil, 10, nil])
    #expect(try FileSystem.contents(of: evaluated.weightsFile) == weights)
    #expect(try LoadedAgent(named: evaluated.bestWeightsFile).name == "ntuple default")
  }

  @Test("Several threads finish the budget exactly too")
  func threads() throws {
    try trainToEnd(Self.configuration(games: 5100, logGames: 1000, threads: 3))
    #expect(try rows().map(\.games) == [1000, 2000, 3000, 4000, 5000, 5100])
  }
}

extension TrainingRecord {
  /// The record without what the clock says.
  fileprivate var withoutTimes: TrainingRecord {
    var record = self
    record.seconds = 0
    record.movesPerSecond = 0
    return record
  }
}
