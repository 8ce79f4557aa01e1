import Foundation
import Testing

@Suite struct UsageTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Wrong command lines and what is said about them.
  static let mistakes: [(line: String, message: String)] = [
    ("train", "train: a command is missing; expected one of ntuple, mlp, dqn, resume"),
    ("train ntupel", "train: 'ntupel': no such command; did you mean 'ntuple'?"),
    (
      "train ntuple --episodess 10",
      "train ntuple: '--episodess': no such option"
    ),
    (
      "train ntuple --gamess 10",
      "train ntuple: '--gamess': no such option; did you mean '--games'?"
    ),
    ("train ntuple x", "train ntuple: 'x': one argument too many"),
    (
      "train ntuple --games",
      "train ntuple: '--games': a value is missing; "
        + "expected a whole number above 0, such as 500, 100k or 2.5M"
    ),
    (
      "train ntuple --games lots",
      "train ntuple: '--games lots': "
        + "expected a whole number above 0, such as 500, 100k or 2.5M"
    ),
    (
      "train ntuple --games 0",
      "train ntuple: '--games 0': expected a whole number above 0, such as 500, 100k or 2.5M"
    ),
    (
      "train ntuple --games -5",
      "train ntuple: '--games -5': expected a whole number above 0, such as 500, 100k or 2.5M"
    ),
    (
      "train ntuple --log-every 0",
      "train ntuple: '--log-every 0': expected a whole number above 0, such as 500, 100k or 2.5M"
    ),
    (
      "train ntuple --seed -5",
      "train ntuple: '--seed -5': expected a seed, a whole number from 0 to 18446744073709551615"
    ),
    (
      "train ntuple --seed=-5",
      "train ntuple: '--seed -5': expected a seed, a whole number from 0 to 18446744073709551615"
    ),
    (
      "train ntuple --network 9x9",
      "train ntuple: Network '9x9' for a 4x4 board: "
        + "expected one of default, 5x4, 17x4, 4x5, 4x6, 5x6, 6x6, 7x6, 8x6."
    ),
    (
      "train ntuple --patterns 0123 --network 5x4",
      "train ntuple: '--patterns' and '--network': expected only one of them"
    ),
    (
      "train ntuple --size 3x3 --patterns 89ab",
      "train ntuple: Pattern 89ab: expected cells 0 to 8 of a 3x3 board."
    ),
    (
      "train ntuple --lambda 0.5 --direction forward",
      "train ntuple: Learning: lambda is 0.5: expected 0 when learning forward."
    ),
    (
      "train ntuple --final-share 0.2",
      "train ntuple: '--final-share': expected '--final-alpha' with it"
    ),
    ("train resume", "train resume: an argument is missing; expected DIR"),
    (
      "evaluate random --games 0",
      "evaluate: '--games 0': expected a whole number above 0, such as 500, 100k or 2.5M"
    ),
    ("evaluate random --games=1 greedy", "evaluate: 'greedy': one argument too many"),
    (
      "evaluate random --size 9x9",
      "evaluate: '--size 9x9': expected rows x columns, each from 1 to 8, such as 4x4"
    ),
  ]

  @Test(
    "Cases 169, 171, 172, 177: a mistake is named on standard error, the code is 64, nothing is made",
    arguments: mistakes)
  func mistake(line: String, message: String) async throws {
    let outcome = try await workspace.shell(line)
    #expect(outcome.end == .exit(64))
    #expect(outcome.output == "")
    let command = message.prefix { $0 != ":" }
    #expect(outcome.error == "\(message)\nTry '\(command) --help' for more information.\n")
    #expect(try workspace.names() == [])
  }

  @Test(
    "Case 172: help and version go to standard output with code 0",
    arguments: ["train", "train ntuple", "train resume", "evaluate", "export"])
  func help(command: String) async throws {
    let help = try await workspace.run(line: "\(command) --help")
    #expect(help.isDone)
    #expect(help.error == "")
    #expect(help.output.hasPrefix("Usage: \(command) "))
    let version = try await workspace.run(line: "\(command) --version")
    #expect(version.isDone)
    #expect(version.error == "")
    #expect(version.output.wholeMatch(of: /(train|evaluate|export) \d+\.\d+\.\d+\n/) != nil)
  }

  /// Every option of every command.
  static let options = [
    "train ntuple": [
      "--games", "--moves", "--minutes", "--network", "--patterns", "--size", "--step-size",
      "--initial", "--alpha", "--lambda", "--direction", "--steps", "--restart", "--final-alpha",
      "--final-share", "--initial-value", "--run", "--seed", "--threads", "--log-every",
      "--checkpoint-every", "--evaluate-every", "--evaluation-games", "--plot", "--help",
      "--version",
    ],
    "train resume": ["--games", "--moves", "--minutes", "--plot", "--help", "--version"],
    "evaluate": [
      "--games", "--seed", "--threads", "--size", "--json", "--board", "--record", "--record-to",
      "--verify", "--ply", "--nodes", "--milliseconds", "--cut-off", "--table-bits", "--downgrade",
      "--minimax", "--help", "--version",
    ],
    "export": ["--output", "--float16", "--sums", "--help", "--version"],
  ]

  @Test("The help lists every option, and the default of each", arguments: options)
  func listed(command: String, options: [String]) async throws {
    let help = try await workspace.run(line: "\(command) --help").output
    let listed = help.matches(of: /(?m)^ +(?:-\w, )?(--[a-z0-9-]+)/).map { String($0.1) }
    #expect(Set(options).isSubset(of: listed))
    #expect(help.matches(of: /\(default:/).count == listed.count - 2)
    #expect(!help.contains("::"))
  }

  @Test("The help says that an interrupted training is a success")
  func interruptionIsDocumented() async throws {
    let help = try await workspace.run("train", "--help").output
    #expect(help.contains("Ctrl-C or SIGTERM ends a training cleanly"))
    #expect(help.contains("the exit code is 0 then too"))
  }

  @Test("Case 175: a reader that goes away ends the programs without a word")
  func readerGone() async throws {
    let first = try await workspace.shell("evaluate random --games 20 2>errors | head -1")
    #expect(first.output == "agent           random\n")
    let help = try await workspace.shell("train ntuple --help 2>>errors | head -1")
    #expect(help.output == "Usage: train ntuple [OPTION...]\n")
    #expect(first.error + help.error == "")
    // Nobody reads at all: whatever the program did first, it ends quietly.
    _ = try await workspace.shell("evaluate random --games 20 2>>errors | true")
    let errors = try workspace.text("errors")
    #expect(errors.split(separator: "\n").allSatisfy { $0.contains(" games/s") })
  }

  @Test("Case 90: the programs run with nothing but PATH in the environment")
  func emptyEnvironment() async throws {
    let environment = ["PATH": "/usr/bin:/bin"]
    let evaluated = try await workspace.run(
      "evaluate", "random", "--games", "5", environment: environment)
    #expect(evaluated.isDone)
    let trained = try await workspace.run(
      "train", "ntuple", "--network", "5x4", "--games", "1", "--run", "run",
      environment: environment)
    #expect(trained.isDone)
  }

  @Test(
    "Case 197: tables beyond the memory are refused before any is taken, with their size",
    .enabled(if: ProcessInfo.processInfo.physicalMemory < 24 << 30, "24 GiB would fit here"))
  func tooLarge() async throws {
    let patterns = (0..<8).map { first in
      (first..<first + 7).map { String($0, radix: 16) }.joined()
    }
    let outcome = try await workspace.run(
      "train", "ntuple", "--patterns", patterns.joined(separator: ","))
    #expect(outcome.end == .exit(1))
    #expect(
      outcome.error.hasPrefix(
        "train: Network needs 25769803776 bytes (24576 MiB) of memory, "))
    #expect(outcome.error.hasSuffix("are available: choose fewer or shorter patterns.\n"))
    #expect(try workspace.names() == [])
  }
}
