/// How the text of an option becomes a value, and what to say when it cannot.
///
/// No parser depends on the locale: the decimal point is `.`, and digits come in no groups.
public struct ValueParser<Value: Sendable>: Sendable {
  /// What the text must be, as it follows the word "expected".
  public let expectation: String

  /// Reads a text.
  public let parse: @Sendable (String) throws(ValueMismatch) -> Value

  /// Writes a value as `parse` would read it.
  public let describe: @Sendable (Value) -> String

  /// Creates a parser that refuses a text in more than one way.
  ///
  /// - Parameters:
  ///   - expectation: What the text must be, as it follows the word "expected".
  ///   - describe: Writes a value as `parse` would read it.
  ///   - parse: Reads a text, or throws what the text must be.
  public init(
    expecting expectation: String, describe: @escaping @Sendable (Value) -> String,
    throwing parse: @escaping @Sendable (String) throws(ValueMismatch) -> Value
  ) {
    self.expectation = expectation
    self.describe = describe
    self.parse = parse
  }

  /// Creates a parser that refuses every wrong text for the same reason.
  ///
  /// - Parameters:
  ///   - expectation: What the text must be, as it follows the word "expected".
  ///   - describe: Writes a value as `parse` would read it.
  ///   - parse: Reads a text; `nil` if it is not what was expected.
  public init(
    expecting expectation: String, describe: @escaping @Sendable (Value) -> String,
    _ parse: @escaping @Sendable (String) -> Value?
  ) {
    self.init(expecting: expectation, describe: describe) { text throws(ValueMismatch) in
      guard let value = parse(text) else { throw ValueMismatch(expectation: expectation) }
      return value
    }
  }
}

/// A text that is not the value an option takes.
public struct ValueMismatch: Error, Equatable, Sendable {
  /// What was expected instead.
  public let expectation: String

  /// Creates a mismatch.
  ///
  /// - Parameter expectation: What was expected instead, as it follows the word "expected".
  public init(expectation: String) {
    self.expectation = expectation
  }
}
