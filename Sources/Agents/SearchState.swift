import Env2048

/// A board that a search can spread over its tiles and keep in a table.
public protocol SearchState: BoardState {
  /// One bit for each empty cell; which bit stands for which is the type's own.
  var emptyPlaces: UInt64 { get }

  /// The board with one more tile.
  ///
  /// - Parameters:
  ///   - exponent: 1 or 2.
  ///   - place: A single bit of `emptyPlaces`.
  func placing(exponent: UInt64, at place: UInt64) -> Self

  /// Bits that depend on every cell, the upper ones well mixed; the same in
  /// every process.
  var searchHash: UInt64 { get }
}

/// An odd number whose multiples spread over all bits: 2^64 over the golden ratio.
private let mixer: UInt64 = 0x9E37_79B9_7F4A_7C15

extension Board: SearchState {
  /// The lowest bit of the nibble of each empty cell.
  public var emptyPlaces: UInt64 {
    let pairs = nibbles | nibbles &>> 1
    let empty = ~(pairs | pairs &>> 2) & 0x1111_1111_1111_1111
    return highBits == 0 ? empty : withoutLargeTiles(empty)
  }

  /// The board with one more tile.
  @inline(__always)
  public func placing(exponent: UInt64, at place: UInt64) -> Board {
    Board(nibbles: nibbles | place &<< (exponent &- 1), highBits: highBits)
  }

  /// Two rounds of multiplication.
  @inline(__always)
  public var searchHash: UInt64 {
    let once = (nibbles ^ UInt64(highBits) &<< 48) &* mixer
    return (once ^ once &>> 32) &* mixer
  }

  @inline(never)
  private func withoutLargeTiles(_ empty: UInt64) -> UInt64 {
    (0..<16).reduce(empty) { $0 & ~(UInt64(highBits &>> UInt16($1) & 1) &<< UInt64(4 * $1)) }
  }
}

extension Grid: SearchState {
  /// Bit c stands for cell c.
  public var emptyPlaces: UInt64 {
    (0..<shape.cellCount).reduce(0) { self[$1] == 0 ? $0 | 1 &<< UInt64($1) : $0 }
  }

  /// The board with one more tile.
  public func placing(exponent: UInt64, at place: UInt64) -> Grid {
    var filled = self
    filled[place.trailingZeroBitCount] = Int(exponent)
    return filled
  }

  /// A round of multiplication for every cell.
  public var searchHash: UInt64 {
    (0..<shape.cellCount).reduce(UInt64(shape.columns)) { hash, cell in
      let mixed = (hash ^ UInt64(self[cell])) &* mixer
      return mixed ^ mixed &>> 32
    } &* mixer
  }
}
