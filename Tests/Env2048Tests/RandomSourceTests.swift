import Testing

@testable import Env2048

/// A generator that gives chosen outputs.
struct ScriptedGenerator: RandomNumberGenerator {
  var outputs: [UInt64]
  private(set) var draws = 0

  init(_ outputs: [UInt64]) { self.outputs = outputs }

  mutating func next() -> UInt64 {
    defer { draws += 1 }
    return outputs[draws]
  }
}

@Suite struct RandomSourceTests {
  @Test("SplitMix64 gives its published outputs")
  func splitMix64() {
    // Published on Rosetta Code, "Pseudo-random numbers/Splitmix64", and the
    // outputs of Vigna's splitmix64.c.
    var generator = SplitMix64(seed: 1_234_567)
    let outputs = (0..<5).map { _ in generator.next() }
    #expect(
      outputs == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("xoshiro256** gives its published outputs")
  func xoshiro256() throws {
    // The test vector of Rust's rand_xoshiro, from the authors' C code.
    var generator = try #require(RandomSource(state: SIMD4(1, 2, 3, 4)))
    let outputs = (0..<10).map { _ in generator.next() }
    #expect(
      outputs == [
        11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
        607_988_272_756_665_600, 16_172_922_978_634_559_625, 8_476_171_486_693_032_832,
        10_595_114_339_597_558_777, 2_904_607_092_377_533_576,
      ])
  }

  @Test("A seed gives the state that SplitMix64 gives")
  func seeding() {
    #expect(
      RandomSource(seed: 1_234_567).state
        == SIMD4(
          6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
          4_593_380_528_125_082_431))
    #expect(RandomSource(state: .zero) == nil)
  }

  @Test("Case 67: seeds 0, 1 and the largest give different streams")
  func extremeSeeds() {
    let streams = [0, 1, UInt64.max].map { seed in
      var random = RandomSource(seed: seed)
      return (0..<10).map { _ in random.next() }
    }
    #expect(Set(streams).count == 3)
    #expect(streams.allSatisfy { Set($0).count == 10 })
  }

  @Test("Bounded draws are uniform", arguments: [2, 3, 5, 6, 7, 10, 11, 16, 63, 1_000] as [UInt32])
  func uniformDraws(bound: UInt32) {
    var random = RandomSource(seed: UInt64(bound))
    var counts = [Int](repeating: 0, count: Int(bound))
    for _ in 0..<200_000 { counts[Int(random.draw(below: bound))] += 1 }
    // One degree of freedom: the normal quantile of 1e-4, squared.
    let limit = bound == 2 ? 15.14 : chiSquareLimit(degreesOfFreedom: Int(bound) - 1)
    #expect(chiSquare(counts) < limit)
  }

  @Test("A bound of two thirds of the range is uniform, though a third of draws is rejected")
  func largeBound() {
    // Without rejection every second outcome would be twice as likely.
    let bound: UInt32 = 2_863_311_531  // (2^33 + 1) / 3
    var random = RandomSource(seed: 3)
    var counts = [0, 0, 0]
    for _ in 0..<200_000 { counts[Int(random.draw(below: bound) % 3)] += 1 }
    #expect(chiSquare(counts) < chiSquareLimit(degreesOfFreedom: 2))
    var parities = [0, 0]
    for _ in 0..<200_000 { parities[Int(random.draw(below: bound) % 2)] += 1 }
    #expect(chiSquare(parities) < 15.14)
  }

  @Test("Draws that would favour an outcome are rejected")
  func rejection() {
    // 2^32 mod 3 = 1: of the upper halves only 0 has a product below 1.
    var generator = ScriptedGenerator([0, 0xFFFF_FFFF, 0x8000_0000_0000_0000])
    #expect(generator.draw(below: 3) == 1)
    #expect(generator.draws == 3)

    // 2^32 mod 6 = 4: products 0 and 6·715,827,883 = 2^32 + 2 are rejected;
    // the next upper half, whose product ends in 8, is not.
    generator = ScriptedGenerator([0, 715_827_883 << 32, 715_827_884 << 32])
    #expect(generator.draw(below: 6) == 1)
    #expect(generator.draws == 3)

    // A power of two rejects nothing.
    generator = ScriptedGenerator([0])
    #expect(generator.draw(below: 8) == 0)
    #expect(generator.draws == 1)
  }

  @Test("A rejected draw gives its other half away too")
  func rejectedPair() {
    var generator = ScriptedGenerator([0x0000_0000_1111_1111, 0x8000_0000_2222_2222])
    let pair = generator.drawPair(below: 3)
    #expect(pair.bounded == 1)
    #expect(pair.bits == 0x2222_2222)
  }

  @Test("Bounds 1 and the largest work")
  func extremeBounds() {
    var random = RandomSource(seed: 9)
    for _ in 0..<100 { #expect(random.draw(below: 1) == 0) }
    var generator = ScriptedGenerator([.max, 1 << 32])
    #expect(generator.draw(below: .max) == UInt32.max - 1)
    #expect(generator.draw(below: .max) == 0)
  }

  @Test("A draw among no outcomes is refused")
  func noOutcome() async {
    await #expect(processExitsWith: .failure) {
      var random = RandomSource(seed: 1)
      _ = random.draw(below: 0)
    }
  }

  @Test("Unit draws lie in 0..<1 around a half")
  func unitDraws() {
    var generator = ScriptedGenerator([0, .max, 1 << 63])
    #expect(generator.drawUnit() == 0)
    #expect(generator.drawUnit() == 1 - 0x1p-53)
    #expect(generator.drawUnit() == 0.5)
    var random = RandomSource(seed: 12)
    let mean = (0..<100_000).reduce(0.0) { sum, _ in sum + random.drawUnit() } / 100_000
    #expect(abs(mean - 0.5) < 4 * (1.0 / 12 / 100_000).squareRoot())
  }

  @Test("Split streams differ from each other and from the stream they come of")
  func split() {
    var parent = RandomSource(seed: 71)
    let untouched = parent
    var children = (0..<100).map { _ in parent.split() }
    children += children.indices.map { children[$0].split() }
    children += [parent, untouched]
    let heads = children.map { child in
      var child = child
      return (0..<8).map { _ in child.next() }
    }
    #expect(Set(heads.joined()).count == 202 * 8)

    var again = RandomSource(seed: 71)
    let firstChild = again.split()
    #expect(firstChild != untouched)
    var behind = untouched
    for _ in 0..<4 { _ = behind.next() }
    #expect(again == behind)
  }

  @Test("Two split streams do not follow each other")
  func splitCorrelation() {
    var parent = RandomSource(seed: 17)
    var (left, right) = (parent.split(), parent.split())
    var differingBits = 0
    for _ in 0..<10_000 { differingBits += (left.next() ^ right.next()).nonzeroBitCount }
    #expect(abs(Double(differingBits) - 320_000) < 4 * 160_000.0.squareRoot())
  }
}
