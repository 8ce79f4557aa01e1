/// One 64-bit word, or a SIMD vector of them: 1, 4 or more boards at once.
///
/// The bit operations that slide a board are written once, over this
/// protocol, and serve a single slide (`UInt64`), the four afterstates of one
/// board (`SIMD4`) and eight or sixteen games of a vector environment
/// (`GameLanes`).
///
/// Every word holds the lower four bits of 16 exponents, cell 0 lowest:
///
///     bit  63..60  59..56  …  7..4    3..0
///     cell   15      14    …    1       0
///
/// so that a row is 16 neighbouring bits. Nothing here sees the fifth bit of
/// an exponent: `overflows` of `sliding(along:)` reports the boards that need it.
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
  var sumsOfCells: Self { get }
}

extension UInt64: BoardLanes {
  @inline(__always)
  init(repeating word: UInt64) { self = word }

  /// As in `BoardLanes`; a vector has no multiplication as quick as a word's.
  @inline(__always)
  var sumsOfCells: UInt64 { self &* everyCell }
}

/// The lowest bit of each of the 16 cells.
let everyCell: UInt64 = 0x1111_1111_1111_1111

extension BoardLanes {
  /// All ones in each word whose lowest bit is set, else 0.
  @inline(__always)
  static func ones(whereBit bits: Self) -> Self { Self(repeating: 0) &- bits }

  /// All ones in each word that is 0, else 0; each is below 2^63.
  @inline(__always)
  static func ones(whereZero words: Self) -> Self {
    ones(whereBit: (words &- Self(repeating: 1)).down(63))
  }

  /// All ones in each word that is not 0, else 0.
  @inline(__always)
  static func ones(whereNonzero words: Self) -> Self {
    ones(whereBit: (words | (Self(repeating: 0) &- words)).down(63))
  }

  /// The words of `other` where `lanes` is all ones, these where it is 0.
  @inline(__always)
  func replaced(by other: Self, where lanes: Self) -> Self { self ^ ((self ^ other) & lanes) }

  @inline(__always)
  func up(_ bits: UInt64) -> Self { self &<< Self(repeating: bits) }

  @inline(__always)
  func down(_ bits: UInt64) -> Self { self &>> Self(repeating: bits) }

  /// Bit 0 of every cell that is not 0; the other bits are 0.
  @inline(__always)
  var nonzeroCells: Self { marksOfNonzeroCells & everyCell }

  /// Bit 0 of every cell that is not 0; the other bits are anything.
  @inline(__always)
  var marksOfNonzeroCells: Self {
    let pairs = self | down(1)
    return pairs | pairs.down(2)
  }

  /// All ones in each cell whose lowest bit is set; the other bits are 0.
  @inline(__always)
  var wholeCells: Self { up(4) &- self }

  /// Every board with rows and columns exchanged where `lanes` is all ones,
  /// unchanged where it is 0.
  @inline(__always)
  func transposed(where lanes: Self) -> Self {
    // The off-diagonal cells of each 2×2 block, then the blocks.
    exchanging(lanes & 0x0000_F0F0_0000_F0F0, apart: 12)
      .exchanging(lanes & 0x0000_0000_FF00_FF00, apart: 24)
  }

  /// Every board with its rows reversed where `lanes` is all ones, unchanged
  /// where it is 0.
  @inline(__always)
  func mirrored(where lanes: Self) -> Self {
    // The cells of each pair, then the pairs.
    exchanging(lanes & 0x0F0F_0F0F_0F0F_0F0F, apart: 4)
      .exchanging(lanes & 0x00FF_00FF_00FF_00FF, apart: 8)
  }

  /// Every word with the bits of a mask and those that lie `distance` above
  /// them exchanged.
  @inline(__always)
  private func exchanging(_ bits: Self, apart distance: UInt64) -> Self {
    let differing = (self ^ down(distance)) & bits
    return self ^ differing ^ differing.up(distance)
  }

  /// Every board with its first row last.
  @inline(__always)
  var reversingRowOrder: Self {
    let swapped = (self & 0x0000_FFFF_0000_FFFF).up(16) | (down(16) & 0x0000_FFFF_0000_FFFF)
    return swapped.up(32) | swapped.down(32)
  }

  /// The bits of the actions up, right, down and left (bits 0…3) whose slide
  /// changes the board.
  ///
  /// - Parameter occupied: `nonzeroCells` of the boards.
  @inline(__always)
  func legalActionBits(occupied: Self) -> Self {
    let empty = ~occupied
    // Neighbours in a row are 4 bits apart; the last column has none.
    let beside = occupied.down(4)
    let sameRow = ~(self ^ down(4)).marksOfNonzeroCells & occupied
    let left = (empty & beside) | sameRow
    let right = (occupied & ~beside) | sameRow
    let horizontal = (right | left.up(2)) & 0x0555_0555_0555_0555
    // Neighbours in a column are 16 bits apart; the last row has none.
    let below = occupied.down(16)
    let sameColumn = ~(self ^ down(16)).marksOfNonzeroCells & occupied
    let up = (empty & below) | sameColumn
    let down = (occupied & ~below) | sameColumn
    let vertical = (up | down.up(2)) & 0x0000_5555_5555_5555
    // The directions are in the four bits of each cell: fold the cells into cell 0.
    var bits = vertical | horizontal.up(1)
    bits = bits | bits.down(32)
    bits = bits | bits.down(16)
    bits = bits | bits.down(8)
    return (bits | bits.down(4)) & 0xF
  }

  /// For every cell of each board, in its four bits, the number of empty cells
  /// from cell 0 to that cell; cell 15 holds the number on the whole board.
  ///
  /// Right where at most 15 cells are empty.
  /// - Parameter occupied: `nonzeroCells` of the boards.
  @inline(__always)
  static func emptyCellCounts(occupied: Self) -> Self {
    (occupied ^ Self(repeating: everyCell)).sumsOfCells
  }

  /// The bit of the empty cell with the given rank, counted from cell 0.
  ///
  /// - Parameters:
  ///   - rank: In each word, below the number of its empty cells.
  ///   - counts: `emptyCellCounts(occupied:)` of the boards.
  @inline(__always)
  func emptyCell(rank: Self, counts: Self) -> Self {
    // The cell sought is the empty one whose count is rank + 1.
    let sought = (rank &+ Self(repeating: 1)).sumsOfCells
    return ~((counts ^ sought) | self).marksOfNonzeroCells & everyCell
  }

  /// In every cell of each word, the sum of the cells up to it.
  ///
  /// Right where no sum is above 15.
  @inline(__always)
  var sumsOfCells: Self {
    var sums = self
    sums = sums &+ sums.up(4)
    sums = sums &+ sums.up(8)
    sums = sums &+ sums.up(16)
    return sums &+ sums.up(32)
  }
}
