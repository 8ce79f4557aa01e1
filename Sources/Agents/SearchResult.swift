import Env2048

/// What a search found out about one board.
public struct SearchResult: Hashable, Sendable {
  /// The actions that change the board.
  public let legal: ActionMask
  /// How many layers of the player's moves were searched to the end.
  public let plies: Int
  /// How many afterstates were valued, each as often as it was new.
  public let nodes: Int
  let totals: SIMD4<Float>

  init(legal: ActionMask, totals: SIMD4<Float>, plies: Int, nodes: Int) {
    self.legal = legal
    self.totals = totals
    self.plies = plies
    self.nodes = nodes
  }

  /// What an action is worth: its reward and the expectation of its
  /// afterstate, or that alone for a value that is no score.
  ///
  /// - Precondition: The action is legal.
  public func total(_ action: Action) -> Float {
    precondition(legal.contains(action), "An illegal action is worth nothing")
    return totals[Int(action.rawValue)]
  }

  /// The legal action that is worth most, the first of equals in the order
  /// up, right, down, left; `nil` if none is legal.
  public var best: Action? {
    var best: Action?
    for action in legal {
      if let best, total(action) <= total(best) { continue }
      best = action
    }
    return best
  }
}
