import Agents
import Env2048

/// How an agent finds its moves with what it knows of the worth of boards.
public enum SearchMethod: Hashable, Sendable {
  /// It weighs the afterstates of its legal actions: 1-ply.
  case greedy
  /// It looks ahead over all new tiles.
  case expectimax(SearchConfiguration)
  /// It looks ahead over the worst new tiles.
  case minimax(plies: Int)
}

/// What is asked of an agent's search.
public struct SearchSettings: Hashable, Sendable {
  /// How moves are found; `nil` for the agent's own way.
  public var method: SearchMethod?
  /// The largest tile from which on the agent sees smaller tiles
  /// (`TileDowngrading`); `nil` to show it all boards as they are.
  public var downgradingTile: Int?
  /// Whether a board's value is the mean over its symmetries
  /// (`SymmetricValue`).
  public var averagesSymmetries: Bool
  /// How many threads will search side by side, each with a table of its own.
  public var threads: Int

  /// Creates settings; without any the agent plays in its own way.
  public init(
    method: SearchMethod? = nil, downgradingTile: Int? = nil, averagesSymmetries: Bool = false,
    threads: Int = 1
  ) {
    self.method = method
    self.downgradingTile = downgradingTile
    self.averagesSymmetries = averagesSymmetries
    self.threads = threads
  }

  /// Whether nothing is asked for.
  public var isEmpty: Bool { method == nil && downgradingTile == nil && !averagesSymmetries }
}

/// A search as reports tell it: what is not there did not matter.
public struct SearchDescription: Hashable, Codable, Sendable {
  /// The ways to find a move.
  public enum Method: String, Codable, Sendable {
    case greedy
    case expectimax
    case minimax
  }

  /// How moves were found.
  public let method: Method
  /// The layers of the player's moves looked ahead; 1 is greedy.
  public let plies: Int?
  /// The budget of a move, in afterstates: see `SearchLimit.nodes`.
  public let nodes: Int?
  /// The budget of a move, in milliseconds.
  public let milliseconds: Int?
  /// The probability below which branches were cut.
  public let minimumProbability: Float?
  /// The base-2 logarithm of the number of positions in a thread's table.
  public let tableBits: Int?
  /// The largest tile from which on smaller tiles were seen.
  public let downgradingTile: Int?
  /// Whether values were means over symmetries; `nil` if not.
  public let averagesSymmetries: Bool?

  init(_ method: SearchMethod, downgradingTile: Int? = nil, averagesSymmetries: Bool = false) {
    self.downgradingTile = downgradingTile
    self.averagesSymmetries = averagesSymmetries ? true : nil
    var configuration: SearchConfiguration?
    switch method {
    case .greedy:
      (self.method, plies, nodes, milliseconds) = (.greedy, 1, nil, nil)
    case .minimax(let depth):
      (self.method, plies, nodes, milliseconds) = (.minimax, depth, nil, nil)
    case .expectimax(let settings):
      configuration = settings
      self.method = .expectimax
      switch settings.limit {
      case .plies(let depth): (plies, nodes, milliseconds) = (depth, nil, nil)
      case .nodes(let count): (plies, nodes, milliseconds) = (nil, count, nil)
      case .milliseconds(let time): (plies, nodes, milliseconds) = (nil, nil, time)
      }
    }
    minimumProbability = configuration?.minimumProbability
    tableBits = configuration?.tableBits
  }
}

extension SearchDescription {
  /// A few words, such as `3-ply`, `32768 nodes` or `minimax, 4-ply`; `nil` for greedy play.
  var label: String? {
    var parts: [String] = method == .minimax ? [method.rawValue] : []
    if let plies, method != .greedy { parts.append("\(plies)-ply") }
    if let nodes { parts.append("\(nodes) nodes") }
    if let milliseconds { parts.append("\(milliseconds) ms") }
    if let downgradingTile { parts.append("downgrading \(downgradingTile)") }
    if averagesSymmetries == true { parts.append("mean over symmetries") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension SearchDescription: CustomStringConvertible {
  /// One line, such as `expectimax, 3-ply, branches below 0.0001 cut`.
  public var description: String {
    var parts = [method.rawValue]
    if let plies { parts.append("\(plies)-ply") }
    if let nodes { parts.append("\(nodes) nodes a move") }
    if let milliseconds { parts.append("\(milliseconds) ms a move") }
    if let minimumProbability, minimumProbability > 0 {
      parts.append("branches below \(minimumProbability) cut")
    }
    if let downgradingTile { parts.append("tiles downgraded from \(downgradingTile)") }
    if averagesSymmetries == true { parts.append("values averaged over symmetries") }
    return parts.joined(separator: ", ")
  }
}
