/// The targets of TD(λ) over a segment of a game's moves.
///
/// Move t leads to the afterstate x(t), for which its target G(t) is what is
/// still to come:
///
///     G(t) = 0                                             if the game ends there
///     G(t) = r(t+1) + (1 − λ) · V(x(t+1)) + λ · G(t+1)     else
///
/// Where the segment ends before the game, the move that would come next is
/// looked at without being made: G there is its reward plus its value, that is
/// λ = 0. Source: Sutton and Barto, "Reinforcement Learning" (2018), section
/// 12.3, for afterstates.
struct LambdaReturn {
  let lambda: Float
  private var target: Float
  /// Reward and value of the move after the one whose target comes next.
  private var next: (reward: Float, value: Float)

  /// Starts at the end of a segment.
  ///
  /// - Parameters:
  ///   - lambda: The weight of longer returns.
  ///   - reward: The reward of the move that would come next; 0 if the game
  ///     has ended.
  ///   - value: The value of its afterstate.
  init(lambda: Float, reward: Float, value: Float) {
    self.lambda = lambda
    target = value
    next = (reward, value)
  }

  /// The target of the move before those seen so far.
  ///
  /// - Parameters:
  ///   - reward: The reward of that move.
  ///   - value: The value of its afterstate.
  ///   - isLast: Whether the game has ended after it.
  mutating func target(reward: Float, value: Float, isLast: Bool) -> Float {
    target = isLast ? 0 : next.reward + (1 - lambda) * next.value + lambda * target
    next = (reward, value)
    return target
  }
}
