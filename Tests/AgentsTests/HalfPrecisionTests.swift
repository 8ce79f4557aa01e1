import Env2048
import Testing

@testable import Agents

/// Numbers of 16 bits, in exported weights.
@Suite struct HalfPrecisionTests {
  @Test("All bits come back as they were")
  func everyHalf() {
    for bits in UInt16.min ... .max where bits & 0x7C00 != 0x7C00 || bits & 0x3FF == 0 {
      #expect(Float(halfBits: bits).halfBits == bits)
    }
    #expect(Float(halfBits: Float.nan.halfBits).isNaN)
  }

  @Test("Numbers between two halves become the nearer, of two as near the even one")
  func rounding() {
    #expect(Float(2049).halfBits == Float(2048).halfBits)
    #expect(Float(2051).halfBits == Float(2052).halfBits)
    #expect(Float(2050.9).halfBits == Float(2050).halfBits)
    #expect(Float(0x1p-25).halfBits == 0)
    #expect(Float(0x1.8p-24).halfBits == 2)
    #expect(Float(65_519.996).halfBits == Float(65_504).halfBits)
    #expect(Float(65_520).halfBits == 0x7C00)
    #expect(Float(-1e9).halfBits == 0xFC00)
    var random = RandomSource(seed: 4)
    for _ in 0..<20_000 {
      let size = Float(random.drawUnit() * 32 - 20)
      let number = Float(random.drawUnit()) * (size > 0 ? Float(1 << Int(size)) : 0x1p-20)
      let bits = number.halfBits
      let nearest = [bits, bits &+ 1, max(bits, 1) - 1].map { abs(Float(halfBits: $0) - number) }
      #expect(nearest[0] <= nearest[1] && nearest[0] <= nearest[2], "\(number)")
    }
  }
}
