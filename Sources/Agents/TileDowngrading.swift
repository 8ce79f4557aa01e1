import Env2048

/// Plays on boards with very large tiles as if they were half as large.
///
/// Once the largest tile reaches a threshold, the largest tile that is missing
/// below it is sought, and all tiles above that gap are halved, before the
/// policy sees the board: it has seen boards with smaller tiles far more often.
/// Equal tiles stay equal and different ones different, so that the same
/// actions are legal. Source: Guei, Chen and Wu, "Optimistic temporal difference
/// learning for 2048" (IEEE ToG 2021).
public struct TileDowngrading<Base: Policy>: Policy {
  /// The kind of board it plays on.
  public typealias State = Base.State

  /// What chooses the actions.
  public let base: Base
  /// The exponent of the largest tile from which on boards are changed.
  public let threshold: Int

  /// Creates the policy.
  ///
  /// - Parameters:
  ///   - base: What chooses the actions.
  ///   - threshold: The exponent of the largest tile from which on boards are
  ///     changed; 15, the tile 32,768, unless given.
  public init(_ base: Base, threshold: Int = 15) {
    self.base = base
    self.threshold = threshold
  }

  /// Returns the action that the policy chooses on the changed board.
  public func action(for board: State, using random: inout RandomSource) -> Action? {
    base.action(for: downgrading(board), using: &random)
  }

  /// The board that the policy sees.
  public func downgrading(_ board: State) -> State {
    let largest = board.largestExponent
    guard largest >= threshold else { return board }
    let cells = 0..<board.shape.cellCount
    let present = cells.reduce(UInt64(0)) { $0 | 1 &<< UInt64(board[$1]) }
    guard let gap = (1..<largest).last(where: { present &>> UInt64($0) & 1 == 0 }) else {
      return board
    }
    var lowered = board
    for cell in cells where board[cell] > gap { lowered[cell] -= 1 }
    return lowered
  }
}
