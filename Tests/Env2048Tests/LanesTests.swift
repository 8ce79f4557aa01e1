import Testing

@testable import Env2048

/// What is done to lanes, in both widths: only one of them steps games in a build.
@Suite struct LanesTests {
  static let words: [UInt64] = [
    0, 1, 0x8000_0000_0000_0000, 0, 0x0F02_0000_0000_0003, 0, 0xFFFF_FFFF_FFFF_FFFF, 42,
    0, 0, 7, 0x0102_0304_0506_0708, 1 << 63, 0, 0, 0x0F0F_0F0F_0F0F_0F0F,
  ]
  static let sixteen = SIMD16<UInt64>(words)

  @Test("Operations lane by lane are those of single words")
  func operations() {
    func compare<Lanes: BoardLanes & SIMD<UInt64>>(_: Lanes.Type) {
      let left = Lanes(Self.words.prefix(Lanes.scalarCount))
      let right = Lanes(Self.words.reversed().prefix(Lanes.scalarCount))
      for lane in left.indices {
        let (a, b) = (left[lane], right[lane])
        #expect((left & right)[lane] == a & b)
        #expect((left | right)[lane] == a | b)
        #expect((left ^ right)[lane] == a ^ b)
        #expect((~left)[lane] == ~a)
        #expect(left.up(12)[lane] == a &<< 12)
        #expect(left.down(20)[lane] == a &>> 20)
        #expect((left &<< Lanes(repeating: 4))[lane] == a &<< 4)
        #expect(left.nonzeroCells[lane] == a.nonzeroCells)
        #expect(left.sumsOfCells[lane] == a.sumsOfCells)
        #expect(Lanes.ones(whereNonzero: left)[lane] == (a == 0 ? 0 : ~0))
      }
    }
    compare(SIMD4<UInt64>.self)
    compare(SIMD8<UInt64>.self)
    compare(SIMD16<UInt64>.self)
  }

  @Test("A lane that is not 0 is a bit")
  func nonzeroLanes() {
    let expected = Self.words.enumerated().reduce(UInt64(0)) { bits, word in
      word.element == 0 ? bits : bits | 1 << UInt64(word.offset)
    }
    #expect(Self.sixteen.nonzeroLanes == expected)
    #expect(Self.sixteen.lowHalf.nonzeroLanes == expected & 0xFF)
    #expect(SIMD16<UInt64>.zero.nonzeroLanes == 0)
  }

  @Test("Eight lanes at a time are all lanes, each with its slot")
  func eights() {
    var seen: [Int: UInt64] = [:]
    Self.sixteen.forEachEight(from: 32) { lanes, slot in
      for lane in lanes.indices { seen[slot + lane] = lanes[lane] }
    }
    #expect(seen.count == 16)
    #expect((0..<16).allSatisfy { seen[32 + $0] == Self.words[$0] })
    Self.sixteen.highHalf.forEachEight(from: 8) { lanes, slot in
      #expect(slot == 8 && lanes == Self.sixteen.highHalf)
    }
  }

  @Test("Points of merged tiles are the same in every width")
  func points() {
    let merged = SIMD16<UInt64>(Self.words.map { $0 & 0x0E0E_0E0E_0E0E_0E0E })
    for lane in merged.indices {
      let expected = (0..<8).reduce(UInt64(0)) { sum, byte in
        let exponent = merged[lane] >> UInt64(8 * byte) & 0xFF
        return exponent == 0 ? sum : sum + (1 << exponent)
      }
      #expect(merged[lane].points.numbers == expected)
      #expect(merged.points.numbers[lane] == expected)
      #expect(merged.points.floatBits[lane] == UInt64(Float(expected).bitPattern))
    }
  }
}
