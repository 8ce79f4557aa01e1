/// Finds the keys in the bytes that a terminal sends.
///
/// A letter is its UTF-8. An arrow is an escape sequence, `ESC [ A` or `ESC O A`, with parameters
/// if Shift or Control is held, and may arrive in pieces. Sequences of keys that have no meaning
/// here, such as F1, are swallowed whole, so that their letters are not taken for keys.
///
/// Only time tells Escape from the start of a sequence: when nothing follows for a moment,
/// call ``flush()``.
public struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []

  /// The longest sequence that is waited for; a longer one is dropped.
  private static let longestSequence = 32

  /// Creates a decoder.
  public init() {}

  /// Whether the bytes so far may be the start of a longer sequence.
  public var isWaiting: Bool { !pending.isEmpty }

  /// Takes in bytes and returns the keys that are complete, in order.
  public mutating func keys(from bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, length) = firstKey() {
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Gives up waiting for the rest of a sequence; a lone `ESC` was the key Escape.
  public mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending == [Self.escape] ? [.escape] : []
  }

  private static let escape: UInt8 = 0x1B

  /// The first key and the number of its bytes, without a key for what means none; `nil` while
  /// bytes are missing.
  private func firstKey() -> (key: Key?, length: Int)? {
    guard let first = pending.first else { return nil }
    switch first {
    case Self.escape: return escapeSequence()
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x08, 0x7F: return (.backspace, 1)
    case 0x20...0x7E: return (.character(Character(Unicode.Scalar(first))), 1)
    case 0xC2...0xF4: return characterBeyondASCII(first)
    default: return (nil, 1)
    }
  }

  private func escapeSequence() -> (key: Key?, length: Int)? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"): return pending.count > 2 ? (Self.arrow(pending[2]), 3) : nil
    default: return (.escape, 1)
    }
  }

  /// `ESC [`, parameters (0x30…0x3F), intermediates (0x20…0x2F), and a final byte (0x40…0x7E).
  private func controlSequence() -> (key: Key?, length: Int)? {
    // The Linux console sends `ESC [ [ A` for F1, against the standard.
    if pending.count > 2, pending[2] == UInt8(ascii: "[") {
      return pending.count > 3 ? (nil, 4) : nil
    }
    guard let end = pending.dropFirst(2).firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      return pending.count < Self.longestSequence ? nil : (nil, pending.count)
    }
    // A byte that cannot be in a sequence cuts it short and begins something else.
    guard (0x40...0x7E).contains(pending[end]) else { return (nil, end) }
    return (Self.arrow(pending[end]), end + 1)
  }

  private static func arrow(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    default: nil
    }
  }

  private func characterBeyondASCII(_ lead: UInt8) -> (key: Key?, length: Int)? {
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    let bytes = pending.prefix(length)
    guard bytes.dropFirst().allSatisfy({ (0x80...0xBF).contains($0) }) else { return (nil, 1) }
    guard bytes.count == length else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first else {
      return (nil, length)
    }
    return (.character(character), length)
  }
}
