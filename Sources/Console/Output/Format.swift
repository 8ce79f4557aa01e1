/// Numbers as the programs print them, the same in every locale.
///
/// Thousands are grouped by `,`, the decimal point is `.`, and units follow after a space.
public enum Format {
  /// A whole number with its thousands grouped: `123,456`.
  public static func grouped(_ value: Int) -> String {
    (value < 0 ? "-" : "") + grouped(digits: String(value.magnitude))
  }

  /// A number of things, in the singular for one: `1 game`, `1,200 games`.
  public static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)" + (count == 1 ? "" : "s")
  }

  /// A number with a fixed number of decimals, its thousands grouped: `12,345.68`.
  ///
  /// The exact value is rounded, halves to even. From 2^90 on there
  /// is no room for decimals: `1e+30`, `inf`, `-inf`, `nan`.
  ///
  /// - Precondition: `decimals` is in 0...9.
  public static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.magnitude < 0x1p90 else {
      return value.isFinite || value.isNaN ? value.description : value < 0 ? "-inf" : "inf"
    }
    let parts = digits(of: value, decimals: decimals).split(separator: ".")
    let sign = parts[0].first == "-" ? "-" : ""
    let whole = sign + grouped(digits: parts[0].drop { $0 == "-" })
    return ([whole] + parts.dropFirst().map { String($0) }).joined(separator: ".")
  }

  /// A share of 1 in percent: `45.3 %`.
  public static func percent(_ share: Double, decimals: Int = 1) -> String {
    fixed(share * 100, decimals: decimals) + " %"
  }

  /// A length of time in its two largest units: `12 s`, `2 min 05 s`, `1 h 02 min`, `3 d 04 h`.
  ///
  /// Below 10 seconds it has one decimal. Times above 100,000 days are cut there.
  public static func duration(_ duration: Duration) -> String {
    let exact = max(0, duration / .seconds(1))
    if exact < 9.95 { return fixed(exact, decimals: 1) + " s" }
    let seconds = Int(min(exact, 8.64e9).rounded())
    return switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min \(twoDigits(seconds % 60)) s"
    case ..<86_400: "\(seconds / 3600) h \(twoDigits(seconds / 60 % 60)) min"
    default: "\(seconds / 86_400) d \(twoDigits(seconds / 3600 % 24)) h"
    }
  }

  /// A number of bytes in decimal units: `512 B`, `1.6 GB`.
  public static func bytes(_ count: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    var value = Double(count)
    var unit = 0
    while value.magnitude >= (unit == 0 ? 1000 : 999.95), unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return fixed(value, decimals: unit == 0 ? 0 : 1) + " " + units[unit]
  }

  /// A rate to three digits: `1.31 M/s`, or with a unit `1.31 M moves/s`.
  ///
  /// - Parameters:
  ///   - perSecond: How many a second.
  ///   - unit: What is counted.
  public static func rate(_ perSecond: Double, of unit: String = "") -> String {
    let scales = [(1.0, ""), (1e3, "k"), (1e6, "M"), (1e9, "G")]
    let index = scales.lastIndex { perSecond.magnitude >= $0.0 * 0.9995 } ?? 0
    let (scale, prefix) = scales[index]
    let value = perSecond / scale
    let decimals = value.magnitude < 9.995 ? 2 : value.magnitude < 99.95 ? 1 : 0
    let counted = [prefix, unit].filter { !$0.isEmpty }.joined(separator: " ")
    return fixed(value, decimals: decimals) + (counted.isEmpty ? "/s" : " \(counted)/s")
  }

  private static func twoDigits(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }

  private static func grouped(digits: some StringProtocol) -> String {
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// The number with `decimals` decimals, ungrouped; integer arithmetic keeps the rounding exact.
  private static func digits(of value: Double, decimals: Int) -> String {
    precondition((0...9).contains(decimals), "A number is printed with 0 to 9 decimals")
    var power: UInt128 = 1
    for _ in 0..<decimals { power *= 10 }
    // value = significand × 2^exponent with a significand below 2^53, and power below 2^30.
    let significand = UInt128(value.significandBitPattern | (value.isNormal ? 1 << 52 : 0))
    // Below 2^90 the exponent is below 38, so that 122 bits hold the product.
    let exponent = max(Int(value.exponentBitPattern), 1) - 1075
    let product = significand * power
    let scaled = exponent < 0 ? halved(product, times: -exponent) : product << exponent
    let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: power)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let tail = String(fraction)
    return "\(sign)\(whole)." + String(repeating: "0", count: decimals - tail.count) + tail
  }

  /// The value divided by 2^`times`, halves to even.
  private static func halved(_ value: UInt128, times: Int) -> UInt128 {
    guard times < 127 else { return 0 }
    let (quotient, remainder) = (value >> times, value & ((1 << times) - 1))
    let half: UInt128 = 1 << (times - 1)
    let isUp = remainder > half || (remainder == half && quotient & 1 == 1)
    return quotient + (isUp ? 1 : 0)
  }
}
