import CZlib

/// A running CRC-32 as zlib, Python's `zlib.crc32` and PNG compute it.
struct Checksum: Equatable {
  /// The sum of all bytes so far.
  private(set) var value: UInt32 = 0

  /// The sum in eight hexadecimal digits, as files hold it.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Creates the sum of no bytes.
  init() {}

  /// Creates the sum of `bytes`.
  init(_ bytes: [UInt8]) {
    // SAFETY: a `UInt8` has no padding, so every byte of the span is initialised.
    unsafe update(bytes.span.bytes)
  }

  /// Adds bytes.
  mutating func update(_ bytes: RawSpan) {
    let start = value
    // SAFETY: zlib reads exactly `count` bytes of the buffer, which is valid during the closure.
    value = unsafe bytes.withUnsafeBytes { buffer in
      UInt32(truncatingIfNeeded: unsafe crc32_z(uLong(start), buffer.baseAddress, buffer.count))
    }
  }
}
