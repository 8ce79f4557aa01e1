import Agents
import Env2048
import Experiments
import Foundation
import Testing

@Suite struct TrainTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test("A short training tells what it made and what comes next")
  func short() async throws {
    let outcome = try await workspace.train("--games", "20")
    #expect(outcome.isDone)
    #expect(
      outcome.error.hasPrefix("train: run: 5 patterns, 327,680 weights, 3.9 MB of memory\n"))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("Done: 20 games, "))
    #expect(lines[2] == "Saved in run. Next: evaluate run")
    #expect(lines[3] == "To train longer: train resume run --minutes 10")
    #expect(
      try workspace.names(in: "run")
        == ["checkpoint.safetensors", "config.json", "log.csv", "weights.safetensors"])
  }

  @Test("Case 135: 100 games and 100 resumed are 200 games, in every weight and row")
  func resumeEqualsOneGo() async throws {
    try await workspace.train("--games", "200", "--log-every", "30", "--seed", "7", run: "whole")
    try await workspace.train("--games", "100", "--log-every", "30", "--seed", "7", run: "halves")
    #expect(try RunRecord("halves", in: workspace).records.count == 4)
    let resumed = try await workspace.run("train", "resume", "halves", "--games", "100")
    #expect(resumed.isDone)
    #expect(resumed.error.hasPrefix("train: halves: going on after 100 games\n"))

    let weights = "weights.safetensors"
    #expect(try workspace.bytes("whole/\(weights)") == workspace.bytes("halves/\(weights)"))
    let whole = try RunRecord("whole", in: workspace)
    let halves = try RunRecord("halves", in: workspace)
    #expect(whole.timelessLines == halves.timelessLines)
    #expect(whole.records.count == 7)
    let one = try SafetensorsReader(opening: whole.folder.checkpointFile)
    let other = try SafetensorsReader(opening: halves.folder.checkpointFile)
    for name in one.tensors.map(\.name) where name.hasPrefix("coherence") {
      let sums = try one.array(name, of: Float.self)
      #expect(try sums == other.array(name, of: Float.self))
    }
  }

  @Test("Stages are trained, resumed and played; tiles that cannot be are wrong usage")
  func stages() async throws {
    try await workspace.train("--stages", "64,512", "--games", "60", "--seed", "3", run: "whole")
    try await workspace.train("--stages", "64,512", "--games", "30", "--seed", "3", run: "halves")
    let resumed = try await workspace.run("train", "resume", "halves", "--games", "30")
    #expect(resumed.isDone)
    let weights = "weights.safetensors"
    #expect(try workspace.bytes("whole/\(weights)") == workspace.bytes("halves/\(weights)"))
    let played = try await workspace.run("evaluate", "whole", "--games", "5")
    #expect(played.isDone)
    #expect(played.output.contains(", in stages from 64, 512"))
    for (text, message) in [
      ("512,64", "in ascending order"), ("100", "powers of two"), ("64,", "tiles such as"),
    ] {
      let refused = try await workspace.run(
        "train", "ntuple", "--stages", text, "--games", "1", "--run", "refused")
      #expect(refused.end == .exit(64))
      #expect(refused.error.contains(message), "\(refused.error)")
      #expect(!workspace.exists("refused"))
    }
  }

  @Test("A limit of moves ends training with the game that reaches it, on any machine")
  func moves() async throws {
    for run in ["one", "two"] {
      try await workspace.train("--moves", "30k", "--log-every", "1", run: run)
    }
    let one = try RunRecord("one", in: workspace)
    let last = try #require(one.records.last)
    #expect(last.moves >= 30_000)
    #expect(one.records.dropLast().allSatisfy { $0.moves < 30_000 })
    #expect(try one.timelessLines == RunRecord("two", in: workspace).timelessLines)
  }

  @Test("Case 147: a resumed run has one header and no gap; a spent one says so")
  func resumeTwice() async throws {
    try await workspace.train("--games", "10", "--log-every", "1")
    _ = try await workspace.run("train", "resume", "run", "--games", "10")
    let run = try RunRecord("run", in: workspace)
    #expect(run.records.map(\.games) == Array(1...20))
    let log = try workspace.bytes("run/log.csv")

    let spent = try await workspace.run("train", "resume", "run")
    #expect(spent.isDone)
    #expect(spent.error == "train: run: its limit is reached, nothing left to do after 20 games\n")
    #expect(spent.output.hasSuffix("To train longer: train resume run --minutes 10\n"))
    #expect(try workspace.bytes("run/log.csv") == log)
  }

  @Test("Cases 102, 143: a new process values boards as the one that trained, new networks as told")
  func saved() async throws {
    try await workspace.train("--games", "1", "--alpha", "0", "--initial-value", "1000", run: "new")
    try await workspace.train(
      "--games", "1", "--alpha", "0", "--initial-value", "1000", "--seed", "2", run: "other")
    #expect(
      try workspace.bytes("new/weights.safetensors")
        == workspace.bytes("other/weights.safetensors"))
    try await workspace.train("--games", "100")

    let fresh = try LoadedAgent(named: workspace.file("new"))
    let toPlay = try LoadedAgent(named: workspace.file("run/weights.safetensors"))
    let toGoOn = try LoadedAgent(named: workspace.file("run/checkpoint.safetensors"))
    for index in 0..<100 {
      let board = try Grid(text: Self.board(index))
      let values = try toPlay.actionValues(of: board)
      #expect(!values.isEmpty)
      #expect(try fresh.actionValues(of: board).allSatisfy { $0.value == 1000 })
      #expect(try values == toGoOn.actionValues(of: board))
      #expect(values.contains { $0.value != 1000 && $0.value != 0 })
    }
    let board = Self.board(0)
    let table = try await workspace.run("evaluate", "run", "--board", board)
    let totals = table.output.split(separator: "\n").dropFirst(2).map { line in
      String(line.split(separator: " ").last ?? "").replacing(",", with: "")
    }
    #expect(
      try totals
        == toPlay.actionValues(of: Grid(text: board)).map { String(format: "%.1f", $0.total) })
  }

  @Test("Case 145: folders above the run are made, and a place that is taken is refused at once")
  func places() async throws {
    let made = try await workspace.train("--games", "1", run: "a/b/c/")
    #expect(made.isDone)
    #expect(made.output.contains("Saved in a/b/c."))

    let again = try await workspace.train("--games", "1", run: "a/b/c")
    #expect(again.end == .exit(1))
    #expect(
      again.error == "train: Run 'a/b/c' already exists; "
        + "go on with 'train resume a/b/c', or choose another name.\n")
    #expect(
      try await workspace.train(run: "a").error
        == "train: Folder 'a' is not empty and no run; choose another name.\n")

    try workspace.write(Data("x".utf8), to: "file")
    #expect(
      try await workspace.train(run: "file").error
        == "train: 'file' is a file; expected the name of a run folder.\n")
    let below = try await workspace.train(run: "file/run")
    #expect(below.end == .exit(1))
    #expect(below.error == "train: Cannot inspect 'file/run': Not a directory.\n")
    #expect(try workspace.text("file") == "x")
    #expect(try workspace.names() == ["a", "file"])
  }

  @Test("Case 145: a place where nothing may be written is refused at once")
  func readOnly() async throws {
    // The superuser may write everywhere but where the kernel itself makes the files.
    let parent = geteuid() == 0 ? "/proc" : workspace.file("closed")
    if geteuid() != 0 {
      try FileManager.default.createDirectory(
        atPath: parent, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o555])
    }
    let outcome = try await workspace.train(run: "\(parent)/run")
    #expect(outcome.end == .exit(1))
    #expect(outcome.output == "")
    #expect(
      outcome.error.wholeMatch(of: /train: Cannot create '.*\/run': [A-Z][a-z ]+\.\n/) != nil)
  }

  @Test("Runs without a name get free ones")
  func freeNames() async throws {
    for _ in 0..<2 {
      let outcome = try await workspace.run(
        "train", "ntuple", "--network", "5x4", "--games", "1")
      #expect(outcome.isDone)
    }
    #expect(try workspace.names(in: "Runs") == ["ntuple-5x4", "ntuple-5x4-2"])
  }

  @Test(
    "Case 149: a locale with a decimal comma changes no byte",
    .enabled(if: MachineSupport.hasGermanLocale))
  func locale() async throws {
    var environment = ProcessInfo.processInfo.environment
    for (run, locale) in [("plain", "C"), ("german", "de_DE.UTF-8")] {
      environment["LC_ALL"] = locale
      let outcome = try await workspace.run(
        "train", "ntuple", "--network", "5x4", "--alpha", "0.5", "--games", "5", "--log-every", "1",
        "--run", run, environment: environment)
      #expect(outcome.isDone)
    }
    let plain = try RunRecord("plain", in: workspace)
    let german = try RunRecord("german", in: workspace)
    #expect(plain.timelessLines == german.timelessLines)
    let commas = try workspace.text("german/log.csv").split(separator: "\n").map { line in
      line.count { $0 == "," }
    }
    #expect(Set(commas).count == 1)
    #expect(german.records.allSatisfy { $0.alpha == 0.5 })
  }

  @Test("Case 183: not one escape byte goes to pipes and files")
  func noEscapes() async throws {
    let trained = try await workspace.train("--games", "20")
    let evaluated = try await workspace.run("evaluate", "run", "--games", "20")
    let weighed = try await workspace.run("evaluate", "run", "--board", Self.board(0))
    for outcome in [trained, evaluated, weighed] {
      #expect(outcome.isDone)
      #expect(
        !(outcome.output + outcome.error).unicodeScalars.contains { $0.value == 0x1B || $0 == "\r" }
      )
    }
  }

  /// One of many boards; it has empty cells, so that an action is legal.
  private static func board(_ index: Int) -> String {
    var random = RandomSource(seed: UInt64(index))
    let tiles = [0, 0, 0, 0, 0, 2, 2, 2, 4, 4, 8, 8, 16, 32, 64, 128].shuffled(using: &random)
    return (0..<4).map { row in
      tiles[4 * row..<4 * row + 4].map(String.init).joined(separator: " ")
    }.joined(separator: " / ")
  }

  @Test("A preset gives what the command line leaves open, and nothing else")
  func preset() async throws {
    let line = "train ntuple --preset quick --network 5x4 --games 20 --no-restart --run run"
    #expect(try await workspace.run(line: line).isDone)
    let configuration = try JSONFile.read(
      RunConfiguration.self, from: workspace.file("run/config.json"))
    #expect(configuration.budget == TrainingBudget(games: 20))
    #expect(configuration.threads == ProcessInfo.processInfo.activeProcessorCount)
    guard case .ntuple(let network, let learning) = configuration.agent else {
      throw CocoaError(.coderInvalidValue)
    }
    #expect(network.name == "5x4")
    #expect(
      learning == TDConfiguration(stepSize: .tc, lambda: 0.5, finale: .init(alpha: 0.1)))
    let both = try await workspace.run(line: "train ntuple --restart --no-restart --run other")
    #expect(both.end == .exit(64))
  }
}
