/// A command line that cannot be obeyed, and why.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong with a command line.
  public enum Problem: Equatable, Sendable {
    /// No option has this name; the suggestion is the nearest one, if any is near.
    case unknownOption(String, suggestion: String?)
    /// The abbreviation fits several options.
    case ambiguousOption(String, candidates: [String])
    /// The option needs a value and the line ends.
    case missingValue(option: String, expectation: String)
    /// A flag was given a value.
    case unexpectedValue(option: String, value: String)
    /// The value is not what the option takes.
    case invalidValue(option: String, value: String, expectation: String)
    /// Fewer positional arguments than the command needs.
    case missingArgument(usage: String)
    /// More positional arguments than the command takes; this is the first too many.
    case extraArgument(String)
    /// A positional argument is not what the command takes.
    case invalidArgument(String, expectation: String)
    /// No subcommand was named.
    case missingCommand(choices: [String])
    /// No subcommand has this name; the suggestion is the nearest one, if any is near.
    case unknownCommand(String, suggestion: String?, choices: [String])
    /// Options that are right by themselves contradict each other.
    case contradiction(String)
  }

  /// The command as the user called it, such as `train ntuple`.
  public let command: String

  /// What is wrong.
  public let problem: Problem

  /// Blames a command line of the command for a problem.
  public init(command: String, problem: Problem) {
    self.command = command
    self.problem = problem
  }

  /// The two lines shown to the user: what is wrong, and where to read on.
  public var description: String {
    let message = "\(command): \(problem.message)"
    return "\(message.onOneLine)\nTry '\(command) --help' for more information."
  }
}

extension UsageError.Problem {
  /// The problem in one phrase.
  var message: String {
    switch self {
    case .unknownOption(let option, let suggestion):
      "'\(option)': no such option\(Self.hint(suggestion))"
    case .ambiguousOption(let option, let candidates):
      "'\(option)': could be any of \(candidates.joined(separator: ", "))"
    case .missingValue(let option, let expectation):
      "'\(option)': a value is missing; expected \(expectation)"
    case .unexpectedValue(let option, let value):
      "'\(option)=\(value)': the option takes no value"
    case .invalidValue(let option, let value, let expectation):
      "'\(option) \(value)': expected \(expectation)"
    case .missingArgument(let usage):
      "an argument is missing; expected \(usage)"
    case .extraArgument(let argument):
      "'\(argument)': one argument too many"
    case .invalidArgument(let argument, let expectation):
      "'\(argument)': expected \(expectation)"
    case .missingCommand(let choices):
      "a command is missing; expected one of \(choices.joined(separator: ", "))"
    case .unknownCommand(let name, let suggestion?, _):
      "'\(name)': no such command\(Self.hint(suggestion))"
    case .unknownCommand(let name, nil, let choices):
      "'\(name)': no such command; expected one of \(choices.joined(separator: ", "))"
    case .contradiction(let message):
      message
    }
  }

  private static func hint(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }
}

extension String {
  /// The text with every run of line breaks and control characters as one space.
  var onOneLine: String {
    unicodeScalars.split { $0.properties.generalCategory == .control }
      .map { String($0) }.joined(separator: " ")
  }
}
