/// What searches took, all together.
public struct SearchEffort: Hashable, Sendable {
  /// The number of boards searched, one a move.
  public private(set) var moves = 0
  /// The number of afterstates valued.
  public private(set) var nodes = 0
  /// The sum of the plies that were searched to the end.
  public private(set) var plies = 0

  /// Nothing yet.
  public init() {}

  /// The mean number of afterstates valued for a move; `nil` without one.
  public var nodesPerMove: Double? { moves > 0 ? Double(nodes) / Double(moves) : nil }

  /// The mean number of plies searched to the end; `nil` without a move.
  public var pliesPerMove: Double? { moves > 0 ? Double(plies) / Double(moves) : nil }

  /// Adds a search.
  mutating func add(_ result: SearchResult) {
    moves += 1
    nodes += result.nodes
    plies += result.plies
  }

  /// Adds other searches.
  mutating func add(_ other: SearchEffort) {
    moves += other.moves
    nodes += other.nodes
    plies += other.plies
  }
}
