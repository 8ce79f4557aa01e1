import Foundation
import TestSupport
import Testing

@testable import Experiments

@Suite struct SafetensorsTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("checkpoint.safetensors")
  }

  static let weights: [Float] = [1, 2.5, -3, .infinity, 0, .leastNonzeroMagnitude]

  /// A file of four tensors in three formats.
  static func write(to path: String, metadata: [String: String] = [:]) throws(FileError) {
    let writer = SafetensorsWriter(
      kind: "ntuple", formatVersion: 3, metadata: metadata,
      tensors: [
        TensorDescription(name: "weights", type: .float32, shape: [2, 3]),
        TensorDescription(name: "states", type: .uint64, shape: [2]),
        TensorDescription(name: "none", type: .uint8, shape: [0, 4]),
        TensorDescription(name: "bytes", type: .uint8, shape: [5]),
      ])
    try writer.write(to: path) { sink throws(FileError) in
      try sink.append(weights.span)
      try sink.append([UInt64.max, 7].span)
      try sink.append([1, 2, 3, 4, 255].span as Span<UInt8>)
    }
  }

  @Test("What is written reads back: tensors, their descriptions, metadata")
  func roundTrip() throws {
    let text = "a \"quoted\" \\ text\n\t\u{1}, ümläut, 🎲, \"header_crc32\":\"ffffffff\""
    try Self.write(to: path, metadata: ["configuration": text, "": "empty key"])
    let reader = try SafetensorsReader(opening: path)
    #expect(reader.kind == "ntuple")
    #expect(reader.metadata["configuration"] == text)
    #expect(reader.metadata[""] == "empty key")
    #expect(reader.metadata["format_version"] == "3")
    #expect(reader.tensors.map(\.name) == ["weights", "states", "none", "bytes"])
    #expect(try reader.tensor(named: "weights").shape == [2, 3])
    #expect(try reader.array("weights", of: Float.self) == Self.weights)
    #expect(try reader.array("states", of: UInt64.self) == [.max, 7])
    #expect(try reader.array("none", of: UInt8.self) == [])
    #expect(try reader.array("bytes", of: UInt8.self) == [1, 2, 3, 4, 255])
  }

  @Test("The layout is that of the format, data on a multiple of 64 bytes")
  func layout() throws {
    try Self.write(to: path)
    let bytes = try FileSystem.contents(of: path)
    let length = Int(bytes[0]) + Int(bytes[1]) << 8
    #expect((8 + length) % 64 == 0)
    #expect(bytes.count == 8 + length + 24 + 16 + 5)
    let json = Data(bytes[8..<8 + length])
    let header = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let states = try #require(header["states"] as? [String: Any])
    #expect(states["dtype"] as? String == "U64")
    #expect(states["shape"] as? [Int] == [2])
    #expect(states["data_offsets"] as? [Int] == [24, 40])
    // 2.5 as a little-endian Float.
    #expect(Array(bytes[8 + length + 4..<8 + length + 8]) == [0, 0, 0x20, 0x40])
  }

  @Test("The checksum is that of zlib: the check value of CRC-32")
  func checksum() {
    #expect(Checksum(Array("123456789".utf8)).value == 0xCBF4_3926)
    #expect(Checksum([]).text == "00000000")
  }

  @Test("Equal contents make equal files")
  func reproducible() throws {
    let metadata = Dictionary(uniqueKeysWithValues: (0..<20).map { ("key\($0)", "\($0)") })
    try Self.write(to: path, metadata: metadata)
    try Self.write(to: folder.file("again"), metadata: metadata)
    #expect(try FileSystem.contents(of: path) == FileSystem.contents(of: folder.file("again")))
  }

  @Test("A table larger than every buffer goes out and comes in, into memory already there")
  func largeTable() throws {
    let count = 300_001
    let weights = (0..<count).map { Float($0) * 0.5 }
    let table = TensorDescription(name: "weights", type: .float32, shape: [count])
    try SafetensorsWriter(kind: "ntuple", formatVersion: 1, metadata: [:], tensors: [table])
      .write(to: path) { sink throws(FileError) in try sink.append(weights.span) }

    // SAFETY: memory as an agent holds it, freed at the end of the test and used before only.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count * 4, alignment: 4096)
    defer { unsafe memory.deallocate() }
    let reader = try SafetensorsReader(opening: path)
    var span = unsafe MutableRawSpan(_unsafeBytes: memory)
    try reader.read("weights", into: &span)
    let read = unsafe Array(memory.bindMemory(to: Float.self))
    #expect(read == weights)
  }

  @Test("Values of a configuration pass through the metadata")
  func json() throws {
    let seeds: [UInt64] = [.max, 0x9E37_79B9_7F4A_7C15]
    let text = try JSONFile.text(of: ["seeds": seeds], for: "generators")
    try Self.write(to: path, metadata: ["generators": text])
    let reader = try SafetensorsReader(opening: path)
    #expect(try reader.decode([String: [UInt64]].self, forKey: "generators") == ["seeds": seeds])
    #expect(throws: CheckpointError.missingMetadata(path: path, key: "counters")) {
      try reader.decode(Int.self, forKey: "counters")
    }
    #expect(
      throws: CheckpointError.malformedMetadata(
        path: path, key: "kind", reason: "it is not valid JSON")
    ) { try reader.decode(Int.self, forKey: "kind") }
  }

  @Test("Case 133: another kind, version, shape, format or name is refused with both facts")
  func expectations() throws {
    try Self.write(to: path)
    let reader = try SafetensorsReader(opening: path)
    try reader.require(kind: "ntuple")
    try reader.require(formatVersion: 3)
    try reader.require(TensorDescription(name: "weights", type: .float32, shape: [2, 3]))
    #expect(throws: CheckpointError.wrongKind(path: path, expected: "mlp", found: "ntuple")) {
      try reader.require(kind: "mlp")
    }
    #expect(throws: CheckpointError.wrongVersion(path: path, expected: 4, found: "3")) {
      try reader.require(formatVersion: 4)
    }
    #expect(
      throws: CheckpointError.wrongShape(
        path: path, tensor: "weights", expected: [3, 2], found: [2, 3])
    ) { try reader.require(TensorDescription(name: "weights", type: .float32, shape: [3, 2])) }
    #expect(
      throws: CheckpointError.wrongType(
        path: path, tensor: "weights", expected: .float64, found: .float32)
    ) { try reader.array("weights", of: Double.self) }
    #expect(
      throws: CheckpointError.missingTensor(
        path: path, tensor: "bias", found: ["weights", "states", "none", "bytes"])
    ) { try reader.tensor(named: "bias") }
    var tooFew = [Float](repeating: 0, count: 5)
    #expect(
      throws: CheckpointError.wrongDestination(
        path: path, tensor: "weights", expectedBytes: 20, foundBytes: 24)
    ) {
      var span = tooFew.mutableSpan
      try reader.read("weights", into: &span)
    }
  }

  @Test("The messages of expectations name file, expected and found")
  func messages() {
    #expect(
      "\(CheckpointError.wrongKind(path: "a", expected: "mlp", found: "ntuple"))"
        == "Checkpoint 'a' is of the wrong kind: expected 'mlp', found 'ntuple'.")
    #expect(
      "\(CheckpointError.wrongShape(path: "a", tensor: "w", expected: [64], found: [128]))"
        == "Checkpoint 'a': tensor 'w' expected in shape [64], found [128].")
    #expect(
      "\(CheckpointError.missingTensor(path: "a", tensor: "w", found: ["b", "c"]))"
        == "Checkpoint 'a' has no tensor 'w'; found 'b', 'c'.")
  }

  @Test("Case 141: a full device refuses a checkpoint and says why")
  func fullDevice() {
    #expect(throws: FileError(path: "/dev/full", operation: .write, code: ENOSPC)) {
      try Self.write(to: "/dev/full")
    }
  }

  @Test("Tensors that change between the checksum and the writing stop the program")
  func changingTensors() async {
    await #expect(processExitsWith: .failure) {
      let table = TensorDescription(name: "weights", type: .uint8, shape: [1])
      let writer = SafetensorsWriter(kind: "a", formatVersion: 1, metadata: [:], tensors: [table])
      var byte: UInt8 = 0
      try writer.write(to: "/dev/null") { sink throws(FileError) in
        byte += 1
        try sink.append([byte].span)
      }
    }
  }
}
