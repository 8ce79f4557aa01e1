/// One 64-bit word, or a SIMD vector of them: 1, 4 or more boards at once.
///
/// The bit operations that slide a board are written once, over this
/// protocol, and serve a single slide (`UInt64`), the four afterstates of one
/// board (`SIMD4`) and sixteen games of a vector environment (`SIMD16`).
///
/// Every word holds the lower four bits of 16 exponents, cell 0 lowest:
///
///     bit  63..60  59..56  …  7..4    3..0
///     cell   15      14    …    1       0
///
/// so that a row is 16 neighbouring bits. Nothing here sees the fifth bit of
/// an exponent: `overflows` of `slidingLeft` reports the boards that need it.
protocol BoardLanes {
  init(repeating word: UInt64)
  static func & (left: Self, right: Self) -> Self
  static func & (left: Self, mask: UInt64) -> Self
  static func | (left: Self, right: Self) -> Self
  static func ^ (left: Self, right: Self) -> Self
  static prefix func ~ (word: Self) -> Self
  static func &<< (word: Self, count: Self) -> Self
  static func &>> (word: Self, count: Self) -> Self
  static func &+ (left: Self, right: Self) -> Self
  static func &- (left: Self, right: Self) -> Self
}

extension UInt64: BoardLanes {
  @inline(__always)
  init(repeating word: UInt64) { self = word }
}
extension SIMD2: BoardLanes where Scalar == UInt64 {}
extension SIMD4: BoardLanes where Scalar == UInt64 {}
extension SIMD8: BoardLanes where Scalar == UInt64 {}
extension SIMD16: BoardLanes where Scalar == UInt64 {}

/// The lowest bit of each of the 16 cells.
let everyCell: UInt64 = 0x1111_1111_1111_1111

extension BoardLanes {
  /// All ones in each word whose lowest bit is set, else 0.
  @inline(__always)
  static func ones(whereBit bits: Self) -> Self { Self(repeating: 0) &- bits }

  /// All ones in each word that is not 0, else 0.
  @inline(__always)
  static func ones(whereNonzero words: Self) -> Self {
    ones(whereBit: (words | (Self(repeating: 0) &- words)).down(63))
  }

  /// The words of `other` where `lanes` is all ones, these where it is 0.
  @inline(__always)
  func replaced(by other: Self, where lanes: Self) -> Self { (other & lanes) | (self & ~lanes) }

  @inline(__always)
  func up(_ bits: UInt64) -> Self { self &<< Self(repeating: bits) }

  @inline(__always)
  func down(_ bits: UInt64) -> Self { self &>> Self(repeating: bits) }

  /// Bit 0 of every cell that is not 0; the other bits are 0.
  @inline(__always)
  var nonzeroCells: Self {
    let pairs = self | down(1)
    return (pairs | pairs.down(2)) & everyCell
  }

  /// Every board with rows and columns exchanged where `lanes` is all ones,
  /// unchanged where it is 0.
  @inline(__always)
  func transposed(where lanes: Self) -> Self {
    // Exchange the off-diagonal cells of each 2×2 block, then the blocks.
    let cells = (self ^ down(12)) & (lanes & 0x0000_F0F0_0000_F0F0)
    let once = self ^ cells ^ cells.up(12)
    let blocks = (once ^ once.down(24)) & (lanes & 0x0000_0000_FF00_FF00)
    return once ^ blocks ^ blocks.up(24)
  }

  /// Every board with its rows reversed where `lanes` is all ones, unchanged
  /// where it is 0.
  @inline(__always)
  func mirrored(where lanes: Self) -> Self {
    let cells = (self ^ down(4)) & (lanes & 0x0F0F_0F0F_0F0F_0F0F)
    let once = self ^ cells ^ cells.up(4)
    let pairs = (once ^ once.down(8)) & (lanes & 0x00FF_00FF_00FF_00FF)
    return once ^ pairs ^ pairs.up(8)
  }

  /// Every board with its first row last.
  @inline(__always)
  var reversingRowOrder: Self {
    let swapped = (self & 0x0000_FFFF_0000_FFFF).up(16) | (down(16) & 0x0000_FFFF_0000_FFFF)
    return swapped.up(32) | swapped.down(32)
  }

  /// Moves the cells of each row that `moved` covers down one cell, over the
  /// cell before them; it covers all cells of a row from one of them on, or none.
  @inline(__always)
  func pulling(where moved: Self) -> Self {
    (self & ~moved) | (down(4) & moved & 0x0FFF_0FFF_0FFF_0FFF)
  }

