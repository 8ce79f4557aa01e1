import Env2048

/// A function from an afterstate to the score still expected from it.
///
/// The seam between what is learnt and how it is used: greedy play, search and
/// evaluation work with anything that is one.
public protocol AfterstateValue<State>: Sendable {
  /// The kind of board that is valued.
  associatedtype State: BoardState

  /// Whether values are points still to come, so that a move is worth its
  /// reward plus its afterstate's value; false if they judge a position as it
  /// is, and a move is worth that alone.
  static var addsRewards: Bool { get }

  /// How many games are best played side by side, so that their afterstates
  /// are valued as one batch; 1 where a batch gains nothing.
  static var gamesSideBySide: Int { get }

  /// The score expected from an afterstate until the end of the game, in
  /// points, without the reward that led to it.
  ///
  /// Other threads may call it at the same time.
  func value(of afterstate: State) -> Float

  /// Values many afterstates at once.
  ///
  /// - Parameters:
  ///   - afterstates: The boards, shape [batch].
  ///   - values: Receives their values, shape [batch].
  /// - Precondition: The counts are equal.
  func evaluate(_ afterstates: Span<State>, into values: inout MutableSpan<Float>)
}

extension AfterstateValue {
  /// Values are points still to come.
  @inlinable
  public static var addsRewards: Bool { true }

  /// A batch gains nothing.
  @inlinable
  public static var gamesSideBySide: Int { 1 }

  /// Values one afterstate after the other.
  public func evaluate(_ afterstates: Span<State>, into values: inout MutableSpan<Float>) {
    precondition(afterstates.count == values.count, "Boards and values differ in number")
    for index in afterstates.indices { values[index] = value(of: afterstates[index]) }
  }
}

/// One legal action of a board, weighed.
public struct ActionValue: Hashable, Sendable {
  /// The action.
  public let action: Action
  /// The points it scores at once.
  public let reward: Int
  /// The score expected after it.
  public let value: Float

  /// What is compared: reward plus value, or the value alone if it is no score.
  public let total: Float
}

extension AfterstateValue {
  /// Weighs every legal action of a board, in the order of their numbers.
  public func actionValues(of board: State) -> [ActionValue] {
    let afterstates = board.afterstates
    return afterstates.legal.map { action in
      let reward = afterstates.reward(action)
      let value = value(of: afterstates[action])
      return ActionValue(
        action: action, reward: reward, value: value,
        total: Self.addsRewards ? Float(reward) + value : value)
    }
  }
}
