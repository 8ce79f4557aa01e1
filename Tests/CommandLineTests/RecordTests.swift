import Experiments
import Foundation
import Testing

/// `evaluate --record` and `--verify`.
@Suite struct RecordTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test("Games of a run are recorded beside its evaluation, and verified")
  func recordAndVerify() async throws {
    #expect(
      try await workspace.run(line: "train ntuple --network 5x4 --games 20 --run r").end == .exit(0)
    )
    #expect(try await workspace.run(line: "evaluate r --games 9 --record 3").end == .exit(0))
    let report = try JSONFile.read(EvaluationReport.self, from: workspace.file("r/evaluation.json"))
    let games = try RecordingFile.read(workspace.file("r/games.txt"))
    #expect(games.count == 3)
    #expect(games[0].score == report.summary.maxScore)
    #expect(Double(games[1].score) == report.summary.medianScore)
    let outcome = try await workspace.run(line: "evaluate --verify r/games.txt")
    #expect(outcome.end == .exit(0) && outcome.error.isEmpty)
    #expect(outcome.output.contains("9 of 9") && outcome.output.contains("ntuple 5x4"))
    #expect(outcome.output.hasSuffix("All 3 games are as the rules make them.\n"))
  }

  @Test("The same games, whatever the threads; another file, if asked for")
  func threads() async throws {
    let line = "evaluate random --games 30 --record 4 --record-to"
    #expect(try await workspace.run(line: "\(line) one.txt --threads 1").end == .exit(0))
    #expect(try await workspace.run(line: "\(line) three.txt --threads 3").end == .exit(0))
    #expect(try workspace.bytes("one.txt") == workspace.bytes("three.txt"))
  }

  @Test("A changed recording fails with file, line, expected and found")
  func changed() async throws {
    _ = try await workspace.run(line: "evaluate random --games 3 --record 1 --record-to g.txt")
    let text = try workspace.text("g.txt")
    try text.replacing(" points,", with: "0 points,")
      .write(toFile: workspace.file("g.txt"), atomically: true, encoding: .utf8)
    let outcome = try await workspace.run(line: "evaluate --verify g.txt")
    #expect(outcome.end == .exit(1) && outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("evaluate: Recording 'g.txt', line "))
    #expect(outcome.error.contains("expected 'end ") && outcome.error.contains("found 'end "))
  }

  @Test(
    "What makes no sense is refused before anything is played",
    arguments: [
      ("evaluate random --record 1", 64, "add --record-to FILE"),
      ("evaluate random --record-to g.txt", 64, "add --record"),
      ("evaluate random --record 0", 64, "expected a whole number above 0"),
      ("evaluate random --verify g.txt", 64, "leave out 'random'"),
      ("evaluate", 64, "an argument is missing"),
      ("evaluate --verify g.txt", 1, "Cannot open 'g.txt': No such file or directory."),
      ("evaluate random --record 1 --record-to no/g.txt", 1, "No such file or directory"),
    ])
  func refusals(line: String, code: Int32, message: String) async throws {
    let outcome = try await workspace.run(line: line)
    #expect(outcome.end == .exit(code))
    #expect(outcome.output.isEmpty && outcome.error.contains(message))
  }
}
