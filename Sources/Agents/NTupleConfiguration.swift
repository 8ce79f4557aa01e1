import Env2048

/// The structure of an n-tuple network: its board and its patterns.
public struct NTupleConfiguration: Hashable, Sendable, Codable {
  /// The shape of the boards.
  public let shape: BoardShape
  /// The patterns, each with a weight table of its own.
  public let patterns: [NTuplePattern]
  /// Whether every pattern is looked up under all symmetries of the board,
  /// which share its weights.
  public let usesSymmetries: Bool

  /// The largest number of patterns.
  public static let maximumPatterns = 64
  /// The largest number of weights: the index of the second of two sums a
  /// weight (`CoherenceSums`) has 32 bits.
  public static let maximumWeights = 1 << 31

  /// Creates the structure of a network.
  ///
  /// - Throws: `NTupleError` if a pattern does not fit the board, or there are
  ///   too few or too many, or too many weights.
  public init(
    shape: BoardShape = .standard, patterns: [NTuplePattern], usesSymmetries: Bool = true
  ) throws(NTupleError) {
    for pattern in patterns where pattern.cells.contains(where: { $0 >= shape.cellCount }) {
      throw .patternOutside(pattern, shape: shape)
    }
    guard (1...Self.maximumPatterns).contains(patterns.count) else {
      throw .patternCount(found: patterns.count)
    }
    let weights = patterns.reduce(0) { $0 + $1.weightCount }
    guard weights <= Self.maximumWeights else { throw .weightCount(found: weights) }
    self.shape = shape
    self.patterns = patterns
    self.usesSymmetries = usesSymmetries
  }

  private enum CodingKeys: String, CodingKey {
    case shape
    case patterns
    case usesSymmetries
  }

  /// Reads a structure and checks it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      shape: container.decode(BoardShape.self, forKey: .shape),
      patterns: container.decode([NTuplePattern].self, forKey: .patterns),
      usesSymmetries: container.decode(Bool.self, forKey: .usesSymmetries))
  }

  /// The number of weights in all tables; symmetries share them.
  public var weightCount: Int { patterns.reduce(0) { $0 + $1.weightCount } }

  /// The symmetries under which each pattern is looked up.
  public var symmetries: ArraySlice<Symmetry> {
    usesSymmetries ? shape.symmetries : Symmetry.all[..<1]
  }

  /// The number of weights that make up the value of one board.
  public var lookupCount: Int { patterns.count * symmetries.count }

  /// Where each pattern's weights begin in the table that holds them all.
  public var offsets: [Int] {
    var next = 0
    return patterns.map { pattern in
      defer { next += pattern.weightCount }
      return next
    }
  }
}

extension NTupleConfiguration: CustomStringConvertible {
  /// The network in words, such as `4x4 network of patterns 012345,456789`.
  public var description: String {
    let list = patterns.map(\.description).joined(separator: ",")
    return "\(shape) network of patterns \(list)" + (usesSymmetries ? "" : " without symmetries")
  }
}
