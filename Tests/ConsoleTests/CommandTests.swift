import Testing

@testable import Console

@Suite struct CommandTests {
  func parse(_ arguments: String..., positionals: PositionalArguments = .none) throws
    -> ParsedCommand
  {
    try TestCommand.train(positionals: positionals).parse(["train"] + arguments)
  }

  @Test("Without arguments every option has its default")
  func defaults() throws {
    let parsed = try parse()
    #expect(parsed[TestCommand.games] == 100_000)
    #expect(parsed[TestCommand.gamma] == 0.5)
    #expect(parsed[TestCommand.seed] == 1)
    #expect(parsed[TestCommand.minutes] == nil)
    #expect(parsed[TestCommand.stepSize] == .constant)
    #expect(parsed[TestCommand.quiet] == false)
    #expect(!parsed.isGiven(TestCommand.games))
    #expect(parsed.positionals.isEmpty)
    #expect(parsed.notice == nil)
    #expect(parsed.name == "train")
  }

  @Test("Values are read by the type of their option")
  func typedValues() throws {
    let parsed = try parse(
      "--games", "2.5M", "--gamma=0.25", "-s7", "--minutes", "1.5", "--step-size", "coherence", "-q"
    )
    #expect(parsed[TestCommand.games] == 2_500_000)
    #expect(parsed[TestCommand.gamma] == 0.25)
    #expect(parsed[TestCommand.seed] == 7)
    #expect(parsed[TestCommand.minutes] == .seconds(90))
    #expect(parsed[TestCommand.stepSize] == .coherence)
    #expect(parsed[TestCommand.quiet])
  }

  @Test("An option given with its default counts as given")
  func isGiven() throws {
    let parsed = try parse("--games", "100k")
    #expect(parsed.isGiven(TestCommand.games))
    #expect(!parsed.isGiven(TestCommand.quiet))
  }

  @Test("Of an option given twice the last counts")
  func lastWins() throws {
    #expect(try parse("--games", "5", "-g", "6")[TestCommand.games] == 6)
  }

