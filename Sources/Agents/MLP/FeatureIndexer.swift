import Env2048

/// Finds a board's features by shift and mask.
///
/// Cells that follow each other on the board and in the pattern are taken
/// together: a row is one run, a column four.
struct FeatureIndexer: Sendable {
  private struct Run {
    /// To the right if positive, to the left if negative.
    var shift: Int
    var mask: UInt64
    /// The number of the pattern's first feature, for its last run; else `nil`.
    var offset: UInt32?
  }

  private let runs: [Run]
  /// The number of features that a board has, one a pattern.
  let patternCount: Int
  private let isCanonical: Bool

  init(_ features: FeatureSet, isCanonical: Bool = false) {
    self.isCanonical = isCanonical
    patternCount = features.patterns.count
    var runs: [Run] = []
    for (pattern, range) in zip(features.patterns, features.ranges) {
      for (place, cell) in pattern.cells.enumerated() {
        let bits = UInt64(15) << (4 * place)
        let shift = 4 * (cell - place)
        if place > 0, let last = runs.last, last.shift == shift {
          runs[runs.count - 1].mask |= bits
        } else {
          runs.append(Run(shift: shift, mask: bits, offset: nil))
        }
      }
      runs[runs.count - 1].offset = UInt32(range.lowerBound)
    }
    self.runs = runs
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
      let shifted =
        run.shift >= 0
        ? nibbles &>> UInt64(truncatingIfNeeded: run.shift)
        : nibbles &<< UInt64(truncatingIfNeeded: -run.shift)
      index |= shifted & run.mask
      guard let offset = run.offset else { continue }
      indices[next] = UInt32(truncatingIfNeeded: index) &+ offset
      next &+= 1
      index = 0
    }
  }
}
