import Env2048

/// Finds a board's features by shift and mask (`PatternRun`).
struct FeatureIndexer: Sendable {
  private let runs: [PatternRun]
  /// The number of features that a board has, one a pattern.
  let patternCount: Int
  private let isCanonical: Bool

  init(_ features: FeatureSet, isCanonical: Bool = false) {
    self.isCanonical = isCanonical
    patternCount = features.patterns.count
    runs = PatternRun.runs(
      of: features.patterns.map(\.cells), offsets: features.ranges.map(\.lowerBound))
  }

  /// Writes a board's features, pattern by pattern; tiles above 16,384 count
  /// as 32,768.
  @inline(__always)
  func write(_ board: Board, to indices: inout MutableSpan<UInt32>, from start: Int) {
    let given = board.clampedNibbles
    // Of the eight images the one that is largest as a number: a large tile in
    // a corner comes to lie in cell 15, the larger of its neighbours in 14.
    let nibbles = isCanonical ? Board.isomorphisms(ofNibbles: given).max() : given
    var index: UInt64 = 0
    var next = start
    let runs = runs.span
    for place in runs.indices {
      let run = runs[place]
      index |= run.cells(of: nibbles)
      guard let offset = run.offset else { continue }
      indices[next] = UInt32(truncatingIfNeeded: index &+ offset)
      next &+= 1
      index = 0
    }
  }
}
