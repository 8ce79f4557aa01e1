/// A call that a vector environment cannot answer; nothing was changed by it.
public enum VectorError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An action is not in 0…3.
  case action(found: Int, slot: Int)
  /// A slot has not been reset yet.
  case stepBeforeReset(slot: Int)
  /// A slot's game has ended and autoreset is disabled.
  case stepAfterEnd(slot: Int, truncated: Bool)
  /// A buffer has the wrong number of elements.
  case count(of: String, found: Int, expected: Int)
  /// A state to import contradicts itself.
  case inconsistentState(slot: Int, reason: String)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .action(let found, let slot):
      "Action \(found) in slot \(slot): expected 0 (up), 1 (right), 2 (down) or 3 (left)."
    case .stepBeforeReset(let slot):
      "step was called before slot \(slot) was reset: call reset to start the games."
    case .stepAfterEnd(let slot, let truncated):
      "step was called after the game in slot \(slot) was "
        + "\(truncated ? "truncated" : "terminated"): call reset(where:) to start the next one."
    case .count(let name, let found, let expected):
      "Buffer of \(name) has \(found) elements: expected \(expected)."
    case .inconsistentState(let slot, let reason):
      "State of slot \(slot) cannot be imported: \(reason)."
    }
  }
}
