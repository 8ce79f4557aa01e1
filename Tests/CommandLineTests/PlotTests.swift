import Experiments
import Foundation
import TestSupport
import Testing

/// `plot`: what it draws, warns of and refuses.
@Suite struct PlotTests {
  let folder: TemporaryFolder
  let program: Program

  init() throws {
    folder = try TemporaryFolder()
    program = Program(folder: folder)
    try makeRun("a", games: [10, 20, 30])
  }

  private func makeRun(_ name: String, games: [Int]) throws {
    try FileManager.default.createDirectory(
      atPath: folder.file(name), withIntermediateDirectories: true)
    var log = try TrainingLog.create(folder.file("\(name)/log.csv"))
    for games in games { try log.append(Self.record(games)) }
  }

  private static func record(_ games: Int) -> TrainingRecord {
    var record = TrainingRecord()
    record.games = games
    record.seconds = Double(games)
    record.meanScore = 1094.5 * Double(games)
    return record
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.bytes(name), as: UTF8.self)
  }

  @Test("Without an output the curve is drawn as wide as the terminal is")
  func terminal() throws {
    let outcome = try program.run("plot a", environment: ["COLUMNS": "100", "LINES": "30"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect((90...100).contains(lines.map(\.count).max() ?? 0))
    #expect(lines.count <= 30)
    #expect(outcome.output.contains("Mean score (points)"))
    #expect(outcome.output.contains("****a"))
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test("Files are pictures of the kind their names say", arguments: ["svg", "png", "pdf"])
  func files(ending: String) throws {
    let line = "plot a --y mean_score,rate_2048 --smooth 3 --size 500x400 --output c.\(ending)"
    let outcome = try program.run(line)
    #expect(outcome == .init(code: 0, output: "", errors: ""))
    let start = String(decoding: try folder.bytes("c.\(ending)").prefix(400), as: UTF8.self)
    #expect(
      start.contains(["svg": "width=\"500\" height=\"400\"", "png": "PNG"][ending] ?? "%PDF"))
  }

  @Test("Case 149: a locale with decimal commas changes no byte of log and picture")
  func locale() throws {
    let train = "train ntuple --network 5x4 --games 50 --log-every 10 --run"
    let german = ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"]
    let plain = try program.run("\(train) x/r")
    let local = try program.run("\(train) y/r", environment: german)
    try #require(plain.code == 0 && local.code == 0, "\(plain) \(local)")
    let log = try folder.lines("y/r/log.csv")
    #expect(log.count == 6)
    #expect(Set(log.map { $0.count { $0 == "," } }) == [21])
    #expect(log[1].contains("."))
    #expect(try folder.rowsWithoutTimes("x/r") == folder.rowsWithoutTimes("y/r"))
    _ = try program.run("plot y/r --output c.svg", environment: ["LC_ALL": "C"])
    _ = try program.run("plot y/r --output german.svg", environment: german)
    #expect(try folder.bytes("c.svg") == folder.bytes("german.svg"))
  }

  @Test("Case 151: a torn last line is skipped with a warning that names it")
  func tornLine() throws {
    let whole = try text("a/log.csv")
    try (whole + "151,12").write(
      toFile: folder.file("a/log.csv"), atomically: true, encoding: .utf8)
    let outcome = try program.run("plot a --output torn.svg")
    #expect(outcome.code == 0)
    #expect(outcome.errors == "plot: a/log.csv: line 5 is cut off; skipped.\n")
    try makeRun("b/a", games: [10, 20, 30])
    _ = try program.run("plot b/a --output whole.svg")
    #expect(try folder.bytes("torn.svg") == folder.bytes("whole.svg"))
  }

  @Test("Case 152: empty logs end with code 1 and say what is missing; one row is drawn")
  func emptyLogs() throws {
    try makeRun("header", games: [])
    try makeRun("one", games: [10])
    try makeRun("empty", games: [])
    try Data().write(to: URL(filePath: folder.file("empty/log.csv")))
    #expect(
      try program.run("plot empty")
        == .init(
          code: 1, output: "",
          errors: "plot: Log 'empty/log.csv' is empty; expected a header line and rows.\n"))
    #expect(
      try program.run("plot header")
        == .init(
          code: 1, output: "",
          errors: "plot: Log 'header/log.csv' holds no rows yet, only its header.\n"))
    let one = try program.run("plot one")
    #expect(one.code == 0 && one.errors.isEmpty)
    #expect(one.output.count { $0 == "o" } >= 2)
  }

  @Test("Case 153: rows that are not finite are skipped, and said to be")
  func notFinite() throws {
    let rows = try text("a/log.csv").replacing(",21890,", with: ",nan,")
    try rows.write(toFile: folder.file("a/log.csv"), atomically: true, encoding: .utf8)
    let outcome = try program.run("plot a --output a.svg")
    #expect(outcome.code == 0)
    #expect(
      outcome.errors == "plot: a/log.csv: line 3 holds a number that is not finite; skipped.\n")
    #expect(!(try text("a.svg").lowercased().contains("nan")))
  }

  @Test("Damaged, foreign and other locales' logs are refused with file and line")
  func damaged() throws {
    let whole = try text("a/log.csv")
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
      try log.write(toFile: folder.file("a/log.csv"), atomically: true, encoding: .utf8)
      let outcome = try program.run("plot a --output a.svg")
      #expect(outcome.code == 1)
      #expect(outcome.errors.hasPrefix("plot: Log 'a/log.csv'") && outcome.errors.contains(reason))
      #expect(!folder.contains("a.svg"))
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
  func refusals(line: String, code: Int32, message: String) throws {
    let outcome = try program.run(line)
    #expect(outcome.code == code)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("plot: ") && outcome.errors.contains(message))
  }

  @Test("Without gnuplot on PATH it says how to install it")
  func noGnuplot() throws {
    let outcome = try program.run("plot a", environment: ["PATH": folder.path])
    #expect(outcome.code == 1)
    #expect(outcome.errors.hasPrefix("plot: gnuplot, which draws the plots, is not on PATH;"))
  }

  @Test("Folders with strange names are drawn under their names")
  func strangeNames() throws {
    let names = ["it's \"q\" $HOME", "back\\slash `x`", "größer 二〇四八", "-dash"]
    for name in names { try makeRun(name, games: [10, 20]) }
    let outcome = try program.run("plot --output c.svg --", names)
    #expect(outcome == .init(code: 0, output: "", errors: ""))
    let picture = try text("c.svg")
    for name in names { #expect(picture.contains("<text>\(name)</text>")) }
  }

  @Test("Evaluations are compared as bars, from folders and files")
  func compare() throws {
    for seed in 1...2 {
      _ = try program.run("evaluate random --games 50 --seed \(seed) --json r\(seed).json")
    }
    let outcome = try program.run("plot r1.json r2.json --compare --output c.svg")
    #expect(outcome == .init(code: 0, output: "", errors: ""))
    let picture = try text("c.svg")
    for words in ["r1", "r2", "Mean score, with 95 % interval (points)", "Tile", "128"] {
      #expect(picture.contains("<text>\(words)</text>"))
    }
    for color in ["rgb(  0, 114, 178)", "rgb(213,  94,   0)"] {
      #expect(picture.contains("<polygon fill = '\(color)'"))
    }
  }

  @Test("Following draws anew when a row is there, waits for the first, and ends on SIGINT")
  func follow() throws {
    try makeRun("b", games: [])
    let running = try program.start("plot b --follow --output b.svg")
    running.wait { running.errors.contains("waiting for the first row") }
    #expect(!folder.contains("b.svg"))
    try makeRun("b", games: [10, 20])
    running.wait { folder.contains("b.svg") }
    let first = try folder.bytes("b.svg")
    try makeRun("b", games: [10, 20, 40])
    running.wait { (try? folder.bytes("b.svg")) != first }
    running.signal(SIGINT)
    let outcome = running.wait()
    #expect(outcome.code == 0)
    #expect(outcome.errors == "plot: waiting for the first row of 'b/log.csv'\n")
  }

  @Test("train --plot keeps the curve of a run, at its end and when it is resumed")
  func trainPlot() throws {
    let train = "train ntuple --network 5x4 --games 60 --log-every 20 --run r --plot"
    let outcome = try program.run(train)
    #expect(outcome.code == 0 && !outcome.errors.contains("could not be drawn"), "\(outcome)")
    let first = try text("r/curve.svg")
    for words in ["Mean score (points)", "Games reaching 2048 (%)", "60", "r"] {
      #expect(first.contains("<text>\(words)</text>"))
    }
    #expect(!first.contains("<text>120</text>"))
    #expect(try program.run("train resume r --games 60 --plot").code == 0)
    #expect(try text("r/curve.svg").contains("<text>120</text>"))
  }

  @Test("train --plot draws while it trains")
  func trainPlotMeanwhile() throws {
    let running = try program.start(
      "train ntuple --network 5x4 --minutes 5 --log-every 5 --run r --plot")
    running.wait { folder.contains("r/curve.svg") }
    running.signal(SIGINT)
    #expect(running.wait().code == 0)
    #expect(folder.contains("r/curve.svg"))
  }

  @Test("train --plot without gnuplot ends before a run is made")
  func trainPlotWithoutGnuplot() throws {
    let outcome = try program.run(
      "train ntuple --network 5x4 --games 60 --run r --plot", environment: ["PATH": folder.path])
    #expect(outcome.code == 1)
    #expect(outcome.errors.hasPrefix("train: gnuplot, which draws the plots, is not on PATH;"))
    #expect(!folder.contains("r"))
  }

  @Test("A curve that cannot be drawn does not fail a training")
  func trainPlotFails() throws {
    try "#!/bin/sh\necho no pen >&2\nexit 1\n".write(
      toFile: folder.file("gnuplot"), atomically: true, encoding: .utf8)
    try folder.setPermissions(0o755, of: "gnuplot")
    let outcome = try program.run(
      "train ntuple --network 5x4 --games 60 --run r --plot",
      environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("train: the curve could not be drawn: gnuplot failed: no pen"))
    #expect(folder.contains("r/checkpoint.safetensors"))
  }
}