  @Test("A name may be abbreviated as long as one option fits")
  func abbreviations() throws {
    #expect(try parse("--game", "5")[TestCommand.games] == 5)
    #expect(try parse("--m=2")[TestCommand.minutes] == .seconds(120))
    #expect(
      TestCommand.message(["--ga", "5"])
        == "train: '--ga': could be any of --games, --gamma")
  }

  @Test("Short options combine, the last with its value")
  func combined() throws {
    let parsed = try parse("-qvg5")
    #expect(parsed[TestCommand.quiet] && parsed[TestCommand.verbose])
    #expect(parsed[TestCommand.games] == 5)
    #expect(try parse("-qg", "6")[TestCommand.games] == 6)
  }

  @Test("Arguments mix with options, and all are arguments behind --")
  func positionals() throws {
    let some = PositionalArguments("DIR...", count: 1...4)
    let parsed = try parse("a", "-q", "-", "--", "--games", "-v", positionals: some)
    #expect(parsed.positionals == ["a", "-", "--games", "-v"])
    #expect(parsed[TestCommand.quiet])
    #expect(!parsed[TestCommand.verbose])
  }

  @Test("Text that is not ASCII comes through")
  func unicode() throws {
    let one = PositionalArguments("DIR", count: 1...1)
    #expect(try parse("Läufe/α=0.1", positionals: one).positionals == ["Läufe/α=0.1"])
  }

  static let refusals: [([String], String)] = [
    (
      ["--games", "lots"],
      "'--games lots': expected a whole number above 0, such as 500, 100k or 2.5M"
    ),
    (["-glots"], "'--games lots': expected a whole number above 0, such as 500, 100k or 2.5M"),
    (["--games="], "'--games ': expected a whole number above 0, such as 500, 100k or 2.5M"),
    (
      ["--games"],
      "'--games': a value is missing; expected a whole number above 0, such as 500, 100k or 2.5M"
    ),
    (
      ["-vg"],
      "'--games': a value is missing; expected a whole number above 0, such as 500, 100k or 2.5M"
    ),
    (["--gmaes", "5"], "'--gmaes': no such option; did you mean '--games'?"),
    (["--elephant"], "'--elephant': no such option"),
    (["--elephant=5"], "'--elephant': no such option"),
    (["-x"], "'-x': no such option"),
    (["-qx"], "'-x': no such option"),
    (["--quiet=yes"], "'--quiet=yes': the option takes no value"),
    (["--help=yes"], "'--help=yes': the option takes no value"),
    (["--step-size", "tc"], "'--step-size tc': expected one of constant, coherence"),
    (["--gamma", "1.5"], "'--gamma 1.5': expected a number from 0 to 1"),
    (["stray"], "'stray': one argument too many"),
    (["--games", "1", "--bad\nline\u{1B}[31m"], "'--bad line [31m': no such option"),
    // The first mistake on the line is the one named.
    (
      ["--games", "lots", "--gmaes"],
      "'--games lots': expected a whole number above 0, such as 500, 100k or 2.5M"
    ),
    (["-q", "--gmaes", "--games", "lots"], "'--gmaes': no such option; did you mean '--games'?"),
  ]

  @Test("What cannot be obeyed is named, with what was expected", arguments: refusals)
  func refuses(arguments: [String], message: String) {
    #expect(TestCommand.message(arguments) == "train: " + message)
  }

  @Test("Missing and extra arguments are refused")
  func argumentCount() {
    let one = PositionalArguments("DIR", count: 1...1)
    #expect(
      TestCommand.message([], positionals: one)
        == "train: an argument is missing; expected DIR")
    #expect(
      TestCommand.message(["a", "b"], positionals: one) == "train: 'b': one argument too many")
    #expect(TestCommand.message(["a"], positionals: one) == nil)
  }

  @Test("Case 169: an unknown option is an error that suggests the nearest")
  func unknownOption() {
    let train = Command(
      name: "train", summary: "",
      groups: [
        OptionGroup(
          "Length",
          CommandOption(
            "episodes", placeholder: "COUNT", help: "games", default: 1, as: ValueParser.count))
      ])
    #expect(
      throws: UsageError(
        command: "train",
        problem: .unknownOption("--episodess", suggestion: "--episodes"))
    ) {
      try train.parse(["train", "--episodess", "10"])
    }
  }

  @Test("Case 171: a negative value is a value, refused with a reason")
  func negativeValues() {
    let reason = "expected a seed, a whole number from 0 to 18446744073709551615"
    #expect(TestCommand.message(["--seed", "-5"]) == "train: '--seed -5': \(reason)")
    #expect(TestCommand.message(["--seed=-5"]) == "train: '--seed -5': \(reason)")
    #expect(
      TestCommand.message(["--games", "-5"])
        == "train: '--games -5': expected a whole number above 0, such as 500, 100k or 2.5M")
  }

  @Test("Case 177: a count of zero is refused", arguments: ["0", "0k", "0.0M", "0e9", "-0"])
  func zeroCounts(text: String) {
    #expect(
      TestCommand.message(["--games", text])
        == "train: '--games \(text)': expected a whole number above 0, such as 500, 100k or 2.5M")
  }

  @Test("An error is two lines")
  func twoLines() throws {
    let error = #expect(throws: UsageError.self) { try parse("--games", "lots\nmore") }
    #expect(
      error?.description == """
        train: '--games lots more': expected a whole number above 0, such as 500, 100k or 2.5M
        Try 'train --help' for more information.
        """)
  }

  @Test("A program can refuse what it alone can check")
  func ownErrors() throws {
    let parsed = try parse("--games", "5", "--minutes", "1")
    let error = parsed.contradiction("'--games' and '--minutes' exclude each other")
    #expect(
      error.description == """
        train: '--games' and '--minutes' exclude each other
        Try 'train --help' for more information.
        """)
    #expect(
      parsed.invalidArgument("xyz", expected: "a run").problem.message == "'xyz': expected a run")
  }

  @Test("An option the command does not declare is a mistake of the program")
  func undeclaredOption() async {
    await #expect(processExitsWith: .failure) {
      let parsed = try TestCommand.train().parse(["train"])
      _ = parsed[TestCommand.undeclared]
    }
  }

  @Test("Two options of one name are a mistake of the program")
  func duplicateOption() async {
    await #expect(processExitsWith: .failure) {
      _ = Command(
        name: "train", summary: "",
        groups: [OptionGroup("One", TestCommand.games, TestCommand.games)])
    }
    await #expect(processExitsWith: .failure) {
      let help = CommandOption(flag: "hurry", short: "h", help: "hurry")
      _ = Command(name: "train", summary: "", groups: [OptionGroup("One", help)])
    }
  }
}
