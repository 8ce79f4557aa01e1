/// Words whose bits can be read as floating-point numbers, two a word.
///
/// Powers of two are what the exponent field of a `Float` is for: it turns the
/// exponents of merged tiles into points without a shift by a variable count,
/// which older instruction sets cannot do for lanes.
protocol PointLanes: BoardLanes {
  /// The floating-point numbers, that of a word's lower half first.
  associatedtype Halves: SIMD where Halves.Scalar == Float

  /// The bits of each word, read as two numbers.
  var halves: Halves { get }
  /// Creates the words that have the bits of the numbers.
  init(bitsOf halves: Halves)
}

// The reinterpretations are of plain bits and of equal size.
extension UInt64: PointLanes {
  @inline(__always)
  var halves: SIMD2<Float> { unsafe unsafeBitCast(self, to: SIMD2<Float>.self) }

  @inline(__always)
  init(bitsOf halves: SIMD2<Float>) { self = unsafe unsafeBitCast(halves, to: UInt64.self) }
}
extension SIMD4: PointLanes where Scalar == UInt64 {
  @inline(__always)
  var halves: SIMD8<Float> { unsafe unsafeBitCast(self, to: SIMD8<Float>.self) }

  @inline(__always)
  init(bitsOf halves: SIMD8<Float>) { self = unsafe unsafeBitCast(halves, to: Self.self) }
}
extension SIMD8: PointLanes where Scalar == UInt64 {
  @inline(__always)
  var halves: SIMD16<Float> { unsafe unsafeBitCast(self, to: SIMD16<Float>.self) }

  @inline(__always)
  init(bitsOf halves: SIMD16<Float>) { self = unsafe unsafeBitCast(halves, to: Self.self) }
}

extension PointLanes {
  /// The sum of the face values of the merged tiles in each word.
  ///
  /// The words hold up to eight exponents of 2…15, one a byte; 0 is no tile.
  /// - Returns: The sums as bits of a `Float`, and as whole numbers.
  @inline(__always)
  var points: (floatBits: Self, numbers: Self) {
    // A Float with e in the bits of its exponent and 0 elsewhere is 2^(e-127),
    // and 0 for e = 0. Sums of eight powers of two below 2^16 are exact.
    let exponentBits: UInt64 = 0x0780_0000_0780_0000
    let lower = (up(23) & exponentBits).halves + (up(15) & exponentBits).halves
    let upper = (up(7) & exponentBits).halves + (down(1) & exponentBits).halves
    let sum = lower + upper
    let both = (sum + Self(bitsOf: sum).down(32).halves) * Halves(repeating: 0x1p127)
    // From 2^23 on, the last bit of a Float counts ones.
    let shifted = both + Halves(repeating: 0x1p23)
    return (Self(bitsOf: both) & 0xFFFF_FFFF, Self(bitsOf: shifted) & 0x7F_FFFF)
  }
}

extension SIMD16<UInt64> {
  /// As in `PointLanes`; vectors of more than 16 numbers are slow.
  @inline(__always)
  var points: (floatBits: Self, numbers: Self) {
    let (lower, upper) = (lowHalf.points, highHalf.points)
    return (
      Self(lowHalf: lower.floatBits, highHalf: upper.floatBits),
      Self(lowHalf: lower.numbers, highHalf: upper.numbers)
    )
  }
}
