import Env2048

/// Looks ahead over the player's moves and all new tiles.
///
/// The value of an afterstate with n layers of tiles below it is
///
///     E_0(s) = max(V(s), 0)
///     E_n(s) = Σ over empty cells c and tiles t of P(t)/empties · M(s + t at c)
///     M(s)   = max over legal actions of reward + E_(n−1)(afterstate), 0 if none
///
/// exactly: no cell and no tile is left out, unless `minimumProbability` cuts
/// a branch, which is then valued at once. A value below 0 counts as 0 at the
/// leaves, since no score does; a value that is not a number counts as 0, too.
/// Rewards are left out for values that are no scores (`Value.addsRewards`).
///
/// Searches of several threads run side by side: each borrows a workspace,
/// which holds all it needs, so that a move allocates nothing.
public final class Expectimax<Value: AfterstateValue>: Policy where Value.State: SearchState {
  /// The kind of board it plays on.
  public typealias State = Value.State

  /// What values the afterstates where the search ends.
  public let value: Value
  /// The settings.
  public let configuration: SearchConfiguration

  private let twoProbability: Float
  private let fourProbability: Float
  private let workspaces: SearchWorkspacePool<State>

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - value: What values the afterstates where the search ends.
  ///   - configuration: The settings.
  ///   - rules: The rules of the game, which say how probable a 4 is.
  ///   - threads: How many threads will search side by side.
  /// - Throws: `SearchError` for a setting out of range, or for tables that
  ///   the machine has no memory for.
  public init(
    _ value: Value, configuration: SearchConfiguration, rules: Rules = Rules(), threads: Int = 1
  ) throws(SearchError) {
    try configuration.validate()
    let tableBytes = TranspositionTable<State>.byteCount(bits: configuration.tableBits)
    let (needed, available) = (threads * tableBytes, availableMemory())
    guard needed <= available else {
      throw .memory(neededBytes: needed, availableBytes: available)
    }
    self.value = value
    self.configuration = configuration
    workspaces = SearchWorkspacePool(shape: rules.shape, tableBits: configuration.tableBits)
    fourProbability = Float(rules.fourProbability)
    twoProbability = 1 - fourProbability
  }

  /// Returns the action with the largest expectation; among equals, the first
  /// in the order up, right, down, left.
  public func action(for board: State, using random: inout RandomSource) -> Action? {
    search(board).best
  }

  /// Searches from a board.
  ///
  /// - Complexity: No heap allocation, but for a thread's first search.
  @specialized(where Value == NTupleNetwork<Board>)
  @specialized(where Value == NTupleNetwork<Grid>)
  @specialized(where Value == RowHeuristic)
  @specialized(where Value == ZeroValue<Board>)
  @specialized(where Value == ZeroValue<Grid>)
  public func search(_ board: State) -> SearchResult {
    workspaces.withWorkspace { workspace in
      let result = search(board, in: &workspace)
      workspace.effort.add(result)
      return result
    }
  }

  /// What all searches took that have ended.
  public var effort: SearchEffort { workspaces.effort }

  /// Searches as far as the limit says.
  @inline(__always)
  private func search(
    _ board: State, in workspace: inout SearchWorkspace<State>
  ) -> SearchResult {
    switch configuration.limit {
    case .plies(let plies):
      workspace.start()
      return search(board, plies: plies, in: &workspace)
    case .nodes(let nodes):
      workspace.start()
      return deepen(board, in: &workspace) { $0.metLeaves <= nodes / 2 }
    case .milliseconds(let milliseconds):
      let deadline = ContinuousClock.now + .milliseconds(milliseconds)
      workspace.start(deadline: deadline)
      // The next ply takes several times as long as this one took.
      var begin = ContinuousClock.now
      return deepen(board, in: &workspace) { _ in
        let now = ContinuousClock.now
        defer { begin = now }
        return now - begin < deadline - now
      }
    }
  }

  /// Searches one ply after the other.
  ///
  /// - Parameter goesDeeper: Asked after each ply whether to search the next.
  @inline(__always)
  private func deepen(
    _ board: State, in workspace: inout SearchWorkspace<State>,
    while goesDeeper: (borrowing SearchWorkspace<State>) -> Bool
  ) -> SearchResult {
    var last = search(board, plies: 1, in: &workspace)
    // Where no leaf was met, every line has been followed to the game's end.
    while last.plies < SearchConfiguration.maximumPlies, workspace.metLeaves > 0,
      goesDeeper(workspace)
    {
      let deeper = search(board, plies: last.plies + 1, in: &workspace)
      if workspace.isExhausted { break }
      last = deeper
    }
    return SearchResult(
      legal: last.legal, totals: last.totals, plies: last.plies, nodes: workspace.nodes)
  }

  /// Searches so many plies.
  @inline(__always)
  private func search(
    _ board: State, plies: Int, in workspace: inout SearchWorkspace<State>
  ) -> SearchResult {
    workspace.startPly()
    let afterstates = board.afterstates
    let totals: SIMD4<Float>
    if plies == 1 {
      workspace.addLeaves(afterstates, at: 0, addingRewards: Value.addsRewards)
      workspace.valueLeaves(with: value)
      totals = workspace.totals(at: 0)
    } else {
      // Nothing is known yet: the table is not asked.
      totals =
        rewards(afterstates)
        + expectations(
          of: afterstates, for: afterstates.legal, layers: plies - 1, probability: 1,
          in: &workspace)
    }
    return SearchResult(
      legal: afterstates.legal,
      totals: totals.replacing(with: 0, where: .!afterstates.legal.lanes),
      plies: plies, nodes: workspace.nodes)
  }

