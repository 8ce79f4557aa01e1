import Foundation
import TestSupport
import Testing

@testable import Experiments

@Suite struct DamagedCheckpointTests {
  let folder: TemporaryFolder
  let path: String
  let good: [UInt8]

  /// The first byte of the data.
  var dataOffset: Int { 8 + Int(good[0]) + Int(good[1]) << 8 }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("checkpoint.safetensors")
    try SafetensorsTests.write(to: path, metadata: ["games": "100"])
    good = try FileSystem.contents(of: path)
  }

  private func error(of bytes: [UInt8]) throws -> CheckpointError? {
    try AtomicFile.write(bytes, to: path)
    do throws(CheckpointError) {
      _ = try SafetensorsReader(opening: path)
      return nil
    } catch {
      return error
    }
  }

  @Test("Case 131: a file cut anywhere is refused as truncated")
  func cut() throws {
    let header = dataOffset
    for length in [0, 1, 7, 8, header - 1, header, header + 1, good.count / 2, good.count - 1] {
      let error = try #require(try error(of: Array(good.prefix(length))))
      let expected = length < 8 ? 8 : length < header ? header : good.count
      #expect(
        error == .truncated(path: path, expectedBytes: expected, actualBytes: length))
      #expect(
        error.description
          == "Checkpoint '\(path)' is truncated: expected \(expected) bytes, found \(length).")
    }
  }

  @Test("Case 144: four bytes more or four fewer are refused")
  func shifted() throws {
    let more = try error(of: good + [0, 0, 0, 0])
    #expect(
      more
        == .trailingBytes(path: path, expectedBytes: good.count, actualBytes: good.count + 4))
    var fewer = good
    fewer.removeSubrange(dataOffset + 8..<dataOffset + 12)
    #expect(
      try error(of: fewer)
        == .truncated(path: path, expectedBytes: good.count, actualBytes: good.count - 4))
    // Removed in the middle and appended at the end: only the checksum can tell.
    let error = try #require(try error(of: fewer + [0, 0, 0, 0]))
    guard case .wrongChecksum(path, .data, _, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.description.hasPrefix("Checkpoint '\(path)' is damaged: checksum of its data"))
  }

  @Test("Case 131: any flipped bit of any byte is refused")
  func flippedBits() throws {
    for byte in good.indices {
      var bytes = good
      bytes[byte] ^= 1 << (byte % 8)
      let error = try #require(try error(of: bytes), "byte \(byte)")
      if byte >= dataOffset {
        guard case .wrongChecksum(path, .data, _, _) = error else {
          Issue.record("byte \(byte): \(error)")
          continue
        }
      }
    }
  }

  @Test("A counter changed in the header is refused, though the data are right")
  func changedCounter() throws {
    let counter = try #require(good.firstRange(of: Array("\"games\":\"100\"".utf8)))
    var bytes = good
    bytes[counter.upperBound - 4] = UInt8(ascii: "9")
    let error = try #require(try error(of: bytes))
    guard case .wrongChecksum(path, .header, _, _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("A header longer than any is refused before memory is asked for")
  func absurdLength() throws {
    let bytes = [UInt8](repeating: 0xFF, count: 8) + good.dropFirst(8)
    #expect(
      try error(of: bytes)
        == .headerTooLong(path: path, limitBytes: 100_000_000, foundBytes: .max))
  }

  @Test("Missing files, folders and foreign files have errors of their own")
  func notACheckpoint() throws {
    #expect(throws: CheckpointError.file(FileError(path: "no", operation: .open, code: ENOENT))) {
      _ = try SafetensorsReader(opening: "no")
    }
    #expect(
      throws: CheckpointError.file(FileError(path: folder.path, operation: .read, code: EISDIR))
    ) { _ = try SafetensorsReader(opening: folder.path) }
    let text = Array("games,moves\n1,2\n".utf8)
    guard case .headerTooLong = try error(of: text) else {
      Issue.record("A text was not refused for its length")
      return
    }
  }

  /// Headers that are wrong in one way each, for eight bytes of data.
  static let headers: [(json: String, error: @Sendable (String) -> CheckpointError)] = [
    ("[]", { .malformedHeader(path: $0, byte: 8, expected: "'{'") }),
    ("{} x", { .malformedHeader(path: $0, byte: 11, expected: "the end of the header") }),
    (
      #"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},}"#,
      { .malformedHeader(path: $0, byte: 62, expected: "'\"'") }
    ),
    (
      #"{"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}}"#,
      { .malformedHeader(path: $0, byte: 37, expected: "a whole number") }
    ),
    (
      #"{"a":{"dtype":"F32","data_offsets":[0,8]}}"#,
      {
        .malformedHeader(
          path: $0, byte: 13, expected: "dtype, shape and two data_offsets")
      }
    ),
    (
      #"{"a":{"dtype":"F33","shape":[2],"data_offsets":[0,8]}}"#,
      { .unknownType(path: $0, tensor: "a", found: "F33") }
    ),
    (
      #"{"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}}"#,
      { .wrongTensorSize(path: $0, tensor: "a", expectedBytes: 12, foundBytes: 8) }
    ),
    (
      #"{"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,8]}}"#,
      { .wrongTensorSize(path: $0, tensor: "a", expectedBytes: .max, foundBytes: 8) }
    ),
    (
      #"{"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}}"#,
      { .wrongTensorSize(path: $0, tensor: "a", expectedBytes: 8, foundBytes: -8) }
    ),
    (
      #"{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"#
        + #""a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}"#,
      { .duplicateName(path: $0, name: "a") }
    ),
    (
      #"{"__metadata__":{"k":"1","k":"2"}}"#,
      { .duplicateName(path: $0, name: "k") }
    ),
    (
      #"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"#
        + #""b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}"#,
      { .misplacedTensor(path: $0, tensor: "b", expectedOffset: 8, foundOffset: 4) }
    ),
    (
      #"{"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}"#,
      { .misplacedTensor(path: $0, tensor: "a", expectedOffset: 0, foundOffset: 4) }
    ),
    (
      #"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}"#,
      { .missingMetadata(path: $0, key: "header_crc32") }
    ),
  ]

  @Test("Each way in which a header can be wrong has its error", arguments: headers.indices)
  func wrongHeader(index: Int) throws {
    let (json, expected) = Self.headers[index]
    let length = (0..<8).map { UInt8(truncatingIfNeeded: json.utf8.count >> (8 * $0)) }
    let error = try #require(
      try error(of: length + Array(json.utf8) + [UInt8](repeating: 0, count: 8)))
    #expect(error == expected(path))
    #expect(error.description.contains("'\(path)'"))
  }

  @Test("Text that is not UTF-8 is refused, escapes are understood")
  func headerText() throws {
    let escaped = #"{"__metadata__":{"\u00e9\n\"":"\ud83c\udfb2\/"}}"#
    let scanner = try HeaderScanner(Array(escaped.utf8))
    #expect(scanner.metadata.map(\.key) == ["é\n\""])
    #expect(scanner.metadata.map(\.value) == ["🎲/"])
    let notText = Array(#"{"__metadata__":{"k":""#.utf8) + [0xFF] + Array("\"}}".utf8)
    #expect(throws: HeaderScanner.Failure(byte: 22, expected: "text in UTF-8")) {
      try HeaderScanner(notText)
    }
    #expect(throws: HeaderScanner.Failure.self) {
      try HeaderScanner(Array(#"{"__metadata__":{"k":"\ud83c"}}"#.utf8))
    }
  }
}
