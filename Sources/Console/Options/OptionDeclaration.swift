/// An option whatever the type of its value; ``CommandOption`` is the only one.
public protocol OptionDeclaration: Sendable {
  /// The long name in kebab-case, without dashes.
  var name: String { get }

  /// The one-letter name, if there is one.
  var short: Character? { get }

  /// What stands for the value in the help; `nil` for a flag.
  var placeholder: String? { get }

  /// The help of the option, its default included.
  var helpWithDefault: String { get }

  /// What a value must be.
  var valueExpectation: String { get }

  /// Reads a value; the text is `nil` for a flag.
  func value(from text: String?) throws(ValueMismatch) -> any Sendable
}

extension CommandOption: OptionDeclaration {
  /// The help of the option, its default included.
  public var helpWithDefault: String { "\(help) (default: \(defaultText))" }

  /// What a value must be.
  public var valueExpectation: String { expectation }

  /// Reads a value; the text is `nil` for a flag.
  public func value(from text: String?) throws(ValueMismatch) -> any Sendable {
    try read(text)
  }
}
