/// An option of a command line: its name, what it means and how its value is read.
///
/// Declare each option once, as a constant beside the executable, list it in a
/// ``Command``, and read its value from the ``ParsedCommand``:
///
/// ```swift
/// static let games = CommandOption(
///   "games", short: "g", placeholder: "COUNT", help: "games to train for",
///   default: 100_000, as: .count)
/// ```
public struct CommandOption<Value: Sendable>: Sendable {
  /// The long name in kebab-case, without dashes.
  public let name: String

  /// The one-letter name, if there is one.
  public let short: Character?

  /// What stands for the value in the help, naming its unit; `nil` for a flag.
  public let placeholder: String?

  /// What the option does, one phrase.
  public let help: String

  /// The value when the option is not given.
  public let defaultValue: Value

  /// The default as the help shows it.
  let defaultText: String

  /// What a value must be, for messages.
  let expectation: String

  /// Reads the text given on the command line; `nil` for a flag.
  let read: @Sendable (String?) throws(ValueMismatch) -> Value

  /// Declares an option that has a value whether it is given or not.
  ///
  /// - Parameters:
  ///   - name: The long name in kebab-case, without dashes.
  ///   - short: A one-letter name.
  ///   - placeholder: What stands for the value in the help, such as `COUNT` or `SECONDS`.
  ///   - help: What the option does; the help adds the default.
  ///   - defaultValue: The value when the option is not given.
  ///   - parser: How the value is read.
  public init(
    _ name: String, short: Character? = nil, placeholder: String, help: String,
    default defaultValue: Value, as parser: ValueParser<Value>
  ) {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.help = help
    self.defaultValue = defaultValue
    self.defaultText = parser.describe(defaultValue)
    self.expectation = parser.expectation
    self.read = { text throws(ValueMismatch) in try parser.parse(text ?? "") }
  }

  /// Declares an option whose value is `nil` unless it is given.
  ///
  /// - Parameters:
  ///   - name: The long name in kebab-case, without dashes.
  ///   - short: A one-letter name.
  ///   - placeholder: What stands for the value in the help.
  ///   - help: What the option does.
  ///   - absence: What happens without the option, as the help shows it in place of a default.
  ///   - parser: How the value is read.
  public init<Wrapped>(
    _ name: String, short: Character? = nil, placeholder: String, help: String,
    otherwise absence: String = "none", as parser: ValueParser<Wrapped>
  ) where Value == Wrapped? {
    self.name = name
    self.short = short
    self.placeholder = placeholder
    self.help = help
    self.defaultValue = nil
    self.defaultText = absence
    self.expectation = parser.expectation
    self.read = { text throws(ValueMismatch) in try parser.parse(text ?? "") }
  }

  /// Declares a flag: `false` unless it is given.
  ///
  /// - Parameters:
  ///   - name: The long name in kebab-case, without dashes.
  ///   - short: A one-letter name.
  ///   - help: What the flag does.
  public init(flag name: String, short: Character? = nil, help: String) where Value == Bool {
    self.name = name
    self.short = short
    self.placeholder = nil
    self.help = help
    self.defaultValue = false
    self.defaultText = "off"
    self.expectation = "no value"
    self.read = { _ in true }
  }
}
