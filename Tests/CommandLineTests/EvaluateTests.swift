import Env2048
import Experiments
import Foundation
import Testing

@Suite struct EvaluateTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// The printed report without its last line, which tells the time.
  private static func timeless(_ outcome: Outcome) -> String {
    outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2)
      .joined(separator: "\n")
  }

  private func report(_ name: String) throws -> EvaluationReport {
    try JSONFile.read(EvaluationReport.self, from: workspace.file(name))
  }

  @Test("Cases 67, 69, 73, 74: ten processes give the same report, on screen and in the file")
  func repeated() async throws {
    var outputs: Set<String> = []
    var files: Set<String> = []
    for _ in 0..<10 {
      let outcome = try await workspace.run(
        "evaluate", "random", "--seed", "1", "--games", "3", "--json", "report.json")
      #expect(outcome.isDone)
      outputs.insert(Self.timeless(outcome))
      let timed = /"(seconds|moves_per_second|date)"/
      files.insert(
        try workspace.text("report.json").split(separator: "\n")
          .filter { !$0.contains(timed) }.joined(separator: "\n"))
    }
    #expect(outputs.count == 1)
    #expect(files.count == 1)
  }

  @Test("Case 67: different seeds, up to the largest, give different games")
  func seeds() async throws {
    var outputs: Set<String> = []
    for seed in ["0", "1", "42", "18446744073709551615"] {
      let outcome = try await workspace.run("evaluate", "greedy", "--games", "1", "--seed", seed)
      #expect(outcome.isDone)
      outputs.insert(Self.timeless(outcome).replacing("seed            \(seed)", with: ""))
    }
    #expect(outputs.count == 4)
    let wrapped = try await workspace.run(
      "evaluate", "random", "--games", "2", "--seed", "18446744073709551615")
    #expect(wrapped.isDone)
  }

  @Test("Case 75: the number of threads changes no figure")
  func threads() async throws {
    let one = try await workspace.run(
      "evaluate", "random", "--games", "100", "--seed", "3", "--json", "one.json")
    let four = try await workspace.run(
      "evaluate", "random", "--games", "100", "--seed", "3", "--threads", "4", "--json",
      "four.json")
    #expect(Self.timeless(one) == Self.timeless(four))
    #expect(try report("one.json").summary == report("four.json").summary)
    #expect(try report("four.json").summary.games == 100)
  }

  @Test("Case 167: random play has the known mean, length and largest tiles")
  func randomBaseline() async throws {
    let outcome = try await workspace.run(
      "evaluate", "random", "--games", "1k", "--json", "report.json")
    #expect(outcome.isDone)
    let summary = try report("report.json").summary
    #expect((985...1185).contains(summary.meanScore))
    // 117.7 moves, give or take five standard errors of 1.2.
    #expect((111.7...123.7).contains(summary.meanMoves))
    let middling = summary.rate(atLeast: 64) - summary.rate(atLeast: 256)
    #expect((0.80...0.90).contains(middling))
  }

  @Test("The report is a list of facts and a table of tiles")
  func layout() async throws {
    let outcome = try await workspace.run("evaluate", "random", "--games", "50", "--size", "2x2")
    let lines = outcome.output.components(separatedBy: "\n")
    #expect(lines.first == "agent           random")
    #expect(lines.contains("board           2x2"))
    #expect(lines.contains("games           50"))
    #expect(lines.contains("tile  games   reached"))
    #expect(lines.last == "")
    #expect(lines.dropLast().last?.wholeMatch(of: /[\d.]+ s, .+ moves\/s, threads 1/) != nil)
  }

  @Test("A run's report is also written into its folder")
  func reportOfRun() async throws {
    try await workspace.train("--games", "5")
    #expect(try await workspace.run("evaluate", "run", "--games", "7").isDone)
    let report = try report("run/evaluation.json")
    #expect(report.summary.games == 7)
    #expect(report.agent == "ntuple 5x4")
    #expect(report.checkpoint == "run/checkpoint.safetensors")
    #expect(report.provenance.command.dropFirst() == ["run", "--games", "7"])
  }

  @Test("Case 145: a report that cannot be written is refused before the first game")
  func unwritable() async throws {
    try workspace.write(Data(), to: "file")
    let targets = [
      (".", "Cannot write '.': Is a directory."),
      ("none/report.json", "Cannot write 'none/report.json': No such file or directory."),
      ("file/report.json", "Cannot inspect 'file/report.json': Not a directory."),
    ]
    for (target, message) in targets {
      let outcome = try await workspace.run(
        "evaluate", "random", "--games", "1e9", "--json", target)
      #expect(outcome == Outcome(end: .exit(1), output: "", error: "evaluate: \(message)\n"))
    }
  }

  @Test("A board's legal actions are weighed, each with reward, value and total")
  func board() async throws {
    try await workspace.train("--games", "1", "--alpha", "0", "--initial-value", "1000")
    let outcome = try await workspace.run(
      "evaluate", "run", "--board", "0 2 4 8 / 0 0 2 2 / 0 0 0 0 / 0 0 0 0")
    #expect(
      outcome
        == Outcome(
          end: .exit(0),
          output: """
            action  reward    value    total
            ------  ------  -------  -------
            right        4  1,000.0  1,004.0
            down         0  1,000.0  1,000.0
            left         4  1,000.0  1,004.0

            """, error: ""))
    let over = try await workspace.run(
      "evaluate", "run", "--board", "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2")
    #expect(over.isDone)
    #expect(over.output == "No action is legal: a game on this board is over.\n")
  }

  @Test("Boards and agents that are none are refused")
  func refused() async throws {
    try await workspace.train("--games", "1")
    let mistakes: [(arguments: [String], code: Int32, message: String)] = [
      (["run", "--board", "0 2 4"], 1, "Board of 1x3: expected 4x4."),
      (
        ["random", "--board", "0 2 / 2 0"], 1,
        "Agent 'random' does not value boards: expected a trained one, a run folder or a file."
      ),
      (
        ["randm"], 1,
        "Agent 'randm' does not exist: expected random, greedy, heuristic, the folder of "
          + "a run, a checkpoint or a .w file."
      ),
      (
        ["run", "--size", "3x3"], 64,
        "'--size 3x3': expected 4x4, the board of 'ntuple 5x4'\n"
          + "Try 'evaluate --help' for more information."
      ),
    ]
    for (arguments, code, message) in mistakes {
      let outcome = try await workspace.start("evaluate", arguments).outcome()
      #expect(
        outcome == Outcome(end: .exit(code), output: "", error: "evaluate: \(message)\n"))
    }
    let wrongTile = try await workspace.run(
      "evaluate", "run", "--board", "0 2 3 8 / 0 0 2 2 / 0 0 0 0 / 0 0 0 0")
    #expect(wrongTile.end == .exit(1))
    #expect(wrongTile.error.contains("3"))
    #expect(wrongTile.output == "")
  }
}
