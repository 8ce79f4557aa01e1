import Testing

@testable import Console

@Suite struct HelpTests {
  @Test("The help shows usage, groups, defaults and examples")
  func wholeHelp() {
    let command = TestCommand.train(positionals: PositionalArguments("DIR", count: 1...1))
    #expect(
      command.help == """
        Usage: train [OPTION...] DIR
        Trains an agent.

         Length of the training:
          -g, --games=COUNT          games to play (default: 100k)
              --minutes=MINUTES      time to train (default: no limit)

         Learning:
              --gamma=SHARE          discount of later rewards (default: 0.5)
              --step-size=RULE       rule of the step size (default: constant)
          -s, --seed=NUMBER          seed of every random choice (default: 1)

         Messages:
          -q, --quiet                say nothing (default: off)
          -v, --verbose              say more (default: off)

          -h, --help                 show this help and exit
          -V, --version              show the version and exit

        Mandatory or optional arguments to long options are also mandatory or optional
        for any corresponding short options.

        Examples:
          train --games 500

        """)
  }

  @Test("--help and --version are answered where they stand", arguments: ["--help", "-h", "--he"])
  func notices(option: String) throws {
    let command = TestCommand.train(positionals: PositionalArguments("DIR", count: 1...1))
    #expect(try command.parse(["train", option]).notice == command.help)
    #expect(try command.parse(["train", option, "--nonsense"]).notice == command.help)
    #expect(throws: UsageError.self) { try command.parse(["train", "--nonsense", option]) }
    #expect(try command.parse(["train", "--version"]).notice == "train 1.2.3\n")
    #expect(try command.parse(["train", "-V"]).notice == "train 1.2.3\n")
  }

  @Test("A command without a version has no such option")
  func noVersion() {
    let command = Command(name: "play", summary: "Plays.")
    #expect(
      command.help == """
        Usage: play [OPTION...]
        Plays.

          -h, --help                 show this help and exit

        """)
    #expect(throws: UsageError.self) { try command.parse(["play", "--version"]) }
  }

  @Test("Case 172: help goes to standard output, exit code 0")
  func helpStream() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .exitCode(0),
        observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        _ = TestCommand.train().parseOrExit(["train", "--help"])
      })
    #expect(text(result.standardOutputContent).contains(TestCommand.train().help))
    #expect(!text(result.standardErrorContent).contains("train"))
  }

  @Test("Case 172: version of a subcommand goes to standard output, exit code 0")
  func versionStream() async throws {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(0), observing: [\.standardOutputContent]) {
        _ = TestCommand.suite.parseOrExit(["train", "ntuple", "--version"])
      })
    #expect(text(result.standardOutputContent).contains("train 1.2.3\n"))
  }

  @Test("Case 172: an error goes to standard error, exit code 64, standard output empty")
  func errorStream() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .exitCode(64),
        observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        _ = TestCommand.train().parseOrExit(["train", "--games", "lots"])
      })
    #expect(try await result.standardOutputContent == outputOfSilence())
    #expect(
      text(result.standardErrorContent).hasSuffix(
        """
        train: '--games lots': expected a whole number above 0, such as 500, 100k or 2.5M
        Try 'train --help' for more information.

        """))
  }

  @Test("Case 172: a missing value exits with 64")
  func missingValue() async {
    await #expect(processExitsWith: .exitCode(64)) {
      _ = TestCommand.suite.parseOrExit(["train", "ntuple", "--games"])
    }
  }
}

/// What a child process that prints nothing has on standard output: a mark of the test library.
func outputOfSilence() async throws -> [UInt8] {
  let result = try #require(
    await #expect(processExitsWith: .exitCode(0), observing: [\.standardOutputContent]) {
      ExitCode.done.exit()
    })
  return result.standardOutputContent
}

/// The text of a child process's stream.
func text(_ bytes: [UInt8]) -> String {
  String(decoding: bytes, as: UTF8.self)
}
