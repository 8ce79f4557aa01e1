extension ValueParser where Value == Int {
  /// A whole number above 0, which may be written `500`, `100k`, `2.5M` or `1e9`.
  public static var count: ValueParser {
    counts(from: 1, expecting: "a whole number above 0, such as 500, 100k or 2.5M")
  }

  /// A whole number of 0 or more, which may be written `0`, `100k`, `2.5M` or `1e9`.
  public static var nonNegativeCount: ValueParser {
    counts(from: 0, expecting: "a whole number of 0 or more, such as 0, 500 or 100k")
  }

  /// A whole number within bounds, written as a count.
  ///
  /// - Parameter range: The numbers allowed.
  /// - Precondition: The range holds no negative number.
  public static func count(in range: ClosedRange<Int>) -> ValueParser {
    precondition(range.lowerBound >= 0, "A count is not negative")
    let expectation = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return ValueParser(expecting: expectation, describe: Self.shortForm) { text in
      WholeNumber(text).value.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  private static func counts(from least: Int, expecting expectation: String) -> ValueParser {
    ValueParser(expecting: expectation, describe: shortForm) { text throws(ValueMismatch) in
      switch WholeNumber(text) {
      case .value(let value) where value >= least: return value
      case .value, .malformed: throw ValueMismatch(expectation: expectation)
      case .tooLarge: throw ValueMismatch(expectation: "a whole number of at most \(Int.max)")
      }
    }
  }

  /// The shortest exact form of a count that `count` reads: `100k` for 100,000.
  private static func shortForm(_ count: Int) -> String {
    switch count {
    case 1_000_000_000... where count.isMultiple(of: 1_000_000_000): "\(count / 1_000_000_000)e9"
    case 1_000_000... where count.isMultiple(of: 100_000): "\(tenths(count / 100_000))M"
    case 1_000... where count.isMultiple(of: 100): "\(tenths(count / 100))k"
    default: "\(count)"
    }
  }

  private static func tenths(_ count: Int) -> String {
    count.isMultiple(of: 10) ? "\(count / 10)" : "\(count / 10).\(count % 10)"
  }
}

extension ValueParser where Value == UInt64 {
  /// The seed of a random generator: every whole number of 64 bits.
  public static var seed: ValueParser {
    ValueParser(
      expecting: "a seed, a whole number from 0 to \(UInt64.max)", describe: \.description
    ) { text in
      text.allSatisfy(\.isASCIIDigit) ? UInt64(text) : nil
    }
  }
}

/// What a text says as a whole number: digits, perhaps a fraction, a power of ten or a suffix.
///
/// It is read exactly, without floating point: `0.3M` is 300,000, `1.5` is no whole number.
enum WholeNumber: Equatable {
  /// A whole number.
  case value(Int)
  /// A whole number that does not fit.
  case tooLarge
  /// No whole number of 0 or more.
  case malformed

  /// Reads `digits[.digits][e[+]digits][k|M|G]`.
  init(_ text: String) {
    var rest = Substring(text)
    let suffixes: [Character: Int] = ["k": 3, "K": 3, "M": 6, "G": 9]
    var power = rest.last.flatMap { suffixes[$0] } ?? 0
    if power > 0 { rest.removeLast() }
    if let mark = rest.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      var exponent = rest[rest.index(after: mark)...]
      if exponent.first == "+" { exponent.removeFirst() }
      // Nine digits say "too large" as well as ninety, and cannot overflow.
      guard exponent.isDigits, let value = Int(exponent.suffix(9)) else {
        self = .malformed
        return
      }
      power += value
      rest = rest[..<mark]
    }
    let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy(\.isDigits) else {
      self = .malformed
      return
    }
    var fraction = parts.dropFirst().joined()
    while fraction.last == "0" { fraction.removeLast() }
    self.init(digits: parts[0] + fraction, power: power - fraction.count)
  }

  /// The number if there is one.
  var value: Int? {
    guard case .value(let value) = self else { return nil }
    return value
  }

  /// The number `digits` × 10^`power`; digits of a fraction do not end in 0.
  private init(digits: some StringProtocol, power: Int) {
    let significant = digits.drop { $0 == "0" }
    guard !significant.isEmpty else {
      self = .value(0)
      return
    }
    guard power >= 0 else {
      self = .malformed
      return
    }
    // The largest Int has 19 digits.
    guard significant.count + power <= 19,
      let value = Int(significant + String(repeating: "0", count: power))
    else {
      self = .tooLarge
      return
    }
    self = .value(value)
  }
}

extension StringProtocol {
  /// Whether the text is one ASCII digit or more, and nothing else.
  var isDigits: Bool { !isEmpty && allSatisfy(\.isASCIIDigit) }
}

extension Character {
  /// Whether the character is one of `0`…`9`.
  var isASCIIDigit: Bool { ("0"..."9").contains(self) && isASCII }
}
