/// Cells of a pattern that follow each other on a 4×4 board and in the pattern,
/// so that one shift and one mask take them all.
///
/// Cells 0, 1, 2, 4, 5, 6 are two runs: `board & 0xFFF` and `board >> 4 & 0xFFF000`.
struct PatternRun {
  /// The bits to shift a board: to the right if positive, to the left if negative.
  let shift: Int
  /// The bits of an index that the run's cells make up.
  private(set) var mask: UInt64
  /// What is added to the index, for a pattern's last run; else `nil`.
  private(set) var offset: UInt64?

  /// The runs of patterns, one pattern's after the other.
  ///
  /// - Parameters:
  ///   - patterns: The cells of each, that of the lowest four bits first.
  ///   - offsets: What is added to the indices of each.
  static func runs(of patterns: [[Int]], offsets: [Int]) -> [PatternRun] {
    var runs: [PatternRun] = []
    for (cells, offset) in zip(patterns, offsets) {
      for (place, cell) in cells.enumerated() {
        let bits = UInt64(15) << (4 * place)
        let shift = 4 * (cell - place)
        if place > 0, runs[runs.count - 1].shift == shift {
          runs[runs.count - 1].mask |= bits
        } else {
          runs.append(PatternRun(shift: shift, mask: bits, offset: nil))
        }
      }
      runs[runs.count - 1].offset = UInt64(offset)
    }
    return runs
  }
}
