extension Float {
  /// Creates the number that a half-precision number's bits stand for; not
  /// every machine's Swift has a type for those.
  package init(halfBits bits: UInt16) {
    let sign = UInt32(bits & 0x8000) << 16
    let exponent = UInt32(bits >> 10 & 31)
    let fraction = UInt32(bits & 0x3FF)
    switch exponent {
    case 0:
      let magnitude = Float(fraction) * 0x1p-24
      self = sign == 0 ? magnitude : -magnitude
    case 31: self.init(bitPattern: sign | 0x7F80_0000 | fraction << 13)
    default: self.init(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
    }
  }

  /// The bits of the nearest half-precision number, of two the even one;
  /// infinite from 65,520 up.
  package var halfBits: UInt16 {
    let sign = UInt16(truncatingIfNeeded: bitPattern >> 16) & 0x8000
    let size = magnitude
    guard size < 65_520 else { return sign | 0x7C00 | (isNaN ? 0x200 : 0) }
    // The step between half-precision numbers of this size; below 2^-14 they
    // all lie as far apart. Scaling by a power of two is exact.
    let exponent = max(size.exponent, -14)
    let steps = (size / Float(sign: .plus, exponent: exponent - 10, significand: 1)).rounded(
      .toNearestOrEven)
    return sign | (UInt16(exponent + 14) << 10 + UInt16(steps))
  }
}
