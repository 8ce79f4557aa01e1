/// How far a search looks ahead.
public enum SearchLimit: Hashable, Sendable, Codable {
  /// So many layers of the player's moves, with a layer of new tiles between
  /// each two; 1 is greedy play.
  case plies(Int)
  /// One ply after the other, until one has met more than half so many
  /// afterstates at its end. So nodes are counted by the program
  /// ziap/2048-ai, with whose published results it can be compared; what is
  /// met twice counts twice, unless it lies behind the same afterstate.
  case nodes(Int)
  /// One ply after the other, for so many milliseconds a move. The first ply
  /// is always searched. What is played depends on the machine's speed.
  case milliseconds(Int)
}

/// The settings of an `Expectimax` search.
public struct SearchConfiguration: Hashable, Sendable, Codable {
  /// How far it looks ahead.
  public var limit: SearchLimit
  /// Branches whose new tiles are less probable than this together are valued
  /// where they stand; in 0..<1, and 0 cuts none.
  public var minimumProbability: Float
  /// The base-2 logarithm of the number of positions in each thread's
  /// transposition table; 0 for no table.
  ///
  /// A 4×4 position takes 24 bytes.
  public var tableBits: Int

  /// The largest number of plies.
  public static let maximumPlies = 32
  /// The largest `tableBits`.
  public static let maximumTableBits = 28

  /// Creates settings.
  public init(limit: SearchLimit, minimumProbability: Float = 0, tableBits: Int = 16) {
    self.limit = limit
    self.minimumProbability = minimumProbability
    self.tableBits = tableBits
  }

  /// Checks the settings.
  ///
  /// - Throws: `SearchError` for the first one out of range.
  public func validate() throws(SearchError) {
    switch limit {
    case .plies(let plies):
      guard (1...Self.maximumPlies).contains(plies) else {
        throw .setting(name: "plies", found: "\(plies)", expected: "1 to \(Self.maximumPlies)")
      }
    case .nodes(let nodes):
      guard nodes > 0 else {
        throw .setting(name: "nodes", found: "\(nodes)", expected: "1 or more")
      }
    case .milliseconds(let milliseconds):
      guard milliseconds > 0 else {
        throw .setting(name: "milliseconds", found: "\(milliseconds)", expected: "1 or more")
      }
    }
    guard minimumProbability >= 0, minimumProbability < 1 else {
      throw .setting(
        name: "minimum probability", found: "\(minimumProbability)", expected: "0 or more, below 1")
    }
    guard (0...Self.maximumTableBits).contains(tableBits) else {
      throw .setting(
        name: "table bits", found: "\(tableBits)", expected: "0 to \(Self.maximumTableBits)")
    }
  }
}

/// Why a search cannot be made.
public enum SearchError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A setting is out of range.
  case setting(name: String, found: String, expected: String)
  /// The tables do not fit into the machine's memory.
  case memory(neededBytes: Int, availableBytes: Int)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .setting(let name, let found, let expected):
      "Search: \(name) is \(found): expected \(expected)."
    case .memory(let needed, let available):
      "Search needs \(needed) bytes (\(needed >> 20) MiB) of memory for its tables, "
        + "\(available) bytes (\(available >> 20) MiB) are available: choose fewer table bits "
        + "or threads."
    }
  }
}
