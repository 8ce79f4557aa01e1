import Env2048

/// Expects no score after any afterstate, so that play sees nothing but the
/// rewards within its reach.
public struct ZeroValue<State: BoardState>: AfterstateValue {
  /// Creates the value.
  public init() {}

  /// 0.
  public func value(of afterstate: State) -> Float { 0 }
}

/// Plays the action with the largest reward; among equals, the first in the
/// order up, right, down, left.
public typealias GreedyRewardPolicy<State: BoardState> = GreedyPolicy<ZeroValue<State>>

extension GreedyPolicy {
  /// Creates the policy that sees nothing but rewards.
  public init<Board: BoardState>() where Value == ZeroValue<Board> { self.init(ZeroValue()) }
}
