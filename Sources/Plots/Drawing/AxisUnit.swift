import Foundation

/// How the numbers along an axis are written.
enum AxisUnit: Equatable, Sendable {
  /// Bare numbers.
  case number
  /// Points of the game.
  case points
  /// Shares of 1, in percent.
  case share
  /// Seconds, in whichever of seconds, minutes and hours reads best.
  case seconds

  /// How many of an axis's numbers make one on its ticks, and what that one is called.
  func scale(for most: Double) -> (factor: Double, unit: String?) {
    switch self {
    case .number: (1, nil)
    case .points: (1, "points")
    case .share: (0.01, "%")
    case .seconds:
      switch most {
      case ..<120: (1, "s")
      case ..<7200: (60, "min")
      default: (3600, "h")
      }
    }
  }

  /// A number as short as a tick needs it: `0.25`, `20k`, `1.5M`, `1e-05`.
  static func text(_ value: Double) -> String {
    let magnitude = abs(value)
    if magnitude > 0, magnitude < 1e-3 || magnitude >= 1e15 { return "\(rounded(value))" }
    let suffixes = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]
    let (scale, suffix) = suffixes.first { magnitude >= $0.0 * (1 - 1e-9) } ?? (1, "")
    let digits = "\(rounded(value / scale))"
    return (digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits) + suffix
  }

  /// The number without what arithmetic left in its last digits.
  private static func rounded(_ value: Double) -> Double {
    guard value != 0 else { return 0 }
    let power = Double.tenTo(5 - Int(abs(value).log10.rounded(.down)))
    return (value * power).rounded() / power
  }
}

extension Double {
  /// The decimal logarithm.
  var log10: Double { Foundation.log10(self) }

  /// A power of ten.
  static func tenTo(_ exponent: Int) -> Double { pow(10, Double(exponent)) }
}
