/// SplitMix64, the generator that turns one seed into well mixed states.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators" (OOPSLA 2014); constants as published by Vigna.
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  /// The whole state.
  public var state: UInt64

  /// Creates the generator whose first output follows from `seed`.
  @inlinable
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 bits.
  @inlinable
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }
}

/// The package's own generator of random numbers: xoshiro256**.
///
/// The same seed gives the same draws on every machine and in every release;
/// the standard library does not promise that of its own draws.
/// Source: Blackman and Vigna, "Scrambled linear pseudorandom number
/// generators" (ACM TOMS 47:4, 2021).
public struct RandomSource: RandomNumberGenerator, Hashable, Sendable {
  @usableFromInline var s0: UInt64
  @usableFromInline var s1: UInt64
  @usableFromInline var s2: UInt64
  @usableFromInline var s3: UInt64

  /// The 256 bits of state; not all zero.
  @inlinable
  public var state: SIMD4<UInt64> { SIMD4(s0, s1, s2, s3) }

  /// Creates a generator whose state is the first four outputs of
  /// `SplitMix64(seed:)`, as the authors of xoshiro256** advise.
  @inlinable
  public init(seed: UInt64) {
    var seeder = SplitMix64(seed: seed)
    s0 = seeder.next()
    s1 = seeder.next()
    s2 = seeder.next()
    s3 = seeder.next()
  }

  /// Restores a generator from its state; `nil` if the state is all zero,
  /// which no generator can reach.
  public init?(state: SIMD4<UInt64>) {
    guard state != .zero else { return nil }
    self.init(nonzeroState: state)
  }

  /// Restores a generator from a state that is known not to be all zero.
  @inlinable
  init(nonzeroState state: SIMD4<UInt64>) {
    (s0, s1, s2, s3) = (state[0], state[1], state[2], state[3])
  }

  /// Returns the next 64 bits.
  @inlinable
  public mutating func next() -> UInt64 {
    let product = s1 &* 5
    let result = (product &<< 7 | product &>> 57) &* 9
    let shifted = s1 &<< 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = s3 &<< 45 | s3 &>> 19
    return result
  }

  /// Returns an independent stream; this one goes on behind four draws.
  ///
  /// The new state is four outputs of this stream, each mixed once more by
  /// SplitMix64, so that streams split from splits differ too. Two of n
  /// streams overlap in their first 2^64 draws with probability below n² / 2^190.
  public mutating func split() -> RandomSource {
    while true {
      var childState = SIMD4<UInt64>.zero
      for word in 0..<4 {
        var mixer = SplitMix64(seed: next())
        childState[word] = mixer.next()
      }
      if let child = RandomSource(state: childState) { return child }
    }
  }
}

extension RandomNumberGenerator {
  /// Returns a number in `0..<bound`, each with the same probability.
  ///
  /// - Parameter bound: The number of outcomes.
  /// - Precondition: `bound > 0`.
  /// - Complexity: One draw, but for a second with probability below
  ///   bound / 2^32. Source: Lemire, "Fast random integer generation in an
  ///   interval" (ACM TOMACS 29:1, 2019), on the upper 32 bits of a draw.
  @inlinable
  public mutating func draw(below bound: UInt32) -> UInt32 {
    precondition(bound > 0, "A draw needs at least one outcome")
    return drawPair(below: bound).bounded
  }

  /// Returns an unbiased number below `bound` and 32 independent bits, from
  /// the two halves of the same draw.
  @inlinable
  mutating func drawPair(below bound: UInt32) -> (bounded: UInt32, bits: UInt32) {
    var bits: UInt64 = next()
    var product = (bits &>> 32) &* UInt64(bound)
    if UInt32(truncatingIfNeeded: product) < bound {
      // Of 2^32 values, the first 2^32 mod bound would favour some outcomes.
      let rejected = (0 &- bound) % bound
      while UInt32(truncatingIfNeeded: product) < rejected {
        bits = next()
        product = (bits &>> 32) &* UInt64(bound)
      }
    }
    return (UInt32(truncatingIfNeeded: product &>> 32), UInt32(truncatingIfNeeded: bits))
  }

  /// Returns a number in 0..<1, a multiple of 2^-53.
  @inlinable
  public mutating func drawUnit() -> Double { Double(next() &>> 11) * 0x1p-53 }
}

extension RandomSource: Codable {
  /// Reads the four words of state and refuses the state that is all zero.
  public init(from decoder: any Decoder) throws {
    let state = try SIMD4<UInt64>(from: decoder)
    guard let source = RandomSource(state: state) else {
      throw decoder.corrupted("Generator state is all zero")
    }
    self = source
  }

  /// Writes the four words of state.
  public func encode(to encoder: any Encoder) throws { try state.encode(to: encoder) }
}
