import Env2048

/// The structure of an n-tuple network: its board, its patterns and its stages.
public struct NTupleConfiguration: Hashable, Sendable, Codable {
  /// The shape of the boards.
  public let shape: BoardShape
  /// The patterns, each with a weight table of its own.
  public let patterns: [NTuplePattern]
  /// Whether every pattern is looked up under all symmetries of the board,
  /// which share its weights.
  public let usesSymmetries: Bool
  /// The face values from which, as a board's largest tile, a further stage
  /// begins, ascending; empty for a network of one stage.
  ///
  /// Boards of each stage have weights of their own; those that it has not
  /// learnt yet are the weights of the stage before. Source: Wu et al.,
  /// "Multi-stage temporal difference learning for 2048" (TAAI 2014), with the
  /// weight promotion of Jaśkowski, "Mastering 2048 with delayed temporal
  /// coherence learning, multi-stage weight promotion, redundant encoding and
  /// carousel shaping" (IEEE ToG 2018).
  public let stageTiles: [Int]

  /// The largest number of patterns.
  public static let maximumPatterns = 64
  /// The largest number of weights: an index has 32 bits.
  public static let maximumWeights = 1 << 32
  /// The tiles at which a stage can begin.
  public static let possibleStageTiles = 4...131_072

  /// Creates the structure of a network.
  ///
  /// - Throws: `NTupleError` if a pattern does not fit the board, or there are
  ///   too few or too many, or too many weights, or stages that cannot be.
  public init(
    shape: BoardShape = .standard, patterns: [NTuplePattern], usesSymmetries: Bool = true,
    stageTiles: [Int] = []
  ) throws(NTupleError) {
    for pattern in patterns where pattern.cells.contains(where: { $0 >= shape.cellCount }) {
      throw .patternOutside(pattern, shape: shape)
    }
    guard (1...Self.maximumPatterns).contains(patterns.count) else {
      throw .patternCount(found: patterns.count)
    }
    guard
      stageTiles.allSatisfy({
        Self.possibleStageTiles.contains($0) && $0.nonzeroBitCount == 1
      }), zip(stageTiles, stageTiles.dropFirst()).allSatisfy({ $0 < $1 })
    else { throw .stages(stageTiles) }
    let weights = (1 + stageTiles.count) * patterns.reduce(0) { $0 + $1.weightCount }
    guard weights <= Self.maximumWeights else { throw .weightCount(found: weights) }
    self.shape = shape
    self.patterns = patterns
    self.usesSymmetries = usesSymmetries
    self.stageTiles = stageTiles
  }

  private enum CodingKeys: String, CodingKey {
    case shape
    case patterns
    case usesSymmetries
    case stageTiles
  }

  /// Reads a structure and checks it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      shape: container.decode(BoardShape.self, forKey: .shape),
      patterns: container.decode([NTuplePattern].self, forKey: .patterns),
      usesSymmetries: container.decode(Bool.self, forKey: .usesSymmetries),
      stageTiles: container.decodeIfPresent([Int].self, forKey: .stageTiles) ?? [])
  }

  /// Writes the structure; stages only if there are several.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(shape, forKey: .shape)
    try container.encode(patterns, forKey: .patterns)
    try container.encode(usesSymmetries, forKey: .usesSymmetries)
    if !stageTiles.isEmpty { try container.encode(stageTiles, forKey: .stageTiles) }
  }

  /// The same structure with other stages.
  ///
  /// - Throws: `NTupleError` for stages that cannot be, or too many weights.
  public func inStages(from tiles: [Int]) throws(NTupleError) -> NTupleConfiguration {
    try NTupleConfiguration(
      shape: shape, patterns: patterns, usesSymmetries: usesSymmetries, stageTiles: tiles)
  }

  /// The number of weights in all tables; symmetries share them.
  public var weightCount: Int { (1 + stageTiles.count) * stageWeightCount }

  /// The number of weights in the tables of one stage.
  public var stageWeightCount: Int { patterns.reduce(0) { $0 + $1.weightCount } }

  /// The symmetries under which each pattern is looked up.
  public var symmetries: ArraySlice<Symmetry> {
    usesSymmetries ? shape.symmetries : Symmetry.all[..<1]
  }

  /// The number of weights that make up the value of one board.
  public var lookupCount: Int { patterns.count * symmetries.count }

  /// Where each pattern's weights begin among those of a stage.
  public var offsets: [Int] {
    var next = 0
    return patterns.map { pattern in
      defer { next += pattern.weightCount }
      return next
    }
  }

  /// The weights of a pattern in one stage.
  public struct Part: Hashable, Sendable {
    /// The pattern.
    public let pattern: NTuplePattern
    /// The tile from which its stage begins; `nil` for the first.
    public let stageTile: Int?
    /// The index of its first weight in the table that holds them all.
    public let offset: Int
  }

  /// What the table consists of: all patterns of the first stage, then of the others.
  public var parts: [Part] {
    ([nil] + stageTiles).enumerated().flatMap { stage, tile in
      zip(patterns, offsets).map { pattern, offset in
        Part(pattern: pattern, stageTile: tile, offset: stage * stageWeightCount + offset)
      }
    }
  }
}

extension NTupleConfiguration: CustomStringConvertible {
  /// The network in words, such as `4x4 network of patterns 012345,456789`.
  public var description: String {
    let list = patterns.map(\.description).joined(separator: ",")
    return "\(shape) network of patterns \(list)" + (usesSymmetries ? "" : " without symmetries")
      + stageDescription
  }

  /// The stages in words, such as `, in stages from 16384`; empty for one.
  var stageDescription: String {
    guard !stageTiles.isEmpty else { return "" }
    return ", in stages from " + stageTiles.map { "\($0)" }.joined(separator: ", ")
  }
}
