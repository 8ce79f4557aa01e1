import Env2048

/// Choices among the values of four actions, of which some are illegal.
///
/// Illegal actions are left out, not multiplied by 0: where all values are
/// negative that would make an illegal one the best.
enum ActionChoice {
  /// The legal action with the largest value, the first of equals; `nil` if
  /// none is legal.
  static func best(of values: Span<Float>, among legal: ActionMask) -> Action? {
    precondition(values.count == 4, "An action has a value")
    var best: Action?
    for action in legal {
      guard let other = best else {
        best = action
        continue
      }
      if values[Int(action.rawValue)] > values[Int(other.rawValue)] { best = action }
    }
    return best
  }

  /// A random legal action with probability ε, else the best.
  static func epsilonGreedy(
    _ values: Span<Float>, among legal: ActionMask, epsilon: Double,
    using random: inout some RandomNumberGenerator
  ) -> Action? {
    guard !legal.isEmpty, random.drawUnit() < epsilon else {
      return best(of: values, among: legal)
    }
    return legal.member(at: Int(random.draw(below: UInt32(legal.count))))
  }

  /// What an action's value is moved towards: the reward, and what the best
  /// action after it is worth unless the episode has terminated.
  ///
  /// An episode cut off from outside has not terminated: its last board has a
  /// next action, and counts.
  static func target(
    reward: Float, gamma: Float, terminated: Bool, nextValues: Span<Float>,
    nextLegal: ActionMask
  ) -> Float {
    guard !terminated, let next = best(of: nextValues, among: nextLegal) else { return reward }
    return reward + gamma * nextValues[Int(next.rawValue)]
  }
}
