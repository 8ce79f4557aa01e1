extension ValueParser where Value == String {
  /// Any text that is not empty.
  ///
  /// - Parameter expectation: What the text means, as it follows the word "expected".
  public static func text(_ expectation: String = "a text") -> ValueParser {
    ValueParser(expecting: expectation, describe: { $0 }, { $0.isEmpty ? nil : $0 })
  }

  /// The path of a file or folder, whether it exists or not.
  public static var path: ValueParser { text("the path of a file or folder") }
}

extension ValueParser where Value: CaseIterable & RawRepresentable<String> {
  /// One of the cases, by its raw value.
  public static var choice: ValueParser {
    let choices = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return ValueParser(expecting: "one of \(choices)", describe: \.rawValue) {
      Value(rawValue: $0)
    }
  }
}

extension ValueParser {
  /// Values separated by commas, at least one.
  ///
  /// - Parameter element: How each value is read.
  public static func list<Element>(of element: ValueParser<Element>) -> ValueParser
  where Value == [Element] {
    let separated = "; or several, separated by commas"
    let describe = { @Sendable (values: Value) in
      values.map(element.describe).joined(separator: ",")
    }
    return ValueParser(
      expecting: element.expectation + separated, describe: describe
    ) { text throws(ValueMismatch) in
      var values: Value = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        do throws(ValueMismatch) {
          values.append(try element.parse(String(part)))
        } catch {
          throw ValueMismatch(expectation: error.expectation + separated)
        }
      }
      return values
    }
  }
}