  /// Slides every row of every board towards its cell 0.
  ///
  /// - Returns: The slid boards; the exponents of the merged tiles, at most one
  ///   a byte, the other bytes 0; and, not 0 where two tiles of exponent 15
  ///   met, a word of bits: such boards are wrong here.
  @inline(__always)
  func slidingLeft() -> (slid: Self, mergedExponents: Self, overflows: Self) {
    // Close the gaps, the one farthest from the wall first. Whether a cell is
    // empty can be read from the original: a step changes only cells behind.
    // A bit, taken off the bit after its row, becomes ones up to the row's end.
    let empty = ~nonzeroCells & everyCell
    let gap2 = empty & 0x0100_0100_0100_0100
    let gap1 = empty & 0x0010_0010_0010_0010
    let gap0 = empty & 0x0001_0001_0001_0001
    let packed = pulling(where: gap2.up(8) &- gap2)
      .pulling(where: gap1.up(12) &- gap1)
      .pulling(where: gap0.up(16) &- gap0)

    // Find equal neighbours. A pair merges unless its cell nearer the wall has
    // merged with the one before it: of three tiles the first two, of four
    // the first and the last two.
    let equal =
      ~(packed ^ packed.down(4)).nonzeroCells & packed.nonzeroCells & 0x0111_0111_0111_0111
    let merging = equal & (~equal.up(4) | equal.up(8))

    // Merge them: the tile nearer the wall grows, the other leaves a gap.
    let grown = packed &+ merging
    let growing = merging.up(4) &- merging
    let gaps = growing.up(4)
    let behind =
      (gaps & 0xFFF0_FFF0_FFF0_FFF0) | (growing.up(8) & 0xFF00_FF00_FF00_FF00)
      | (growing.up(12) & 0xF000_F000_F000_F000)
    // Where two pairs merge, the second leaves its gap in the last cell.
    let slid = (grown & ~(gaps & 0xF000_F000_F000_F000)).pulling(where: behind)

    // A row merges at most twice: at cell 0 or 1, then at cell 2.
    let merged = grown & growing
    let full = packed & packed.down(1)
    return (
      slid, (merged | merged.down(4)) & 0x0F0F_0F0F_0F0F_0F0F, full & full.down(2) & merging
    )
  }

  /// The bits of the actions up, right, down and left (bits 0…3) whose slide
  /// changes the board.
  @inline(__always)
  var legalActionBits: Self {
    let occupied = nonzeroCells
    let empty = ~occupied
    // Neighbours in a row are 4 bits apart; the last column has none.
    let beside = occupied.down(4)
    let sameRow = ~(self ^ down(4)).nonzeroCells & occupied
    let left = ((empty & beside) | sameRow) & 0x0111_0111_0111_0111
    let right = ((occupied & ~beside) | sameRow) & 0x0111_0111_0111_0111
    // Neighbours in a column are 16 bits apart; the last row has none.
    let below = occupied.down(16)
    let sameColumn = ~(self ^ down(16)).nonzeroCells & occupied
    let up = ((empty & below) | sameColumn) & 0x0000_1111_1111_1111
    let down = ((occupied & ~below) | sameColumn) & 0x0000_1111_1111_1111
    // One bit a cell is in use: gather the directions in the four bits of each
    // cell, then fold the cells into cell 0.
    var bits = up | right.up(1) | down.up(2) | left.up(3)
    bits = bits | bits.down(32)
    bits = bits | bits.down(16)
    bits = bits | bits.down(8)
    return (bits | bits.down(4)) & 0xF
  }

  /// For every cell of each board, in its four bits, the number of empty cells
  /// from cell 0 to that cell; cell 15 holds the number on the whole board.
  ///
  /// Right where at most 15 cells are empty.
  @inline(__always)
  var emptyCellCounts: Self {
    var counts = ~nonzeroCells & everyCell
    counts = counts &+ counts.up(4)
    counts = counts &+ counts.up(8)
    counts = counts &+ counts.up(16)
    return counts &+ counts.up(32)
  }

  /// The bit of the empty cell with the given rank, counted from cell 0.
  ///
  /// - Parameters:
  ///   - rank: In each word, below the number of its empty cells.
  ///   - counts: `emptyCellCounts` of the boards.
  @inline(__always)
  func emptyCell(rank: Self, counts: Self) -> Self {
    // The cell sought is the empty one whose count is rank + 1.
    var sought = rank &+ Self(repeating: 1)
    sought = sought | sought.up(4)
    sought = sought | sought.up(8)
    sought = sought | sought.up(16)
    sought = sought | sought.up(32)
    return ~((counts ^ sought) | self).nonzeroCells & everyCell
  }
}
