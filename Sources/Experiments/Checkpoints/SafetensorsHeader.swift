/// The front of a safetensors file: what its data mean and where each tensor lies.
///
/// ```
/// 8 bytes   length of the JSON, UInt64, little-endian
/// JSON      {"__metadata__":{"key":"text",…},"name":{"dtype":"F32","shape":[2,3],
///           "data_offsets":[0,24]},…}, padded with spaces
/// data      the tensors one after another, raw, little-endian; begins on a multiple of 64
/// ```
struct SafetensorsHeader: Equatable {
  /// Metadata: the checksum of the data, eight hexadecimal digits.
  static let dataChecksumKey = "data_crc32"
  /// Metadata: the checksum of the JSON, itself read as eight zeros.
  static let headerChecksumKey = "header_crc32"
  /// Metadata: what kind of agent the tensors make.
  static let kindKey = "kind"
  /// Metadata: the version of that kind's format.
  static let versionKey = "format_version"

  /// The longest JSON the format allows.
  static let lengthLimit = 100_000_000

  /// The entry of the header that is no tensor.
  static let metadataName = "__metadata__"

  /// Data begin on a multiple of this, so that a mapped file suits any vector instruction.
  private static let alignment = 64

  /// Free text by key.
  var metadata: [String: String]

  /// The tensors in the order of their data.
  var tensors: [TensorDescription]

  /// The bytes of all tensors.
  var dataByteCount: Int { tensors.reduce(0) { $0 + $1.byteCount } }

  /// The header as it is written: length, JSON and padding, checksum filled in.
  func encoded() -> [UInt8] {
    var header = self
    header.metadata[Self.headerChecksumKey] = String(repeating: "0", count: 8)
    var json = Array(header.json.utf8)
    let unpadded = 8 + json.count
    let padded = (unpadded + Self.alignment - 1) / Self.alignment * Self.alignment
    json.append(contentsOf: repeatElement(UInt8(ascii: " "), count: padded - unpadded))
    if let place = Self.checksumPlace(in: json) {
      json.replaceSubrange(place, with: Checksum(json).text.utf8)
    }
    return (0..<8).map { UInt8(truncatingIfNeeded: json.count >> (8 * $0)) } + json
  }

  /// The checksum of a header's JSON, and the one it claims; `nil` if it claims none.
  static func checksums(of json: [UInt8]) -> (expected: String, found: String)? {
    guard let place = checksumPlace(in: json) else { return nil }
    var blank = json
    blank.replaceSubrange(place, with: repeatElement(UInt8(ascii: "0"), count: 8))
    return (String(decoding: json[place], as: UTF8.self), Checksum(blank).text)
  }

  /// Where the digits of the header's checksum stand in it.
  ///
  /// Inside a text the quotes would be escaped, and a tensor of that name is followed by a brace,
  /// so only the metadata's own entry matches.
  private static func checksumPlace(in json: [UInt8]) -> Range<Int>? {
    guard let label = json.firstRange(of: Array("\"\(headerChecksumKey)\":\"".utf8)),
      label.upperBound + 8 <= json.count
    else { return nil }
    return label.upperBound..<label.upperBound + 8
  }

  private var json: String {
    let entries = metadata.sorted { $0.key < $1.key }
      .map { "\(Self.quoted($0.key)):\(Self.quoted($0.value))" }
    var offset = 0
    let places = tensors.map { tensor in
      let shape = tensor.shape.map(String.init).joined(separator: ",")
      let begin = offset
      offset += tensor.byteCount
      return """
        \(Self.quoted(tensor.name)):{"dtype":"\(tensor.type.rawValue)","shape":[\(shape)],\
        "data_offsets":[\(begin),\(offset)]}
        """
    }
    let metadata = "\"\(Self.metadataName)\":{\(entries.joined(separator: ","))}"
    return "{" + ([metadata] + places).joined(separator: ",") + "}"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
