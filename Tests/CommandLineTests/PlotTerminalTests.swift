import Experiments
import Foundation
import TestSupport
import Testing

/// `plot` on a terminal of its own.
@Suite(.serialized) struct PlotTerminalTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func makeRun(_ name: String, rows: Int) throws {
    try FileManager.default.createDirectory(
      atPath: workspace.file(name), withIntermediateDirectories: true)
    var log = try TrainingLog.create(workspace.file("\(name)/log.csv"))
    for row in 0..<rows {
      var record = TrainingRecord()
      record.games = 10 * (row + 1)
      record.meanScore = 1000 * Double(row + 1)
      try log.append(record)
    }
  }

  private func plot(
    _ arguments: [String], environment: [String: String], columns: Int = 80, rows: Int = 24
  ) throws -> TerminalProgram {
    try TerminalProgram(
      BuiltProgram.path("plot"), arguments.map { $0.hasPrefix("-") ? $0 : workspace.file($0) },
      environment: environment, columns: columns, rows: rows)
  }

  /// Environments, and how the first run's blue is asked for in each.
  static let environments: [([String: String], String?)] = [
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], "38;2;0;114;178"),
    (["TERM": "xterm-256color"], "38;5;32"),
    (["TERM": "xterm"], "1;36"),
    (["TERM": "xterm", "NO_COLOR": ""], "1;36"),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], nil),
    (["TERM": "dumb"], nil),
  ]

  @Test(
    "Case 184: curves have the colours that the terminal can show, none with NO_COLOR",
    arguments: environments)
  func colors(environment: [String: String], blue: String?) throws {
    try makeRun("a", rows: 5)
    try makeRun("b", rows: 3)
    let program = try plot(["a", "b"], environment: environment)
    #expect(program.end() == .exited(0))
    #expect(program.screen.text.contains("Mean score (points)"))
    #expect(program.screen.unknown.isEmpty)
    let styles = program.screen.styles.filter { !$0.isEmpty && $0 != "0;39" }
    #expect(styles.count == (blue == nil ? 0 : 2))
    if let blue {
      #expect(styles.contains(blue))
    } else {
      #expect(!program.output.contains(0x1B))
      // Without colours the letters tell the runs apart.
      #expect(program.screen.text.contains("****a") && program.screen.text.contains("####b"))
    }
  }

  @Test("A plot fills the window, and no more", arguments: [(80, 24), (120, 40), (40, 12)])
  func window(columns: Int, rows: Int) throws {
    try makeRun("a", rows: 5)
    let program = try plot(["a"], environment: ["TERM": "xterm"], columns: columns, rows: rows)
    #expect(program.end() == .exited(0))
    let lines = program.screen.lines
    #expect(lines.map(\.count).max() ?? 0 > columns - 12)
    #expect(lines.contains { $0.contains("Mean score (points)") })
    #expect(lines.contains { $0.contains("Games") })
  }

  @Test("Following draws each row over the picture before, until Ctrl-C")
  func follow() throws {
    try makeRun("a", rows: 0)
    let program = try plot(["a", "--follow"], environment: ["TERM": "xterm-256color"])
    let before = program.settingsBefore
    #expect(program.shows("waiting for the first row of '"))
    try makeRun("a", rows: 2)
    #expect(program.shows("Mean score (points)"))
    #expect(!program.screen.text.contains("waiting"))
    #expect(program.waits { $0.lines.contains { $0.hasPrefix(" 2,000") || $0.contains("2k") } })
    try makeRun("a", rows: 8)
    #expect(program.waits { $0.lines.contains { $0.contains("8k") } })
    // The new picture stands where the old one stood.
    #expect(program.screen.lines.count { $0.contains("Mean score (points)") } == 1)
    #expect(program.screen.lines.first { !$0.isEmpty }?.contains("a") == true)
    program.type("\u{3}")
    #expect(program.end() == .exited(0))
    #expect(program.settings == before)
    #expect(program.screen.isCursorVisible && program.screen.unknown.isEmpty)
  }

  @Test("A terminal that cannot draw gets one picture after the other")
  func dumb() throws {
    try makeRun("a", rows: 2)
    let program = try plot(["a", "--follow"], environment: ["TERM": "dumb"], rows: 60)
    #expect(program.shows("Mean score (points)"))
    try makeRun("a", rows: 8)
    #expect(program.shows("8k"))
    program.type("\u{3}")
    #expect(program.end() == .exited(0))
    #expect(!program.output.contains(0x1B))
  }
}
