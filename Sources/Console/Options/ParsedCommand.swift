/// A command line that was understood.
public struct ParsedCommand: Sendable {
  /// The command that was called, without the program it belongs to: `ntuple` for `train ntuple`.
  public let name: String

  /// The command as the user called it: `train ntuple`.
  public let fullName: String

  /// The arguments that are no options, in order.
  public let positionals: [String]

  /// The text asked for with `--help` or `--version`; `nil` if neither was given.
  ///
  /// A program prints it and ends. The number of positional arguments is not
  /// checked then, and what stands behind the request is not read.
  public let notice: String?

  let given: [String: any Sendable]
  var presets: [String: any Sendable] = [:]
  let declared: Set<String>

  /// The value of an option: the one given last, or a preset one, or its default.
  ///
  /// - Precondition: The command declares the option.
  public subscript<Value>(option: CommandOption<Value>) -> Value {
    guard let value = givenValue(of: option) ?? presets[option.name] else {
      return option.defaultValue
    }
    guard let value = value as? Value else {
      preconditionFailure("Option --\(option.name) is declared twice with different types")
    }
    return value
  }

  /// Gives an option another default; the option is not given by that.
  ///
  /// - Precondition: The command declares the option.
  public mutating func preset<Value>(_ option: CommandOption<Value>, to value: Value) {
    precondition(declared.contains(option.name), "The command has no option --\(option.name)")
    presets[option.name] = value
  }

  /// Whether the option was given, even if with its default.
  ///
  /// - Precondition: The command declares the option.
  public func isGiven(_ option: some OptionDeclaration) -> Bool {
    givenValue(of: option) != nil
  }

  /// The error of options that contradict each other, or of a choice the program alone can check.
  ///
  /// - Parameter message: What is wrong, such as `'--games' and '--minutes' exclude each other`.
  public func contradiction(_ message: String) -> UsageError {
    UsageError(command: fullName, problem: .contradiction(message))
  }

  /// The error of a positional argument the program alone can check.
  ///
  /// - Parameters:
  ///   - argument: The argument as it was given.
  ///   - expectation: What it should have been, one phrase.
  public func invalidArgument(_ argument: String, expected expectation: String) -> UsageError {
    UsageError(
      command: fullName, problem: .invalidArgument(argument, expectation: expectation))
  }

  private func givenValue(of option: some OptionDeclaration) -> (any Sendable)? {
    precondition(declared.contains(option.name), "The command has no option --\(option.name)")
    return given[option.name]
  }
}
