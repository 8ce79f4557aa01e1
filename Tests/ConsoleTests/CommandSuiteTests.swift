import Testing

@testable import Console

@Suite struct CommandSuiteTests {
  func message(_ arguments: String...) -> String? {
    do throws(UsageError) {
      _ = try TestCommand.suite.parse(["train"] + arguments)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("A subcommand reads its own options and arguments")
  func subcommands() throws {
    let ntuple = try TestCommand.suite.parse(["train", "ntuple", "--games", "5"])
    #expect(ntuple.name == "ntuple")
    #expect(ntuple.fullName == "train ntuple")
    #expect(ntuple[TestCommand.games] == 5)
    let resume = try TestCommand.suite.parse(["train", "resume", "Runs/a"])
    #expect(resume.name == "resume")
    #expect(resume.positionals == ["Runs/a"])
  }

  @Test("The help lists the commands")
  func help() throws {
    let help = TestCommand.suite.help
    #expect(
      help == """
        Usage: train [OPTION...] COMMAND [ARGUMENT...]
        Trains agents.

         Commands:
          mlp                        Train a perceptron
          ntuple                     Train an n-tuple network
          resume                     Go on with a training

          -h, --help                 show this help and exit
          -V, --version              show the version and exit

        'train COMMAND --help' explains one command.

        Examples:
          train resume DIR

        """)
    #expect(try TestCommand.suite.parse(["train", "--help"]).notice == help)
    #expect(try TestCommand.suite.parse(["train", "--version"]).notice == "train 1.2.3\n")
  }

  @Test("A subcommand has its own help")
  func subcommandHelp() throws {
    let notice = try #require(try TestCommand.suite.parse(["train", "resume", "--help"]).notice)
    #expect(notice.hasPrefix("Usage: train resume [OPTION...] DIR\nGo on with a training\n"))
  }

  @Test("An unknown subcommand is named, with the nearest one or all")
  func unknownCommands() {
    #expect(
      message("ntupel") == """
        train: 'ntupel': no such command; did you mean 'ntuple'?
        Try 'train --help' for more information.
        """)
    #expect(
      message("elephant") == """
        train: 'elephant': no such command; expected one of ntuple, mlp, resume
        Try 'train --help' for more information.
        """)
  }

  @Test("A missing subcommand is asked for", arguments: [[], ["--"], ["--", "ntuple"]])
  func missingCommand(arguments: [String]) {
    #expect(
      throws: UsageError(
        command: "train", problem: .missingCommand(choices: ["ntuple", "mlp", "resume"]))
    ) {
      try TestCommand.suite.parse(["train"] + arguments)
    }
  }

  @Test("Errors name the command they belong to")
  func errorNames() {
    #expect(
      message("ntuple", "--gamess", "5") == """
        train ntuple: '--gamess': no such option; did you mean '--games'?
        Try 'train ntuple --help' for more information.
        """)
    #expect(
      message("--games", "5", "ntuple") == """
        train: '--games': no such option
        Try 'train --help' for more information.
        """)
    #expect(
      message("resume") == """
        train resume: an argument is missing; expected DIR
        Try 'train resume --help' for more information.
        """)
  }
}
