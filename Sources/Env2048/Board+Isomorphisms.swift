extension Board {
  /// The lower four bits of the exponents, with 15 for every larger exponent:
  /// a board of 16 contents a cell, as weight tables count them.
  @inlinable
  public var clampedNibbles: UInt64 { highBits == 0 ? nibbles : clampingLargeTiles }

  @usableFromInline
  var clampingLargeTiles: UInt64 {
    (0..<16).reduce(UInt64(0)) { $0 | UInt64(min(self[$1], 15)) &<< UInt64(4 &* $1) }
  }

  /// A board without fifth bits, turned by half a turn: cell 15 becomes cell 0,
  /// and the 16 hexadecimal digits stand in the opposite order.
  @inlinable
  public static func turnedByHalf(nibbles: UInt64) -> UInt64 {
    let bytes = nibbles.byteSwapped
    return bytes &>> 4 & 0x0F0F_0F0F_0F0F_0F0F | (bytes & 0x0F0F_0F0F_0F0F_0F0F) &<< 4
  }

  /// The eight rotations and reflections of a board without fifth bits.
  ///
  /// - Parameter nibbles: The exponents, four bits a cell, cell 0 lowest.
  /// - Returns: The eight boards, the original in lane 0; the set of lanes is
  ///   the same for each board of the orbit, their order is not.
  /// - Complexity: O(1); about 30 bit operations, no allocation.
  public static func isomorphisms(ofNibbles nibbles: UInt64) -> SIMD8<UInt64> {
    let turned = SIMD4(repeating: nibbles)
      .transposed(where: SIMD4(0, ~0, 0, ~0))
      .mirrored(where: SIMD4(0, 0, ~0, ~0))
    return SIMD8(lowHalf: turned, highHalf: turned.reversingRowOrder)
  }
}
