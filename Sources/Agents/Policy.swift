import Env2048

/// A way to choose an action.
public protocol Policy<State>: Sendable {
  /// The kind of board it plays on.
  associatedtype State: BoardState

  /// Chooses an action, `nil` if none is legal.
  ///
  /// - Parameters:
  ///   - board: The board to move on.
  ///   - random: The policy's own stream, apart from the game's.
  func action(for board: State, using random: inout RandomSource) -> Action?
}

/// Plays a legal action drawn uniformly.
public struct RandomPolicy<State: BoardState>: Policy {
  /// Creates the policy.
  public init() {}

  /// Draws a legal action.
  public func action(for board: State, using random: inout RandomSource) -> Action? {
    ActionSpace().sample(among: board.legalActions, using: &random)
  }
}

/// Plays the action with the largest sum of reward and value (1-ply), or the
/// largest value if that is no score (`Value.addsRewards`); among equals, the
/// first in the order up, right, down, left.
///
/// Illegal actions are never weighed, so no value can make one look good; and
/// a value that is not a number loses against any other.
public struct GreedyPolicy<Value: AfterstateValue>: Policy {
  /// The function that values afterstates.
  public let value: Value

  /// Creates the policy.
  public init(_ value: Value) { self.value = value }

  /// Returns the legal action with the largest reward plus value.
  public func action(for board: Value.State, using random: inout RandomSource) -> Action? {
    let afterstates = board.afterstates
    var best: Action?
    var bestTotal = -Float.infinity
    for action in afterstates.legal {
      let reward = Value.addsRewards ? Float(afterstates.reward(action)) : 0
      let total = reward + value.value(of: afterstates[action])
      // A total that is not a number is taken only while there is no other.
      guard best == nil || total > bestTotal else { continue }
      best = action
      if !total.isNaN { bestTotal = total }
    }
    return best
  }
}
