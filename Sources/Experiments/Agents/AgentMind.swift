import Agents
import Env2048

/// What chooses an agent's moves, whatever policy and board it is made of.
struct AgentMind: Sendable {
  /// Plays whole games.
  private(set) var player: any GamePlayer
  /// How moves are found; `nil` if by chance.
  let search: SearchDescription?
  /// Weighs the legal actions of a board; `nil` if it cannot.
  let weigh: (@Sendable (any BoardState) throws -> [ActionValue])?
  /// What its searches took; `nil` if it does not count.
  let effort: (@Sendable () -> SearchEffort)?

  /// Chance.
  static func random(_ shape: BoardShape) -> AgentMind {
    AgentMind(
      player: shape == .standard
        ? PolicyPlayer(RandomPolicy<Board>()) : PolicyPlayer(RandomPolicy<Grid>()),
      search: nil, weigh: nil, effort: nil)
  }
}

extension AgentMind {
  /// A value of any kind, and a search over it.
  ///
  /// - Parameters:
  ///   - value: What values afterstates.
  ///   - settings: What is asked for.
  ///   - method: How moves are found unless that is asked for.
  ///   - rules: The rules of the games.
  /// - Throws: `SearchError`.
  init<Value: AfterstateValue>(
    _ value: Value, _ settings: SearchSettings, otherwise method: SearchMethod = .greedy,
    rules: Rules
  ) throws where Value.State: SearchState {
    let method = settings.method ?? method
    let search = SearchDescription(
      method, downgradingTile: settings.downgradingTile,
      averagesSymmetries: settings.averagesSymmetries)
    if settings.averagesSymmetries {
      try self.init(SymmetricValue(value), method, search, rules, settings.threads)
    } else {
      try self.init(value, method, search, rules, settings.threads)
    }
  }

  private init<Value: AfterstateValue>(
    _ value: Value, _ method: SearchMethod, _ search: SearchDescription, _ rules: Rules,
    _ threads: Int
  ) throws where Value.State: SearchState {
    switch method {
    case .greedy:
      try self.init(GreedyPolicy(value), search, rules)
      if Value.gamesSideBySide > 1, search.downgradingTile == nil {
        player = LockstepPlayer(value)
      }
    case .minimax(let plies):
      try self.init(Minimax(value, plies: plies), search, rules)
    case .expectimax(let configuration):
      let policy = try Expectimax(
        value, configuration: configuration, rules: rules, threads: threads)
      try self.init(policy, search, rules) { policy.effort }
    }
  }

  /// A policy that weighs actions without valuing boards.
  init<P: WeighingPolicy>(_ policy: P, rules: Rules) {
    self.init(player: policy, SearchDescription(.greedy), rules, effort: nil)
  }

  private init<P: WeighingPolicy>(
    _ policy: P, _ search: SearchDescription, _ rules: Rules,
    effort: (@Sendable () -> SearchEffort)? = nil
  ) throws {
    guard let tile = search.downgradingTile else {
      self.init(player: policy, search, rules, effort: effort)
      return
    }
    guard let exponent = Tile.exponent(ofFaceValue: tile), exponent > 1 else {
      throw SearchError.setting(
        name: "downgraded tile", found: "\(tile)", expected: "a tile from 4 up")
    }
    self.init(
      player: TileDowngrading(policy, threshold: exponent), search, rules, effort: effort)
  }

  private init<P: WeighingPolicy>(
    player policy: P, _ search: SearchDescription, _ rules: Rules,
    effort: (@Sendable () -> SearchEffort)?
  ) {
    player = PolicyPlayer(policy)
    self.search = search
    self.effort = effort
    weigh = { board in
      guard board.shape == rules.shape else {
        throw BoardError.unsupportedShape(board.shape, expected: rules.shape)
      }
      let board =
        try board as? P.State ?? P.State(shape: board.shape, exponents: board.exponents)
      return policy.actionValues(of: board)
    }
  }
}
