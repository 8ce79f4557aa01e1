import Env2048
import Experiments
import Foundation
import Testing

/// `--ply` and its like, in `evaluate` and `play`.
@Suite struct SearchTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  static let searches: [(options: String, said: String)] = [
    ("--ply 1", "greedy, 1-ply"),
    ("--ply 2", "expectimax, 2-ply"),
    ("--ply 2 --cut-off 0.01 --table-bits 8", "expectimax, 2-ply, branches below 0.01 cut"),
    ("--nodes 200", "expectimax, 200 nodes a move"),
    ("--minimax --ply 2", "minimax, 2-ply"),
    ("--ply 2 --downgrade 64", "expectimax, 2-ply, tiles downgraded from 64"),
    ("--milliseconds 1", "expectimax, 1 ms a move"),
  ]

  @Test("The report says how the agent searched", arguments: searches)
  func reported(options: String, said: String) async throws {
    let outcome = try await workspace.run(
      line: "evaluate greedy --size 2x2 --games 2 --json r.json \(options)")
    #expect(outcome.isDone)
    #expect(outcome.output.contains("\nsearch          \(said)\n"))
    let report = try JSONFile.read(EvaluationReport.self, from: workspace.file("r.json"))
    #expect(report.search?.description == said)
    #expect(report.ply == report.search?.plies)
    let isExpectimax = said.hasPrefix("expectimax")
    #expect((report.nodesPerMove != nil) == isExpectimax)
    #expect(outcome.output.contains("nodes per move") == isExpectimax)
    #expect((report.nodesPerMove ?? 2) > 1)
    #expect(outcome.output.contains("plies per move") == (isExpectimax && report.ply == nil))
  }

  @Test("The report of random play names no search")
  func chance() async throws {
    let outcome = try await workspace.run(line: "evaluate random --games 2 --json r.json")
    #expect(outcome.isDone && !outcome.output.contains("search"))
    #expect(try !workspace.text("r.json").contains("\"search\""))
  }

  @Test("Looking ahead shows: the heuristic, and a searched board")
  func better() async throws {
    let board = "2 4 8 16 / 0 0 2 2 / 0 0 0 0 / 0 0 0 0"
    for agent in ["heuristic", "greedy"] {
      let one = try await workspace.run(line: "evaluate \(agent) --ply 1 --board", [board])
      let three = try await workspace.run(line: "evaluate \(agent) --ply 3 --board", [board])
      #expect(one.isDone && three.isDone)
      #expect(one.output.split(separator: "\n").count == 5)
      #expect(three.output.split(separator: "\n").count == 5)
      #expect(one.output != three.output)
    }
    let games = try await workspace.run(line: "evaluate heuristic --ply 1 --games 20 --json r.json")
    #expect(games.isDone)
    let report = try JSONFile.read(EvaluationReport.self, from: workspace.file("r.json"))
    #expect(report.agent == "heuristic" && report.summary.meanScore > 4000)
  }

  @Test("Searched games are recorded and verified, the same on any number of threads")
  func recorded() async throws {
    let line = "evaluate heuristic --nodes 9 --games 3 --record 2 --record-to"
    #expect(try await workspace.run(line: "\(line) one.txt").isDone)
    #expect(try await workspace.run(line: "\(line) two.txt --threads 2").isDone)
    #expect(try workspace.bytes("one.txt") == workspace.bytes("two.txt"))
    let verified = try await workspace.run(line: "evaluate --verify one.txt")
    #expect(verified.isDone)
    #expect(verified.output.contains("heuristic, 9 nodes"))
  }

  static let mistakes: [(line: String, message: String)] = [
    ("evaluate random --ply 3", "evaluate: '--ply' and 'random': it plays by chance"),
    ("evaluate random --downgrade 64", "evaluate: '--downgrade' and 'random': it plays by chance"),
    ("play --agent random --nodes 9", "play: '--nodes' and 'random': it plays by chance"),
    ("evaluate greedy --ply 2 --nodes 5", "evaluate: '--ply' and '--nodes': expected only one"),
    (
      "evaluate greedy --nodes 5 --milliseconds 5",
      "evaluate: '--nodes' and '--milliseconds': expected only one"
    ),
    ("play --ply 2 --milliseconds 5", "play: '--ply' and '--milliseconds': expected only one"),
    ("evaluate greedy --minimax", "evaluate: '--minimax': expected '--ply' with it"),
    (
      "evaluate greedy --minimax --nodes 5",
      "evaluate: '--minimax' and '--nodes': expected '--ply' with it"
    ),
    (
      "evaluate greedy --minimax --ply 2 --cut-off 0.1",
      "evaluate: '--minimax' and '--cut-off': only expectimax has that"
    ),
    (
      "evaluate greedy --table-bits 3",
      "evaluate: '--table-bits': expected '--ply', '--nodes' or '--milliseconds' with it"
    ),
    ("evaluate greedy --ply 0", "evaluate: '--ply 0': expected a whole number from 1 to 32"),
    ("evaluate greedy --nodes 0", "evaluate: '--nodes 0': expected a whole number above 0"),
    ("evaluate greedy --ply 2 --cut-off 1", "evaluate: '--cut-off 1': expected a number from 0"),
    ("evaluate greedy --downgrade 100", "evaluate: '--downgrade 100': expected a tile from 4 up"),
    (
      "evaluate heuristic --size 3x3",
      "evaluate: '--size 3x3': expected 4x4, the board of 'heuristic'"
    ),
    ("play --agent heuristic --size 3x3", "play: '--size 3x3': the agent plays on 4x4"),
    (
      "evaluate greedy --milliseconds 1 --record 1 --record-to g.txt",
      "evaluate: '--record' and '--milliseconds': such games depend on the machine's speed"
    ),
  ]

  @Test("Contradictions are wrong usage and name both sides", arguments: mistakes)
  func mistake(line: String, message: String) async throws {
    let outcome = try await workspace.run(line: line)
    #expect(outcome.end == .exit(64))
    #expect(outcome.output.isEmpty && outcome.error.hasPrefix(message))
    #expect(try workspace.names().isEmpty)
  }

  @Test("Tables beyond the memory are refused before any is taken, with their size")
  func memory() async throws {
    let outcome = try await workspace.run(
      line: "evaluate greedy --ply 3 --table-bits 28 --threads 256 --games 256")
    #expect(outcome.end == .exit(1))
    // 24 bytes a board are 6 GiB a thread.
    #expect(
      outcome.error.hasPrefix(
        "evaluate: Search needs 1649267441664 bytes (1572864 MiB) of memory for its tables, "))
    #expect(outcome.error.hasSuffix("choose fewer table bits or threads.\n"))
  }

  @Test("An agent at work in the terminal searches; so do its hints")
  func play() async throws {
    let game = try await workspace.run(
      line: "play --agent greedy --size 2x2 --ply 3 --seed 4",
      environment: ["ENV2048_DATA": workspace.file("data")])
    #expect(game.isDone && game.output.contains("Game over"))
    let evaluated = try await workspace.run(
      line: "evaluate greedy --size 2x2 --ply 3 --seed 4 --games 1 --json r.json")
    #expect(evaluated.isDone)
    let report = try JSONFile.read(EvaluationReport.self, from: workspace.file("r.json"))
    // The same seed, tiles and search: the same game.
    #expect(game.output.contains("score \(report.summary.maxScore), largest tile"))
    var hints: Set<String> = []
    for ply in [1, 3] {
      let outcome = try await workspace.start(
        "play", ["--ply", "\(ply)", "--seed", "4"],
        environment: ["ENV2048_DATA": workspace.file("data")], input: "left hint\n"
      ).outcome()
      #expect(outcome.isDone && outcome.output.contains("Hint: "))
      #expect(outcome.output.contains("up ") && outcome.output.contains(", left "))
      hints.insert(outcome.output)
    }
    #expect(hints.count == 2)
  }
}
