extension ValueParser where Value: BinaryFloatingPoint & LosslessStringConvertible {
  /// A number within bounds, which are allowed themselves.
  ///
  /// - Parameter range: The numbers allowed.
  public static func real(in range: ClosedRange<Value>) -> ValueParser {
    let (least, most) = (plainText(range.lowerBound), plainText(range.upperBound))
    return ValueParser(expecting: "a number from \(least) to \(most)", describe: plainText) {
      finite($0).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A number above 0.
  public static var positiveReal: ValueParser {
    ValueParser(expecting: "a number above 0, such as 0.5 or 1e-3", describe: plainText) {
      finite($0).flatMap { $0 > 0 ? $0 : nil }
    }
  }

  /// The number a text says in decimal; `nil` for words and hexadecimal forms.
  fileprivate static func finite(_ text: String) -> Value? {
    guard text.allSatisfy({ $0.isASCIIDigit || "+-.eE".contains($0) }) else { return nil }
    return Value(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The number without a fraction of zero: `1`, not `1.0`.
  fileprivate static func plainText(_ value: Value) -> String {
    let text = String(value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension ValueParser where Value == Duration {
  /// A time in minutes, above 0.
  public static var minutes: ValueParser { time(unit: "minutes", seconds: 60) }

  /// A time in seconds, above 0.
  public static var seconds: ValueParser { time(unit: "seconds", seconds: 1) }

  private static func time(unit: String, seconds: Double) -> ValueParser {
    // Thirty years: far from the largest Duration, which a conversion must not exceed.
    let longest = 1e9
    let expectation = "a number of \(unit) above 0, such as 10 or 0.5"
    let describe = { @Sendable (time: Duration) in
      ValueParser<Double>.plainText(time / .seconds(seconds))
    }
    return ValueParser(expecting: expectation, describe: describe) { text throws(ValueMismatch) in
      guard let value = ValueParser<Double>.finite(text), value > 0 else {
        throw ValueMismatch(expectation: expectation)
      }
      guard value * seconds <= longest else {
        throw ValueMismatch(expectation: "at most \(Int(longest / seconds)) \(unit)")
      }
      return .seconds(value * seconds)
    }
  }
}
