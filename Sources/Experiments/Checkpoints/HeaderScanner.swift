/// Reads the JSON of a safetensors header, which must hold nothing else than the format has.
///
/// Foundation's decoder takes the last of two equal names without a word and any nesting; a header
/// is refused for either.
struct HeaderScanner {
  /// What is wrong with a header, and where.
  struct Failure: Error, Equatable {
    /// The offset into the JSON.
    let byte: Int
    /// What should have stood there.
    let expected: String
  }

  /// A tensor as the header states it, not checked yet.
  struct Entry: Equatable {
    var name: String
    var type: String
    var shape: [Int]
    var begin: Int
    var end: Int
  }

  private let bytes: [UInt8]
  private var position = 0

  /// The entries in the order of the JSON; names may repeat.
  private(set) var tensors: [Entry] = []

  /// The metadata in the order of the JSON; keys may repeat.
  private(set) var metadata: [(key: String, value: String)] = []

  /// How often the header has metadata; more than once is wrong.
  private(set) var metadataCount = 0

  /// Reads a whole header.
  init(_ bytes: [UInt8]) throws(Failure) {
    self.bytes = bytes
    try scanMembers { scanner, name throws(Failure) in
      if name == SafetensorsHeader.metadataName {
        scanner.metadataCount += 1
        try scanner.scanMembers { scanner, key throws(Failure) in
          scanner.metadata.append((key, try scanner.scanString()))
        }
      } else {
        scanner.tensors.append(try scanner.scanTensor(named: name))
      }
    }
    skipSpace()
    guard position == bytes.count else { throw failure("the end of the header") }
  }

  private mutating func scanTensor(named name: String) throws(Failure) -> Entry {
    var type: String?
    var shape: [Int]?
    var offsets: [Int]?
    let start = position
    try scanMembers { scanner, key throws(Failure) in
      switch key {
      case "dtype" where type == nil: type = try scanner.scanString()
      case "shape" where shape == nil: shape = try scanner.scanIntegers()
      case "data_offsets" where offsets == nil: offsets = try scanner.scanIntegers()
      default: throw scanner.failure("dtype, shape and data_offsets, each once")
      }
    }
    guard let type, let shape, let offsets, offsets.count == 2 else {
      throw Failure(byte: start, expected: "dtype, shape and two data_offsets")
    }
    return Entry(name: name, type: type, shape: shape, begin: offsets[0], end: offsets[1])
  }

  /// Reads an object, handing each name to `member`, which reads the value.
  private mutating func scanMembers(
    _ member: (inout Self, String) throws(Failure) -> Void
  ) throws(Failure) {
    try expect("{")
    if accept("}") { return }
    repeat {
      let name = try scanString()
      try expect(":")
      try member(&self, name)
    } while accept(",")
    try expect("}")
  }

  private mutating func scanIntegers() throws(Failure) -> [Int] {
    var integers: [Int] = []
    try expect("[")
    if accept("]") { return integers }
    repeat {
      skipSpace()
      let digits = bytes[position...].prefix { (48...57).contains($0) }
      guard let integer = Int(String(decoding: digits, as: UTF8.self)) else {
        throw failure("a whole number")
      }
      integers.append(integer)
      position += digits.count
    } while accept(",")
    try expect("]")
    return integers
  }

  private mutating func scanString() throws(Failure) -> String {
    try expect("\"")
    let start = position
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw Failure(byte: start, expected: "text in UTF-8")
        }
        return string
      case UInt8(ascii: "\\"): text.append(contentsOf: String(try scanEscape()).utf8)
      case 0..<0x20: throw Failure(byte: position - 1, expected: "no control character")
      default: text.append(byte)
      }
    }
    throw failure("a closing quote")
  }

  /// Reads what follows a backslash.
  private mutating func scanEscape() throws(Failure) -> Unicode.Scalar {
    guard position < bytes.count else { throw failure("an escaped character") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw Failure(byte: position - 1, expected: "an escaped character")
    }
    let first = try scanHexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // Beyond 16 bits JSON writes two surrogates, the upper ten bits first.
    guard (0xD800..<0xDC00).contains(first), bytes[position...].starts(with: [0x5C, 0x75]) else {
      throw failure("a pair of surrogates")
    }
    position += 2
    let second = try scanHexadecimal()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw failure("a pair of surrogates") }
    return scalar
  }

  private mutating func scanHexadecimal() throws(Failure) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.first != UInt8(ascii: "+"),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("four hexadecimal digits") }
    position += 4
    return value
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Failure) {
    guard accept(character) else { throw failure("'\(character)'") }
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }

  private func failure(_ expected: String) -> Failure {
    Failure(byte: position, expected: expected)
  }
}
