/// How long a training goes on: until the first of its limits is reached.
public struct TrainingBudget: Hashable, Sendable, Codable {
  /// The number of games; `nil` for no limit.
  public var games: Int?
  /// The number of moves; `nil` for no limit.
  public var moves: Int?
  /// The seconds of training; `nil` for no limit.
  public var seconds: Double?

  /// Creates a budget; without any limit training goes on until it is stopped.
  public init(games: Int? = nil, moves: Int? = nil, seconds: Double? = nil) {
    self.games = games
    self.moves = moves
    self.seconds = seconds
  }

  /// Whether there is no limit.
  public var isUnlimited: Bool { games == nil && moves == nil && seconds == nil }

  /// The share of the budget that is used up, 0 to 1; `nil` without a limit.
  func share(of counters: TrainingCounters) -> Double? {
    let shares = [
      games.map { Double(counters.games) / Double($0) },
      moves.map { Double(counters.moves) / Double($0) },
      seconds.map { counters.seconds / $0 },
    ]
    return shares.compactMap(\.self).max().map { min($0, 1) }
  }

  /// Whether a limit is reached.
  func isSpent(by counters: TrainingCounters) -> Bool {
    share(of: counters).map { $0 >= 1 } ?? false
  }

  /// The budget that ends as much after `counters` as this one says.
  func added(to counters: TrainingCounters) -> TrainingBudget {
    TrainingBudget(
      games: games.map { $0 + counters.games }, moves: moves.map { $0 + counters.moves },
      seconds: seconds.map { $0 + counters.seconds })
  }
}

/// What a run has done since its start.
public struct TrainingCounters: Hashable, Sendable, Codable {
  /// Games finished.
  public var games = 0
  /// Moves made in them.
  public var moves = 0
  /// Seconds spent training.
  public var seconds = 0.0
}
