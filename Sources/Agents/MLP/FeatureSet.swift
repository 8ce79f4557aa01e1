import Env2048

/// What a network sees of a board: for each pattern of cells the one of its
/// 16^cells contents that is there, one-hot.
///
/// A board has one feature a pattern, and the first layer is the sum of their
/// rows of weights. A single cell is a pattern too.
public struct FeatureSet: Hashable, Sendable {
  /// The patterns; each has features of its own, whatever the symmetries.
  public let patterns: [NTuplePattern]

  /// The largest number of features: an index has 32 bits, and so has the
  /// number of a row of weights for OpenBLAS.
  public static let maximumFeatures = 1 << 24

  /// Creates a set.
  ///
  /// - Throws: `NTupleError` if there are too few or too many patterns or
  ///   features, or a pattern does not fit a 4×4 board.
  public init(patterns: [NTuplePattern]) throws(NTupleError) {
    for pattern in patterns where pattern.cells.contains(where: { $0 >= 16 }) {
      throw .patternOutside(pattern, shape: .standard)
    }
    guard (1...NTupleConfiguration.maximumPatterns).contains(patterns.count) else {
      throw .patternCount(found: patterns.count)
    }
    self.patterns = patterns
    guard count <= Self.maximumFeatures else { throw .weightCount(found: count) }
  }

  /// The number of features of all patterns.
  public var count: Int { patterns.reduce(0) { $0 + $1.weightCount } }

  /// The features of each pattern.
  public var ranges: [Range<Int>] {
    var next = 0
    return patterns.map { pattern in
      defer { next += pattern.weightCount }
      return next..<(next + pattern.weightCount)
    }
  }
}

extension FeatureSet {
  /// The patterns that a name stands for, each a list of cells.
  ///
  /// | name | patterns |
  /// | --- | --- |
  /// | `cells` | the 16 cells |
  /// | `pairs` | the 24 pairs of neighbours |
  /// | `threes` | the 16 runs of three within a line |
  /// | `lines` | the 4 rows and 4 columns |
  /// | `squares` | the 9 squares of 2×2 |
  public static let groups: [(name: String, cells: [[Int]])] = [
    ("cells", (0..<16).map { [$0] }),
    ("pairs", runs(of: 2)),
    ("threes", runs(of: 3)),
    ("lines", runs(of: 4)),
    ("squares", (0..<16).filter { $0 % 4 < 3 && $0 < 12 }.map { [$0, $0 + 1, $0 + 4, $0 + 5] }),
  ]

  /// All runs of a length along rows, then along columns.
  private static func runs(of length: Int) -> [[Int]] {
    [1, 4].flatMap { step in
      (0..<16).compactMap { cell in
        let place = step == 1 ? cell % 4 : cell / 4
        return place + length <= 4 ? (0..<length).map { cell + $0 * step } : nil
      }
    }
  }

  /// Reads a set from names and patterns joined by `+`, such as `cells+pairs`
  /// or `lines+0145`.
  ///
  /// - Throws: `NTupleError` for a part that is neither.
  public init(text: some StringProtocol) throws(NTupleError) {
    var patterns: [NTuplePattern] = []
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      if let group = Self.groups.first(where: { $0.name == part }) {
        for cells in group.cells { patterns.append(try NTuplePattern(cells: cells)) }
      } else {
        patterns.append(try NTuplePattern(text: part))
      }
    }
    try self.init(patterns: patterns)
  }
}

extension FeatureSet: CustomStringConvertible {
  /// The text that `init(text:)` reads, groups by their names.
  public var description: String {
    var rest = patterns.map(\.cells)[...]
    var parts: [String] = []
    while let first = rest.first {
      if let group = Self.groups.first(where: { rest.starts(with: $0.cells) }) {
        parts.append(group.name)
        rest = rest.dropFirst(group.cells.count)
      } else {
        // A pattern's digits; it has passed the checks of one.
        parts.append(first.map { String($0, radix: 16) }.joined())
        rest = rest.dropFirst()
      }
    }
    return parts.joined(separator: "+")
  }
}

extension FeatureSet: Codable {
  /// Reads a set from its text.
  public init(from decoder: any Decoder) throws { try self.init(text: String(from: decoder)) }

  /// Writes the set as its text.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
