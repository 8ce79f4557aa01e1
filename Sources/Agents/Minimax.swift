import Env2048

/// Looks ahead against the worst new tile, wherever it may appear.
///
/// The search most programs for 2048 began with; it fears what hardly ever
/// happens, and plays worse than `Expectimax` for it. Alpha–beta pruning: a line
/// that cannot change the choice is left, which changes no result.
public struct Minimax<Value: AfterstateValue>: Policy where Value.State: SearchState {
  /// The kind of board it plays on.
  public typealias State = Value.State

  /// What values the afterstates where the search ends.
  public let value: Value
  /// How many layers of the player's moves it looks ahead, 1 or more.
  public let plies: Int

  /// Creates a search.
  ///
  /// - Throws: `SearchError` if the number of plies is out of range.
  public init(_ value: Value, plies: Int) throws(SearchError) {
    try SearchConfiguration(limit: .plies(plies)).validate()
    self.value = value
    self.plies = plies
  }

  /// Returns the action that is worth most against the worst tiles; among
  /// equals, the first in the order up, right, down, left.
  public func action(for board: State, using random: inout RandomSource) -> Action? {
    best(on: board).action
  }

  /// The best action, `nil` if none is legal, and what it is worth.
  @specialized(where Value == NTupleNetwork<Board>)
  @specialized(where Value == NTupleNetwork<Grid>)
  @specialized(where Value == RowHeuristic)
  @specialized(where Value == ZeroValue<Board>)
  public func best(on board: State) -> (action: Action?, total: Float) {
    let afterstates = board.afterstates
    var best: Action?
    var most = -Float.infinity
    for action in afterstates.legal {
      let total = worst(
        after: afterstates[action], gained: reward(afterstates, action), layers: plies - 1,
        above: most, below: .infinity)
      guard best == nil || total > most else { continue }
      (best, most) = (action, total)
    }
    return (best, best == nil ? 0 : most)
  }

  /// What every action is worth, by its number; 0 for an illegal one.
  @specialized(where Value == NTupleNetwork<Board>)
  @specialized(where Value == NTupleNetwork<Grid>)
  @specialized(where Value == RowHeuristic)
  @specialized(where Value == ZeroValue<Board>)
  func totals(on board: State) -> SIMD4<Float> {
    let afterstates = board.afterstates
    var totals = SIMD4<Float>.zero
    for action in afterstates.legal {
      totals[Int(action.rawValue)] = worst(
        after: afterstates[action], gained: reward(afterstates, action), layers: plies - 1,
        above: -.infinity, below: .infinity)
    }
    return totals
  }

  /// What is gained in the end, with the worst tile on an afterstate; a number
  /// at or beyond one of the bounds stands for any beyond it.
  ///
  /// - Parameter gained: The rewards on the way to the afterstate. Totals are
  ///   compared from the root on, so that rounding is the same everywhere.
  private func worst(
    after afterstate: State, gained: Float, layers: Int, above: Float, below: Float
  ) -> Float {
    guard layers > 0 else {
      let leaf = value.value(of: afterstate)
      return gained + (leaf > 0 ? leaf : 0)
    }
    var least = below
    var places = afterstate.emptyPlaces
    while places != 0 {
      let place = places & (0 &- places)
      places &= places &- 1
      for exponent in UInt64(1)...2 {
        let board = afterstate.placing(exponent: exponent, at: place)
        let total = maximum(
          on: board, gained: gained, layers: layers - 1, above: above, below: least)
        least = min(least, total)
        if least <= above { return least }
      }
    }
    return least
  }

  private func maximum(
    on board: State, gained: Float, layers: Int, above: Float, below: Float
  ) -> Float {
    let afterstates = board.afterstates
    if afterstates.legal.isEmpty { return gained }
    var most = above
    for action in afterstates.legal {
      let total = worst(
        after: afterstates[action], gained: gained + reward(afterstates, action), layers: layers,
        above: most, below: below)
      most = max(most, total)
      if most >= below { return most }
    }
    return most
  }

  @inline(__always)
  private func reward(_ afterstates: Afterstates<State>, _ action: Action) -> Float {
    Value.addsRewards ? Float(afterstates.reward(action)) : 0
  }
}
