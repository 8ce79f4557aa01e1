import Env2048

/// Plays the legal action with the largest value.
public struct DQNPolicy: WeighingPolicy {
  /// The network that values the actions of a board; it has four outputs.
  public let network: MLPNetwork

  /// Creates the policy.
  ///
  /// - Precondition: The network has four outputs.
  public init(_ network: MLPNetwork) {
    precondition(network.configuration.outputs == 4, "An action has a value")
    self.network = network
  }

  /// Weighs every legal action by its output, in points: rewards to come are
  /// discounted by `DQNConfiguration.gamma`.
  public func actionValues(of board: Board) -> [ActionValue] {
    let values = network.outputs(of: [board])
    let afterstates = board.afterstates
    return afterstates.legal.map { action in
      let total = values[Int(action.rawValue)] * MLPNetwork.scale
      let reward = afterstates.reward(action)
      return ActionValue(
        action: action, reward: reward, value: total - Float(reward), total: total)
    }
  }

  /// Returns the legal action with the largest value.
  public func action(for board: Board, using random: inout RandomSource) -> Action? {
    let values = network.outputs(of: [board])
    return ActionChoice.best(of: values.span, among: board.legalActions)
  }
}
