/// A 4×4 board in 64 + 16 bits.
///
/// `nibbles` holds the lower four bits of the 16 exponents, cell 0 in the
/// lowest bits; `highBits` holds the fifth bit of each, so that tiles from
/// 65,536 up to the largest reachable one, 131,072, are exact:
///
///      0  1  2  3      exponent of cell c =
///      4  5  6  7        nibbles >> 4c & 15  +  16 · (highBits >> c & 1)
///      8  9 10 11
///     12 13 14 15
///
/// Slides are bit operations on all rows at once (`BoardLanes`), with no table
/// to warm up or to push an agent's weights out of the cache. Only boards that
/// hold or make a tile of 65,536 or more take the slow road through `Grid`.
public struct Board: Hashable, Sendable {
  /// The lower four bits of the exponents, cell 0 lowest.
  public var nibbles: UInt64
  /// The fifth bits of the exponents, cell 0 lowest.
  public var highBits: UInt16

  /// Creates a board from its bits.
  @inlinable
  public init(nibbles: UInt64, highBits: UInt16 = 0) {
    self.nibbles = nibbles
    self.highBits = highBits
  }

  /// A board without tiles.
  public static let empty = Board(nibbles: 0)
}

extension Board: BoardState {
  /// Creates a board without tiles.
  ///
  /// - Precondition: `shape` is 4×4.
  public init(shape: BoardShape) {
    precondition(shape == .standard, "A Board is 4x4; use Grid for other shapes")
    self.init(nibbles: 0)
  }

  /// Whether the shape is 4×4.
  public static func supports(_ shape: BoardShape) -> Bool { shape == .standard }

  /// 4 rows and 4 columns.
  @inlinable
  public var shape: BoardShape { .standard }

  /// 31, the largest number in five bits.
  public var maximumExponent: Int { 31 }

  /// The exponent in a cell, 0…31.
  public subscript(cell: Int) -> Int {
    @inlinable
    get {
      precondition(cell >= 0 && cell < 16, "Cell outside 0...15")
      let low = Int(truncatingIfNeeded: nibbles &>> (4 &* cell)) & 15
      return low | (Int(highBits &>> cell) & 1) &<< 4
    }
    set {
      precondition(cell >= 0 && cell < 16, "Cell outside 0...15")
      precondition(newValue >= 0 && newValue < 32, "Exponent outside 0...31")
      let shift = UInt64(truncatingIfNeeded: 4 &* cell)
      nibbles = nibbles & ~(15 &<< shift) | UInt64(truncatingIfNeeded: newValue & 15) &<< shift
      let bit = UInt16(1) &<< UInt16(truncatingIfNeeded: cell)
      highBits = newValue > 15 ? highBits | bit : highBits & ~bit
    }
  }

  /// The number of cells without a tile, 0…16.
  public var emptyCount: Int { 16 - occupiedCells.nonzeroBitCount }

  /// The largest exponent on the board.
  public var largestExponent: Int {
    if highBits != 0 { return exponents.max() ?? 0 }
    // The largest number that is a maximum of nibbles is found bit by bit:
    // keep the cells that have the bit, if there is one.
    var candidates = everyCell
    var largest = 0
    for bit in (UInt64(0)..<4).reversed() {
      let holders = nibbles &>> bit & candidates
      if holders != 0 {
        candidates = holders
        largest |= 1 &<< Int(truncatingIfNeeded: bit)
      }
    }
    return largest
  }

  /// Puts a tile on the empty cell with the given rank, counted from cell 0.
  @discardableResult
  public mutating func placeTile(exponent: Int, onEmptyCell rank: Int) -> Int {
    let empties = emptyCount
    precondition(rank >= 0 && rank < empties, "Rank of an empty cell outside 0..<\(empties)")
    precondition(exponent == 1 || exponent == 2, "A new tile is a 2 or a 4")
    let bit: UInt64
    if highBits == 0, empties < 16 {
      bit = nibbles.emptyCell(
        rank: UInt64(truncatingIfNeeded: rank),
        counts: .emptyCellCounts(occupied: nibbles.nonzeroCells))
    } else {
      var free = ~occupiedCells & everyCell
      for _ in 0..<rank { free &= free &- 1 }
      bit = free & (0 &- free)
    }
    nibbles |= bit &<< UInt64(truncatingIfNeeded: exponent &- 1)
    return bit.trailingZeroBitCount / 4
  }

  /// The board as seen under one of the eight symmetries.
  public func applying(_ symmetry: Symmetry) -> Board {
    if highBits != 0 { return Board(Grid(self).applying(symmetry)) }
    let transposed = nibbles.transposed(where: symmetry.transposes ? ~0 : 0)
    let mirrored = transposed.mirrored(where: symmetry.reversesRows ? ~0 : 0)
    return Board(nibbles: symmetry.reversesColumns ? mirrored.reversingRowOrder : mirrored)
  }

  /// Bit 0 of each nibble whose cell holds a tile.
  private var occupiedCells: UInt64 {
    let low = nibbles.nonzeroCells
    return highBits == 0 ? low : low | spreadHighBits
  }

  /// The fifth bits, moved to bit 0 of each cell's nibble.
  private var spreadHighBits: UInt64 {
    (0..<16).reduce(UInt64(0)) { $0 | UInt64(highBits &>> UInt16($1) & 1) &<< UInt64(4 &* $1) }
  }
}
