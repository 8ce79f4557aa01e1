import CLanes

// The operations that Swift would do lane by lane are those of `CLanes`; this
// file alone calls it.

/// As many words as games are stepped side by side: `SIMD8<UInt64>` or `SIMD16<UInt64>`.
typealias GameWords = game_words
/// As many bytes.
typealias GameBytes = game_bytes

extension SIMD where Self: BoardLanes, Scalar == UInt64 {
  @inline(__always)
  static func & (left: Self, mask: UInt64) -> Self { left & Self(repeating: mask) }
  @inline(__always)
  static prefix func ~ (word: Self) -> Self { word ^ Self(repeating: ~0) }
}

extension SIMD4: BoardLanes where Scalar == UInt64 {
  @inline(__always)
  static func & (left: Self, right: Self) -> Self { and_4(left, right) }
  @inline(__always)
  static func | (left: Self, right: Self) -> Self { or_4(left, right) }
  @inline(__always)
  static func ^ (left: Self, right: Self) -> Self { xor_4(left, right) }
  @inline(__always)
  static func &<< (word: Self, count: Self) -> Self { shift_left_4(word, count) }
  @inline(__always)
  static func &>> (word: Self, count: Self) -> Self { shift_right_4(word, count) }
}

extension SIMD8: BoardLanes where Scalar == UInt64 {
  @inline(__always)
  static func & (left: Self, right: Self) -> Self { and_8(left, right) }
  @inline(__always)
  static func | (left: Self, right: Self) -> Self { or_8(left, right) }
  @inline(__always)
  static func ^ (left: Self, right: Self) -> Self { xor_8(left, right) }
  @inline(__always)
  static func &<< (word: Self, count: Self) -> Self { shift_left_8(word, count) }
  @inline(__always)
  static func &>> (word: Self, count: Self) -> Self { shift_right_8(word, count) }

  /// A word for each byte.
  @inline(__always)
  init(_ bytes: SIMD8<UInt8>) { self = words_of_8(bytes) }
}

extension SIMD16: BoardLanes where Scalar == UInt64 {
  @inline(__always)
  static func & (left: Self, right: Self) -> Self { and_16(left, right) }
  @inline(__always)
  static func | (left: Self, right: Self) -> Self { or_16(left, right) }
  @inline(__always)
  static func ^ (left: Self, right: Self) -> Self { xor_16(left, right) }
  @inline(__always)
  static func &<< (word: Self, count: Self) -> Self { shift_left_16(word, count) }
  @inline(__always)
  static func &>> (word: Self, count: Self) -> Self { shift_right_16(word, count) }

  /// A word for each byte.
  @inline(__always)
  init(_ bytes: SIMD16<UInt8>) { self = words_of_16(bytes) }
}
