import Console

/// The commands that the tests of this folder call.
enum TestCommand {
  enum StepSize: String, CaseIterable, Sendable {
    case constant, coherence
  }

  static let games = CommandOption(
    "games", short: "g", placeholder: "COUNT", help: "games to play", default: 100_000, as: .count)
  static let gamma = CommandOption(
    "gamma", placeholder: "SHARE", help: "discount of later rewards", default: 0.5,
    as: .real(in: 0...1))
  static let seed = CommandOption(
    "seed", short: "s", placeholder: "NUMBER", help: "seed of every random choice", default: 1,
    as: .seed)
  static let minutes = CommandOption<Duration?>(
    "minutes", placeholder: "MINUTES", help: "time to train", otherwise: "no limit", as: .minutes)
  static let stepSize = CommandOption(
    "step-size", placeholder: "RULE", help: "rule of the step size", default: StepSize.constant,
    as: .choice)
  static let quiet = CommandOption(flag: "quiet", short: "q", help: "say nothing")
  static let verbose = CommandOption(flag: "verbose", short: "v", help: "say more")
  static let undeclared = CommandOption(flag: "undeclared", help: "belong to no command")

  static func train(positionals: PositionalArguments = .none) -> Command {
    Command(
      name: "train", version: "1.2.3", summary: "Trains an agent.", positionals: positionals,
      groups: [
        OptionGroup("Length of the training", games, minutes),
        OptionGroup("Learning", gamma, stepSize, seed),
        OptionGroup("Messages", quiet, verbose),
      ],
      epilogue: "Examples:\n  train --games 500")
  }

  static let suite = CommandSuite(
    name: "train", version: "1.2.3", summary: "Trains agents.",
    commands: [
      Command(
        name: "ntuple", summary: "Train an n-tuple network",
        groups: [OptionGroup("Length of the training", games)]),
      Command(name: "mlp", summary: "Train a perceptron"),
      Command(
        name: "resume", summary: "Go on with a training",
        positionals: PositionalArguments("DIR", count: 1...1)),
    ],
    epilogue: "Examples:\n  train resume DIR")

  /// What parsing throws at the user; `nil` if it does not.
  static func message(_ arguments: [String], positionals: PositionalArguments = .none) -> String? {
    do throws(UsageError) {
      _ = try train(positionals: positionals).parse(["train"] + arguments)
      return nil
    } catch {
      return error.description.split(separator: "\n").first.map { String($0) }
    }
  }
}
