import Experiments
import Foundation
import TestSupport
import Testing

/// `evaluate --record` and `--verify`.
@Suite struct RecordTests {
  let folder: TemporaryFolder
  let program: Program

  init() throws {
    folder = try TemporaryFolder()
    program = Program(folder: folder)
  }

  @Test("Games of a run are recorded beside its evaluation, and verified")
  func recordAndVerify() throws {
    #expect(try program.run("train ntuple --network 5x4 --games 20 --run r").code == 0)
    #expect(try program.run("evaluate r --games 9 --record 3").code == 0)
    let report = try JSONFile.read(EvaluationReport.self, from: folder.file("r/evaluation.json"))
    let games = try RecordingFile.read(folder.file("r/games.txt"))
    #expect(games.count == 3)
    #expect(games[0].score == report.summary.maxScore)
    #expect(Double(games[1].score) == report.summary.medianScore)
    let outcome = try program.run("evaluate --verify r/games.txt")
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("9 of 9") && outcome.output.contains("ntuple 5x4"))
    #expect(outcome.output.hasSuffix("All 3 games are as the rules make them.\n"))
  }

  @Test("The same games, whatever the threads; another file, if asked for")
  func threads() throws {
    let line = "evaluate random --games 30 --record 4 --record-to"
    #expect(try program.run("\(line) one.txt --threads 1").code == 0)
    #expect(try program.run("\(line) three.txt --threads 3").code == 0)
    #expect(try folder.bytes("one.txt") == folder.bytes("three.txt"))
  }

  @Test("A changed recording fails with file, line, expected and found")
  func changed() throws {
    _ = try program.run("evaluate random --games 3 --record 1 --record-to g.txt")
    let text = String(decoding: try folder.bytes("g.txt"), as: UTF8.self)
    try text.replacing(" points,", with: "0 points,")
      .write(toFile: folder.file("g.txt"), atomically: true, encoding: .utf8)
    let outcome = try program.run("evaluate --verify g.txt")
    #expect(outcome.code == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("evaluate: Recording 'g.txt', line "))
    #expect(outcome.errors.contains("expected 'end ") && outcome.errors.contains("found 'end "))
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
  func refusals(line: String, code: Int32, message: String) throws {
    let outcome = try program.run(line)
    #expect(outcome.code == code)
    #expect(outcome.output.isEmpty && outcome.errors.contains(message))
  }
}
