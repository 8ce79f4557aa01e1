import Env2048

/// A number from outside, or why it cannot be used.
func number(
  of name: String, _ found: Int64, in range: ClosedRange<Int64>
) throws(InterfaceError) -> Int {
  guard range.contains(found) else {
    throw .invalidArgument(
      "Number of \(name) is \(found): expected \(range.lowerBound) to \(range.upperBound).")
  }
  return Int(found)
}

extension AutoresetMode {
  /// The mode with a number of the interface.
  init(number: Int32) throws(InterfaceError) {
    switch number {
    case 0: self = .nextStep
    case 1: self = .sameStep
    case 2: self = .disabled
    default: throw .invalidArgument("Autoreset mode \(number): expected 0, 1 or 2.")
    }
  }
}

extension IllegalActionPolicy {
  /// The policy with a number of the interface.
  init(number policy: Int32, penalty: Int64) throws(InterfaceError) {
    switch policy {
    case 0: self = .ignore
    // Rewards are Floats, which count exactly up to 2^24.
    case 1: self = .penalty(try number(of: "penalty points", penalty, in: 0...1 << 24))
    case 2: self = .terminate
    default: throw .invalidArgument("Policy for illegal actions \(policy): expected 0, 1 or 2.")
    }
  }
}
