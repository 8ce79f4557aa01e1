import Experiments
import Foundation
import Testing

/// `plot`: what it draws, warns of and refuses.
@Suite struct PlotTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try makeRun("a", games: [10, 20, 30])
  }

  private func makeRun(_ name: String, games: [Int]) throws {
    try FileManager.default.createDirectory(
      atPath: workspace.file(name), withIntermediateDirectories: true)
    var log = try TrainingLog.create(workspace.file("\(name)/log.csv"))
    for games in games { try log.append(Self.record(games)) }
  }

  private static func record(_ games: Int) -> TrainingRecord {
    var record = TrainingRecord()
    record.games = games
    record.seconds = Double(games)
    record.meanScore = 1094.5 * Double(games)
    return record
  }

  @Test("Without an output the curve is drawn as wide as the terminal is")
  func terminal() async throws {
    let outcome = try await workspace.run(
      line: "plot a", environment: ["COLUMNS": "100", "LINES": "30"])
    #expect(outcome.end == .exit(0) && outcome.error.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect((90...100).contains(lines.map(\.count).max() ?? 0))
    #expect(lines.count <= 30)
    #expect(outcome.output.contains("Mean score (points)"))
    #expect(outcome.output.contains("****a"))
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test("Files are pictures of the kind their names say", arguments: ["svg", "png", "pdf"])
  func files(ending: String) async throws {
    let line = "plot a --y mean_score,rate_2048 --smooth 3 --size 500x400 --output c.\(ending)"
    let outcome = try await workspace.run(line: line)
    #expect(outcome == .init(end: .exit(0), output: "", error: ""))
    let start = String(decoding: try workspace.bytes("c.\(ending)").prefix(400), as: UTF8.self)
    #expect(
      start.contains(["svg": "width=\"500\" height=\"400\"", "png": "PNG"][ending] ?? "%PDF"))
  }

  @Test("Case 149: a locale with decimal commas changes no byte of log and picture")
  func locale() async throws {
    let train = "train ntuple --network 5x4 --games 50 --log-every 10 --run"
    let german = ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"]
    let plain = try await workspace.run(line: "\(train) x/r")
    let local = try await workspace.run(line: "\(train) y/r", environment: german)
    try #require(plain.end == .exit(0) && local.end == .exit(0), "\(plain) \(local)")
    let log = try workspace.text("y/r/log.csv").split(separator: "\n")
    #expect(log.count == 6)
    #expect(Set(log.map { $0.count { $0 == "," } }) == [21])
    #expect(log[1].contains("."))
    #expect(
      try RunRecord("x/r", in: workspace).timelessLines
        == RunRecord("y/r", in: workspace).timelessLines)
    _ = try await workspace.run(line: "plot y/r --output c.svg", environment: ["LC_ALL": "C"])
    _ = try await workspace.run(line: "plot y/r --output german.svg", environment: german)
    #expect(try workspace.bytes("c.svg") == workspace.bytes("german.svg"))
  }

  @Test("Case 151: a torn last line is skipped with a warning that names it")
  func tornLine() async throws {
    let whole = try workspace.text("a/log.csv")
    try (whole + "151,12").write(
      toFile: workspace.file("a/log.csv"), atomically: true, encoding: .utf8)
    let outcome = try await workspace.run(line: "plot a --output torn.svg")
    #expect(outcome.end == .exit(0))
    #expect(outcome.error == "plot: a/log.csv: line 5 is cut off; skipped.\n")
    try makeRun("b/a", games: [10, 20, 30])
    _ = try await workspace.run(line: "plot b/a --output whole.svg")
    #expect(try workspace.bytes("torn.svg") == workspace.bytes("whole.svg"))
  }

  @Test("Case 152: empty logs end with code 1 and say what is missing; one row is drawn")
  func emptyLogs() async throws {
    try makeRun("header", games: [])
    try makeRun("one", games: [10])
    try makeRun("empty", games: [])
    try Data().write(to: URL(filePath: workspace.file("empty/log.csv")))
    #expect(
      try await workspace.run(line: "plot empty")
        == .init(
          end: .exit(1), output: "",
          error: "plot: Log 'empty/log.csv' is empty; expected a header line and rows.\n"))
    #expect(
      try await workspace.run(line: "plot header")
        == .init(
          end: .exit(1), output: "",
          error: "plot: Log 'header/log.csv' holds no rows yet, only its header.\n"))
    let one = try await workspace.run(line: "plot one")
    #expect(one.end == .exit(0) && one.error.isEmpty)
    #expect(one.output.count { $0 == "o" } >= 2)
  }

  @Test("Case 153: rows that are not finite are skipped, and said to be")
  func notFinite() async throws {
    let rows = try workspace.text("a/log.csv").replacing(",21890,", with: ",nan,")
    try rows.write(toFile: workspace.file("a/log.csv"), atomically: true, encoding: .utf8)
    let outcome = try await workspace.run(line: "plot a --output a.svg")
    #expect(outcome.end == .exit(0))
    #expect(
      outcome.error == "plot: a/log.csv: line 3 holds a number that is not finite; skipped.\n")
    #expect(!(try workspace.text("a.svg").lowercased().contains("nan")))
  }

  @Test("Damaged, foreign and other locales' logs are refused with file and line")
  func damaged() async throws {
    let whole = try workspace.text("a/log.csv")
    for (log, reason) in [
      (
        whole.replacing("30,0,30", with: "30,zero,30"),
        "line 4: expected a number in column 'moves'"
      ),
      (whole.replacing(",", with: ";"), "line 1: expected '.' as the decimal point"),
      (whole.replacing("10945,", with: "10945,5,"), "line 2: expected 22 fields, found 23"),
      ("episode,reward\n1,2\n", "has another layout: expected column 1 to be 'games'"),
      ("\u{0}\u{1}\u{FF}PNG\n", "has another layout"),
    ] {
      try log.write(toFile: workspace.file("a/log.csv"), atomically: true, encoding: .utf8)
      let outcome = try await workspace.run(line: "plot a --output a.svg")
      #expect(outcome.end == .exit(1))
      #expect(outcome.error.hasPrefix("plot: Log 'a/log.csv'") && outcome.error.contains(reason))
      #expect(!workspace.exists("a.svg"))
    }
  }

  @Test(
    "What cannot be drawn is refused in one line",
    arguments: [
      ("plot nope", 1, "Run 'nope' does not exist."),
      ("plot a --output a.gif", 1, "'a.gif': expected a name that ends in .svg, .png or .pdf."),
      ("plot a --output no/a.svg", 1, "No such file or directory"),
      ("plot a --y eval_mean_score", 1, "No run has values of 'eval_mean_score'; train with"),
      ("plot a --compare", 1, "Run 'a' has no evaluation yet; make one with 'evaluate a'."),
      ("plot a --y score", 64, "'--y score': expected one of games, moves"),
      ("plot a --size 10x10", 64, "expected width x height in pixels"),
      ("plot a --tiles --compare", 64, "'--tiles' and '--compare' exclude each other"),
      ("plot", 64, "expected DIR..."),
    ])
  func refusals(line: String, code: Int32, message: String) async throws {
    let outcome = try await workspace.run(line: line)
    #expect(outcome.end == .exit(code))
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("plot: ") && outcome.error.contains(message))
  }

  @Test("Without gnuplot on PATH it says how to install it")
  func noGnuplot() async throws {
    let outcome = try await workspace.run(line: "plot a", environment: ["PATH": workspace.path])
    #expect(outcome.end == .exit(1))
    #expect(outcome.error.hasPrefix("plot: gnuplot, which draws the plots, is not on PATH;"))
  }

  @Test("Folders with strange names are drawn under their names")
  func strangeNames() async throws {
    let names = ["it's \"q\" $HOME", "back\\slash `x`", "größer 二〇四八", "-dash"]
    for name in names { try makeRun(name, games: [10, 20]) }
    let outcome = try await workspace.run(line: "plot --output c.svg --", names)
    #expect(outcome == .init(end: .exit(0), output: "", error: ""))
    let picture = try workspace.text("c.svg")
    for name in names { #expect(picture.contains("<text>\(name)</text>")) }
  }

  @Test("Evaluations are compared as bars, from folders and files")
  func compare() async throws {
    for seed in 1...2 {
      _ = try await workspace.run(
        line: "evaluate random --games 50 --seed \(seed) --json r\(seed).json")
    }
    let outcome = try await workspace.run(line: "plot r1.json r2.json --compare --output c.svg")
    #expect(outcome == .init(end: .exit(0), output: "", error: ""))
    let picture = try workspace.text("c.svg")
    for words in ["r1", "r2", "Mean score, with 95 % interval (points)", "Tile", "128"] {
      #expect(picture.contains("<text>\(words)</text>"))
    }
    for color in ["rgb(  0, 114, 178)", "rgb(213,  94,   0)"] {
      #expect(picture.contains("<polygon fill = '\(color)'"))
    }
  }

  @Test("Following draws anew when a row is there, waits for the first, and ends on SIGINT")
  func follow() async throws {
    try FileManager.default.createDirectory(
      atPath: workspace.file("b"), withIntermediateDirectories: true)
    // As in a training, the log only ever grows.
    var log = try TrainingLog.create(workspace.file("b/log.csv"))
    let running = try workspace.start(line: "plot b --follow --output b.svg")
    try await running.wait {
      running.error.contains("waiting for the first row") || !running.isRunning
    }
    #expect(!workspace.exists("b.svg"))
    try log.append(Self.record(10))
    try await running.wait { workspace.exists("b.svg") || !running.isRunning }
    let first = try workspace.bytes("b.svg")
    try log.append(Self.record(20))
    try await running.wait { (try? workspace.bytes("b.svg")) != first || !running.isRunning }
    running.send(SIGINT)
    let outcome = try await running.outcome()
    #expect(outcome.end == .exit(0))
    #expect(outcome.error == "plot: waiting for the first row of 'b/log.csv'\n")
  }

  @Test("train --plot keeps the curve of a run, at its end and when it is resumed")
  func trainPlot() async throws {
    let train = "train ntuple --network 5x4 --games 60 --log-every 20 --run r --plot"
    let outcome = try await workspace.run(line: train)
    #expect(outcome.end == .exit(0) && !outcome.error.contains("could not be drawn"), "\(outcome)")
    let first = try workspace.text("r/curve.svg")
    for words in ["Mean score (points)", "Games reaching 2048 (%)", "60", "r"] {
      #expect(first.contains("<text>\(words)</text>"))
    }
    #expect(!first.contains("<text>120</text>"))
    #expect(try await workspace.run(line: "train resume r --games 60 --plot").end == .exit(0))
    #expect(try workspace.text("r/curve.svg").contains("<text>120</text>"))
  }

  @Test("train --plot draws while it trains")
  func trainPlotMeanwhile() async throws {
    let running = try workspace.start(
      line: "train ntuple --network 5x4 --minutes 5 --log-every 5 --run r --plot")
    try await running.wait { workspace.exists("r/curve.svg") || !running.isRunning }
    running.send(SIGINT)
    #expect(try await running.outcome().end == .exit(0))
    #expect(workspace.exists("r/curve.svg"))
  }

  @Test("train --plot without gnuplot ends before a run is made")
  func trainPlotWithoutGnuplot() async throws {
    let outcome = try await workspace.run(
      line: "train ntuple --network 5x4 --games 60 --run r --plot",
      environment: ["PATH": workspace.path])
    #expect(outcome.end == .exit(1))
    #expect(outcome.error.hasPrefix("train: gnuplot, which draws the plots, is not on PATH;"))
    #expect(!workspace.exists("r"))
  }

  @Test("A curve that cannot be drawn does not fail a training")
  func trainPlotFails() async throws {
    try "#!/bin/sh\necho no pen >&2\nexit 1\n".write(
      toFile: workspace.file("gnuplot"), atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: workspace.file("gnuplot"))
    let outcome = try await workspace.run(
      line: "train ntuple --network 5x4 --games 60 --run r --plot",
      environment: ["PATH": "\(workspace.path):/usr/bin:/bin"])
    #expect(outcome.end == .exit(0))
    #expect(outcome.error.contains("train: the curve could not be drawn: gnuplot failed: no pen"))
    #expect(workspace.exists("r/checkpoint.safetensors"))
  }
}
