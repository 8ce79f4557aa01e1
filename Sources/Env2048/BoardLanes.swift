/// One 64-bit word, or a SIMD vector of them: 1, 4 or 8 boards at once.
///
/// The bit operations that slide a board are written once, over this
/// protocol, and serve a single slide (`UInt64`), the four afterstates of one
/// board (`SIMD4`) and eight games of a vector environment (`SIMD8`).
///
/// Every word holds the lower four bits of 16 exponents, cell 0 lowest:
///
///     bit  63..60  59..56  …  7..4    3..0
///     cell   15      14    …    1       0
///
/// so that a row is 16 neighbouring bits. Nothing here sees the fifth bit of
/// an exponent: `overflows` of `slidingLeft` reports the boards that need it.
protocol BoardLanes {
  /// The same bits as floating-point numbers, two for each word, the one of
  /// the lower half first.
  associatedtype Halves: SIMD where Halves.Scalar == Float

  /// The bits of each word, read as two floating-point numbers.
  var halves: Halves { get }
  /// Creates the words that have the bits of the numbers.
  init(bitsOf halves: Halves)

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

// The reinterpretations below are of plain bits and of equal size.
extension UInt64: BoardLanes {
  @inline(__always)
  init(repeating word: UInt64) { self = word }

  @inline(__always)
  var halves: SIMD2<Float> { unsafe unsafeBitCast(self, to: SIMD2<Float>.self) }

  @inline(__always)
  init(bitsOf halves: SIMD2<Float>) { self = unsafe unsafeBitCast(halves, to: UInt64.self) }
}
extension SIMD4: BoardLanes where Scalar == UInt64 {
  @inline(__always)
  var halves: SIMD8<Float> { unsafe unsafeBitCast(self, to: SIMD8<Float>.self) }

  @inline(__always)
  init(bitsOf halves: SIMD8<Float>) { self = unsafe unsafeBitCast(halves, to: Self.self) }
}
extension SIMD8: BoardLanes where Scalar == UInt64 {
  @inline(__always)
  var halves: SIMD16<Float> { unsafe unsafeBitCast(self, to: SIMD16<Float>.self) }

  @inline(__always)
  init(bitsOf halves: SIMD16<Float>) { self = unsafe unsafeBitCast(halves, to: Self.self) }
}

/// The lowest bit of each of the 16 cells.
let everyCell: UInt64 = 0x1111_1111_1111_1111

extension BoardLanes {
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

  /// Moves the cells of each row from cell `first` up one cell towards cell
  /// 0, where the bit of cell `marked` is set in `marks`; `first` is `marked`
  /// or the cell after it.
  @inline(__always)
  func pullingCells(from first: UInt64, marked: UInt64, in marks: Self) -> Self {
    // A mark at bit 4·marked becomes ones in the bits 4·first..<16 of its row.
    let moved = marks.up(16 - 4 * marked) &- marks.up(4 * (first - marked))
    return (self & ~moved) | (down(4) & moved & 0x0FFF_0FFF_0FFF_0FFF)
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
    let empty = ~nonzeroCells & everyCell
    let packed =
      pullingCells(from: 2, marked: 2, in: empty & 0x0100_0100_0100_0100)
      .pullingCells(from: 1, marked: 1, in: empty & 0x0010_0010_0010_0010)
      .pullingCells(from: 0, marked: 0, in: empty & 0x0001_0001_0001_0001)

    // Merge equal neighbours, the pair nearest the wall first; no tile twice.
    let equal = ~(packed ^ packed.down(4)).nonzeroCells & packed.nonzeroCells
    let first = equal & 0x0001_0001_0001_0001
    let second = equal & ~first.up(4) & 0x0010_0010_0010_0010
    let third = equal & ~second.up(4) & 0x0100_0100_0100_0100
    let merges = first | second | third
    let full = packed & packed.down(1)
    let overflows = full & full.down(2) & merges
    let grown = packed &+ merges

    // A row merges at most twice: at cell 0 or 1 (even bytes), and at 2 (odd).
    let mergedExponents =
      (grown & (first.up(4) &- first))
      | (grown.down(4) & (second &- second.down(4)))
      | (grown & (third.up(4) &- third))

    let slid =
      (grown & ~(third.up(8) &- third.up(4)))
      .pullingCells(from: 2, marked: 1, in: second)
      .pullingCells(from: 1, marked: 0, in: first)
    return (slid, mergedExponents, overflows)
  }

  /// The sum of the face values of the merged tiles in each word, as a number
  /// in the lower half of the word's `halves`; the upper half is undefined.
  ///
  /// The words hold up to eight exponents of 2…15, one a byte; 0 is no tile.
  @inline(__always)
  var points: Halves {
    // A Float with e in the bits of its exponent and 0 elsewhere is 2^(e-127),
    // and 0 for e = 0. Sums of eight powers of two below 2^16 are exact.
    let exponentBits: UInt64 = 0x0780_0000_0780_0000
    let lower = (up(23) & exponentBits).halves + (up(15) & exponentBits).halves
    let upper = (up(7) & exponentBits).halves + (down(1) & exponentBits).halves
    let sum = lower + upper
    let both = sum + Self(bitsOf: sum).down(32).halves
    return both * Halves(repeating: 0x1p127)
  }

  /// The whole number, below 2^23, in the lower half of each word's `halves`.
  @inline(__always)
  init(wholeNumbers numbers: Halves) {
    // From 2^23 on, the last bit of a Float counts ones.
    self = Self(bitsOf: numbers + Halves(repeating: 0x1p23)) & 0x7F_FFFF
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
