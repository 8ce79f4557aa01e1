/// Cells of a pattern that follow each other on a 4×4 board and in the pattern,
/// so that one shift and one mask take them all.
///
/// Cells 0, 1, 2, 4, 5, 6 are two runs: `board & 0xFFF` and `board >> 4 & 0xFFF000`.
struct PatternRun {
  /// The bits to shift a board to the right, and then to the left; one is 0.
  private let right: UInt64
  private let left: UInt64
  /// The bits of an index that the run's cells make up.
  private var mask: UInt64
  /// What is added to the index, for a pattern's last run; else `nil`.
  private(set) var offset: UInt64?

  /// The run's cells of a board, where they belong in an index.
  @inline(__always)
  func cells(of nibbles: UInt64) -> UInt64 { ((nibbles &>> right) &<< left) & mask }

  /// The run's cells of eight boards.
  @inline(__always)
  func cells(of boards: SIMD8<UInt64>) -> SIMD8<UInt64> { ((boards &>> right) &<< left) & mask }

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
        let (right, left) = (UInt64(max(shift, 0)), UInt64(max(-shift, 0)))
        if place > 0, runs[runs.count - 1].right == right, runs[runs.count - 1].left == left {
          runs[runs.count - 1].mask |= bits
        } else {
          runs.append(PatternRun(right: right, left: left, mask: bits))
        }
      }
      runs[runs.count - 1].offset = UInt64(offset)
    }
    return runs
  }
}