  /// M of a board, with so many layers of tiles behind its afterstates.
  private func maximum(
    on board: State, layers: Int, probability: Float, in workspace: inout SearchWorkspace<State>
  ) -> Float {
    let afterstates = board.afterstates
    if probability < configuration.minimumProbability {
      workspace.leaves.reserve(Action.allCases.count)
      workspace.addLeaves(afterstates, at: 0, addingRewards: Value.addsRewards)
      return workspace.valueLeaves(with: value) ? workspace.maximum(at: 0) : 0
    }
    var expectations = SIMD4<Float>.zero
    var unknown = afterstates.legal
    for action in afterstates.legal {
      if let known = workspace.table.value(
        of: afterstates[action], layers: layers, probability: probability)
      {
        expectations[Int(action.rawValue)] = known
        unknown.remove(action)
      }
    }
    if !unknown.isEmpty {
      let found = self.expectations(
        of: afterstates, for: unknown, layers: layers, probability: probability, in: &workspace)
      if workspace.isExhausted { return 0 }
      expectations.replace(with: found, where: unknown.lanes)
      for action in unknown {
        workspace.table.insert(
          found[Int(action.rawValue)], of: afterstates[action], layers: layers,
          probability: probability)
      }
    }
    let totals = rewards(afterstates) + expectations
    return max(totals.replacing(with: 0, where: .!afterstates.legal.lanes).max(), 0)
  }

  /// E_n of a board's afterstates by way of all new tiles, n being the number
  /// of layers of tiles, at least 1; worthless once the time has run out.
  ///
  /// - Parameter actions: Those whose afterstates are asked for.
  @inline(__always)
  private func expectations(
    of afterstates: Afterstates<State>, for actions: ActionMask, layers: Int, probability: Float,
    in workspace: inout SearchWorkspace<State>
  ) -> SIMD4<Float> {
    if layers == 1 { return expectationsOverLeaves(of: afterstates, for: actions, in: &workspace) }
    var expectations = SIMD4<Float>.zero
    for action in actions {
      expectations[Int(action.rawValue)] = expectation(
        of: afterstates[action], layers: layers, probability: probability, in: &workspace)
    }
    return expectations
  }

  /// E_n of an afterstate, n being at least 2.
  @inline(__always)
  private func expectation(
    of afterstate: State, layers: Int, probability: Float,
    in workspace: inout SearchWorkspace<State>
  ) -> Float {
    var (twos, fours) = (Float.zero, Float.zero)
    var places = afterstate.emptyPlaces
    let count = places.nonzeroBitCount
    let share = probability / Float(count)
    while places != 0, !workspace.isExhausted {
      let place = places & (0 &- places)
      places &= places &- 1
      if twoProbability > 0 {
        twos += maximum(
          on: afterstate.placing(exponent: 1, at: place), layers: layers - 1,
          probability: share * twoProbability, in: &workspace)
      }
      if fourProbability > 0 {
        fours += maximum(
          on: afterstate.placing(exponent: 2, at: place), layers: layers - 1,
          probability: share * fourProbability, in: &workspace)
      }
    }
    return mean(twos: twos, fours: fours, count: count)
  }

  /// E_1 of a board's afterstates: those of the moves that follow are leaves,
  /// which are valued all at once.
  @inline(__always)
  private func expectationsOverLeaves(
    of afterstates: Afterstates<State>, for actions: ActionMask,
    in workspace: inout SearchWorkspace<State>
  ) -> SIMD4<Float> {
    var counts = SIMD4<Int>.zero
    for action in actions {
      counts[Int(action.rawValue)] = afterstates[action].emptyPlaces.nonzeroBitCount
    }
    workspace.leaves.reserve(8 &* counts.wrappedSum())
    var next = 0
    for action in actions {
      let afterstate = afterstates[action]
      for exponent in UInt64(1)...2 {
        var places = afterstate.emptyPlaces
        while places != 0 {
          let place = places & (0 &- places)
          places &= places &- 1
          workspace.addLeaves(
            afterstate.placing(exponent: exponent, at: place).afterstates, at: next,
            addingRewards: Value.addsRewards)
          next &+= 1
        }
      }
    }
    guard workspace.valueLeaves(with: value) else { return .zero }
    var expectations = SIMD4<Float>.zero
    next = 0
    for action in actions {
      let count = counts[Int(action.rawValue)]
      var (twos, fours) = (Float.zero, Float.zero)
      for index in next..<(next &+ count) {
        twos += workspace.maximum(at: index)
        fours += workspace.maximum(at: index &+ count)
      }
      next &+= 2 &* count
      expectations[Int(action.rawValue)] = mean(twos: twos, fours: fours, count: count)
    }
    return expectations
  }

  /// The mean over all new tiles, from the sums of M over the empty cells.
  @inline(__always)
  private func mean(twos: Float, fours: Float, count: Int) -> Float {
    (twoProbability * twos + fourProbability * fours) / Float(count)
  }

  @inline(__always)
  private func rewards(_ afterstates: Afterstates<State>) -> SIMD4<Float> {
    Value.addsRewards ? SIMD4(afterstates.rewards) : .zero
  }
}
