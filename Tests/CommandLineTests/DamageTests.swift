import Experiments
import Foundation
import Testing

@Suite struct DamageTests {
  let workspace: Workspace
  private let checkpoint = "run/checkpoint.safetensors"

  init() async throws {
    workspace = try Workspace()
    try await workspace.train("--games", "10", "--log-every", "2")
  }

  /// Expects both programs to refuse the run with one message and to change nothing.
  private func expectRefusal(_ message: String) async throws {
    let before = (try workspace.bytes(checkpoint), try workspace.bytes("run/log.csv"))
    let resumed = try await workspace.run("train", "resume", "run", "--games", "1")
    #expect(resumed == Outcome(end: .exit(1), output: "", error: "train: \(message)\n"))
    let evaluated = try await workspace.run("evaluate", "run", "--games", "1")
    #expect(evaluated == Outcome(end: .exit(1), output: "", error: "evaluate: \(message)\n"))
    #expect(try workspace.bytes(checkpoint) == before.0)
    #expect(try workspace.bytes("run/log.csv") == before.1)
  }

  @Test("Case 131: a truncated checkpoint is refused by name")
  func truncated() async throws {
    let good = try workspace.bytes(checkpoint)
    for length in [0, 1, good.count / 2, good.count - 1] {
      try workspace.write(good.prefix(length), to: checkpoint)
      try await expectRefusal(
        "Checkpoint '\(checkpoint)' is truncated: "
          + "expected \(length < 8 ? 8 : good.count) bytes, found \(length).")
    }
  }

  @Test("Case 144: four bytes more, or fewer in the middle, are refused")
  func shifted() async throws {
    let good = try workspace.bytes(checkpoint)
    try workspace.write(good + Data(count: 4), to: checkpoint)
    try await expectRefusal(
      "Checkpoint '\(checkpoint)' is damaged: "
        + "expected \(good.count) bytes, found \(good.count + 4).")
    var fewer = good
    fewer.removeSubrange(good.count / 2..<good.count / 2 + 4)
    try workspace.write(fewer, to: checkpoint)
    try await expectRefusal(
      "Checkpoint '\(checkpoint)' is truncated: "
        + "expected \(good.count) bytes, found \(good.count - 4).")
  }

  @Test("Case 133: the checkpoint of another board or kind is refused with both named")
  func otherAgent() async throws {
    let small = try await workspace.run(
      "train", "ntuple", "--size", "2x2", "--games", "1", "--run", "small")
    #expect(small.isDone)
    try workspace.copy(checkpoint, to: "small/checkpoint.safetensors")
    let resumed = try await workspace.run("train", "resume", "small")
    #expect(resumed.end == .exit(1))
    #expect(
      resumed.error == "train: Checkpoint 'small/checkpoint.safetensors' is of another agent: "
        + "expected 2x2 network of patterns 0123, "
        + "found 4x4 network of patterns 0123,4567,0145,1256,569a.\n")

    try rewriteCheckpoint(workspace.file(checkpoint), kind: "perceptron")
    let otherKind = try await workspace.run("train", "resume", "run")
    #expect(otherKind.end == .exit(1))
    #expect(
      otherKind.error == "train: Checkpoint '\(checkpoint)' is of the wrong kind: "
        + "expected 'ntuple', found 'perceptron'.\n")
  }

  @Test("Case 107: a weight that is no number stops training, the checkpoint stays")
  func notANumber() async throws {
    try rewriteCheckpoint(workspace.file(checkpoint)) { name, numbers in
      // The top row empty: met early in every game.
      if name == "weights.0123" { numbers[0] = .nan }
    }
    let before = try workspace.bytes(checkpoint)
    for _ in 0..<2 {
      let resumed = try await workspace.run("train", "resume", "run", "--games", "10")
      #expect(resumed.end == .exit(1))
      #expect(resumed.output == "")
      // A game that was in progress ends before another meets it.
      #expect(
        resumed.error.contains(
          "\ntrain: Learning diverged in game 12: the mean absolute TD error is nan, "))
      #expect(
        resumed.error.hasSuffix(
          "The last checkpoint is kept; a new run with a smaller alpha may learn.\n"))
      #expect(try workspace.bytes(checkpoint) == before)
      #expect(try RunRecord("run", in: workspace).records.last?.games == 10)
    }
  }

  @Test("Case 151: a half-written last row is named and cut off, and no row is glued to it")
  func tornRow() async throws {
    let log = try workspace.text("run/log.csv")
    try workspace.write(Data((log + "12,34").utf8), to: "run/log.csv")
    let resumed = try await workspace.run("train", "resume", "run", "--games", "4")
    #expect(resumed.isDone)
    #expect(resumed.error.hasPrefix("train: run/log.csv: line 7 was cut off and is removed\n"))
    let run = try RunRecord("run", in: workspace)
    #expect(run.records.map(\.games) == [2, 4, 6, 8, 10, 12, 14])
    #expect(try workspace.text("run/log.csv").hasPrefix(log))
  }

  @Test("Case 155: a log of other columns is refused and stays as it is")
  func otherColumns() async throws {
    let log = try workspace.text("run/log.csv").replacing(
      "eval_standard_error\n", with: "eval_standard_error,extra\n")
    try workspace.write(Data(log.utf8), to: "run/log.csv")
    let resumed = try await workspace.run("train", "resume", "run", "--games", "4")
    #expect(
      resumed
        == Outcome(
          end: .exit(1), output: "",
          error: "train: Log 'run/log.csv' has another layout: expected 22 columns, "
            + "found a column 23, 'extra'.\n"))
    #expect(try workspace.text("run/log.csv") == log)
  }

  @Test("A configuration of another version is refused")
  func otherVersion() async throws {
    let configuration = try workspace.text("run/config.json")
      .replacing("\"format_version\" : 1", with: "\"format_version\" : 99")
    try workspace.write(Data(configuration.utf8), to: "run/config.json")
    let resumed = try await workspace.run("train", "resume", "run")
    #expect(resumed.end == .exit(1))
    #expect(
      resumed.error == "train: Cannot understand 'run/config.json': "
        + "expected format version 1, found 99.\n")
  }

  @Test("Case 139: the checkpoint is what is played, whatever else lies beside it")
  func strays() async throws {
    let alone = try await workspace.run("evaluate", "run", "--games", "5")
    for stray in ["best.safetensors", "checkpoint.safetensors.9000", "weights.safetensors"] {
      try workspace.write(Data("stray".utf8), to: "run/\(stray)")
    }
    let among = try await workspace.run("evaluate", "run", "--games", "5")
    #expect(among.isDone)
    #expect(among.output.contains("file            \(checkpoint)\n"))
    #expect(
      among.output.split(separator: "\n").dropLast()
        == alone.output.split(separator: "\n").dropLast())
  }

  @Test(
    "Runs that are none are refused by name",
    arguments: [
      ("none", "train: Run 'none' does not exist.\n"),
      ("empty", "train: Folder 'empty' is no run: it has no 'config.json'.\n"),
      ("run/log.csv", "train: 'run/log.csv' is a file; expected the name of a run folder.\n"),
    ])
  func noRun(name: String, message: String) async throws {
    try FileManager.default.createDirectory(
      atPath: workspace.file("empty"), withIntermediateDirectories: false)
    let resumed = try await workspace.run("train", "resume", name)
    #expect(resumed == Outcome(end: .exit(1), output: "", error: message))
  }
}
