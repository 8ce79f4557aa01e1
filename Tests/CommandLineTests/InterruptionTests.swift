import Experiments
import Foundation
import Testing

@Suite struct InterruptionTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func startTraining(_ arguments: String...) throws -> RunningProgram {
    let common = ["ntuple", "--network", "5x4", "--minutes", "10", "--run", "run"]
    return try workspace.start("train", common + arguments)
  }

  /// The games of the last whole progress line.
  private static func announcedGames(_ error: String) -> Int? {
    let whole = error.lastIndex(of: "\n").map { error[..<$0] } ?? ""
    return whole.matches(of: /\ ([\d,]+) games?\b/).last.flatMap {
      Int($0.1.replacing(",", with: ""))
    }
  }

  static let interruptions: [(signal: Int32, options: [String])] = [
    (SIGINT, ["--log-every", "50"]), (SIGTERM, ["--log-every", "50"]),
    (SIGINT, ["--log-every", "1", "--checkpoint-every", "0"]),
    (SIGTERM, ["--log-every", "1", "--checkpoint-every", "0"]),
  ]

  @Test(
    "Cases 173, 178, 181: a signal ends training soon, all is saved once, resume goes on",
    arguments: interruptions)
  func interrupted(signal: Int32, options: [String]) async throws {
    let program = try workspace.start(
      "train",
      ["ntuple", "--network", "5x4", "--minutes", "10", "--run", "run"] + options)
    try await program.waitForError { Self.announcedGames($0) != nil }
    program.send(signal)
    let outcome = try await program.outcome()
    #expect(outcome.isDone)
    #expect(outcome.output.hasPrefix("Stopped: "))
    #expect(outcome.output.hasSuffix("To go on: train resume run\n"))

    let stopped = try RunRecord("run", in: workspace)
    let games = try stopped.checkpointGames
    #expect(games > 0)
    #expect(stopped.records.last?.games == games)
    #expect(stopped.isGapless)
    #expect(
      try workspace.names(in: "run")
        == ["checkpoint.safetensors", "config.json", "log.csv", "weights.safetensors"])

    let resumed = try await workspace.run("train", "resume", "run", "--games", "10")
    #expect(resumed.isDone)
    let after = try RunRecord("run", in: workspace)
    #expect(after.records.last?.games == games + 10)
    #expect(after.isGapless)
  }

  @Test("Case 196: progress lines arrive while training goes on")
  func progress() async throws {
    let program = try startTraining()
    try await program.waitForError { $0.contains(" moves/s") }
    #expect(program.isRunning)
    try await program.waitForError { $0.components(separatedBy: " moves/s").count > 2 }
    #expect(program.isRunning)
    program.send(SIGTERM)
    #expect(try await program.outcome().isDone)
  }

  @Test("Case 156: a killed run has the rows of all games that it announced")
  func killed() async throws {
    let program = try startTraining("--log-every", "1")
    try await program.waitForError { Self.announcedGames($0) ?? 0 > 0 }
    program.send(SIGKILL)
    let outcome = try await program.outcome()
    #expect(outcome.end == .signal(SIGKILL))
    let announced = try #require(Self.announcedGames(outcome.error))
    #expect(try RunRecord("run", in: workspace).records.count >= announced)

    // The first checkpoint, made before the first game, is all there was: resume starts from it.
    let resumed = try await workspace.run("train", "resume", "run", "--games", "3")
    #expect(resumed.isDone)
    #expect(resumed.error.hasPrefix("train: run: going on after 0 games\n"))
    #expect(try RunRecord("run", in: workspace).records.map(\.games) == [1, 2, 3])
  }

  @Test("A run in use is not resumed by a second program, but it can be evaluated")
  func inUse() async throws {
    let program = try startTraining()
    try await program.waitForError { $0.contains(" moves/s") }
    let second = try await workspace.run("train", "resume", "run")
    #expect(second.end == .exit(1))
    #expect(second.output == "")
    #expect(
      second.error
        == "train: Run 'run' is in use by another program; wait for it to end, or stop it.\n")
    #expect(try await workspace.run("evaluate", "run", "--games", "2").isDone)
    #expect(program.isRunning)
    program.send(SIGINT)
    #expect(try await program.outcome().isDone)
  }

  @Test("An interrupted evaluation reports the games played, their number first of all")
  func evaluation() async throws {
    let program = try workspace.start(
      "evaluate", ["random", "--games", "1G", "--json", "report.json"])
    try await program.waitForError { $0.contains(" games/s") }
    program.send(SIGINT)
    #expect(try await program.outcome().isDone)
    let report = try JSONFile.read(EvaluationReport.self, from: workspace.file("report.json"))
    #expect((1..<1_000_000_000).contains(report.summary.games))
  }
}
