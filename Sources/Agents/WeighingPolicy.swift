import Env2048

/// A policy that can say what each action is worth to it.
///
/// The action it chooses is worth no less than any other.
public protocol WeighingPolicy<State>: Policy {
  /// Weighs every legal action of a board, in the order of their numbers.
  func actionValues(of board: State) -> [ActionValue]
}

extension GreedyPolicy: WeighingPolicy {
  /// Weighs every legal action by its reward and its afterstate's value.
  public func actionValues(of board: Value.State) -> [ActionValue] {
    value.actionValues(of: board)
  }
}

extension Expectimax: WeighingPolicy {
  /// Weighs every legal action by a search.
  public func actionValues(of board: State) -> [ActionValue] {
    let result = search(board)
    return board.afterstates.actionValues(addingRewards: Value.addsRewards) { result.total($0) }
  }
}

extension Minimax: WeighingPolicy {
  /// Weighs every legal action by a search of its own.
  ///
  /// Slower than `best(on:)`, which leaves an action as soon as it is worse
  /// than one before it.
  public func actionValues(of board: State) -> [ActionValue] {
    let totals = totals(on: board)
    return board.afterstates.actionValues(addingRewards: Value.addsRewards) {
      totals[Int($0.rawValue)]
    }
  }
}

extension TileDowngrading: WeighingPolicy where Base: WeighingPolicy {
  /// Weighs every legal action as it is worth, reward included, on the changed board.
  public func actionValues(of board: State) -> [ActionValue] {
    base.actionValues(of: downgrading(board))
  }
}

extension Afterstates {
  /// Every legal action with what a search found it to be worth.
  fileprivate func actionValues(
    addingRewards: Bool, total: (Action) -> Float
  ) -> [ActionValue] {
    legal.map { action in
      let reward = reward(action)
      let total = total(action)
      return ActionValue(
        action: action, reward: reward, value: addingRewards ? total - Float(reward) : total,
        total: total)
    }
  }
}
