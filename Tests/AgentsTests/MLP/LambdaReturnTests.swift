import Testing

@testable import Agents

/// Targets worked out by hand.
///
/// Three moves with rewards 10, 20, 30 to afterstates valued 100, 200, 300; the
/// move that would come next brings 40 and leads to 400.
@Suite struct LambdaReturnTests {
  struct Example: Sendable {
    var lambda: Float
    /// The number of the move after which the game has ended, if it has.
    var end: Int?
    var targets: [Float]
  }

  static let examples = [
    // λ = 0: r(t+1) + V(t+1).
    Example(lambda: 0, targets: [20 + 200, 30 + 300, 40 + 400]),
    // λ = 1: all rewards up to the segment's border, and the value there.
    Example(lambda: 1, targets: [20 + 30 + 40 + 400, 30 + 40 + 400, 40 + 400]),
    // In between: 440; 30 + 150 + 220 = 400; 20 + 100 + 200 = 320.
    Example(lambda: 0.5, targets: [320, 400, 440]),
    // Nothing comes after the last move of a game; 30 + 150 + 0; 20 + 100 + 90.
    Example(lambda: 0.5, end: 2, targets: [210, 180, 0]),
    Example(lambda: 1, end: 2, targets: [50, 30, 0]),
    // The game ends within the segment and another begins: 20 + 200; 0; 440.
    Example(lambda: 0, end: 1, targets: [220, 0, 440]),
    Example(lambda: 1, end: 1, targets: [20, 0, 440]),
  ]

  @Test(arguments: examples)
  func targets(example: Example) {
    var returns = LambdaReturn(lambda: example.lambda, reward: 40, value: 400)
    var found: [Float] = []
    for move in [2, 1, 0] {
      let number = Float(move + 1)
      found.append(
        returns.target(reward: 10 * number, value: 100 * number, isLast: example.end == move))
    }
    #expect(found.reversed() == example.targets)
  }
}
