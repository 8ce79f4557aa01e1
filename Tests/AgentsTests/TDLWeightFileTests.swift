import Env2048
import Foundation
import Testing

@testable import Agents

/// TDL2048's weight files: made here byte by byte, damaged, and a real one.
@Suite struct TDLWeightFileTests {
  /// The bytes of an integer, lowest first.
  static func bytes(_ integer: some FixedWidthInteger) -> [UInt8] {
    (0..<(integer.bitWidth / 8)).map { UInt8(truncatingIfNeeded: integer >> (8 * $0)) }
  }

  static func head(_ name: UInt32, cells: UInt16) -> [UInt8] {
    [4] + bytes(name) + bytes(cells) + [0, 0]
  }

  static func block(_ elementBytes: UInt16, _ numbers: [Float]) -> [UInt8] {
    bytes(elementBytes) + bytes(UInt64(numbers.count))
      + numbers.flatMap { number in
        switch elementBytes {
        case 2: bytes(UInt16(number == 0 ? 0 : number == 1.5 ? 0x3E00 : 0xC400))
        case 4: bytes(number.bitPattern)
        default: bytes(Double(number).bitPattern)
        }
      }
  }

  /// A file of the patterns 2 and 0f, with numbers of a size, and with sums or not.
  static func file(elementBytes: UInt16 = 4, sums: Bool = false, cells: UInt16? = nil) -> [UInt8] {
    let small: [Float] = (0..<16).map { $0 == 3 ? 1.5 : $0 == 4 ? -4 : 0 }
    let large: [Float] = (0..<256).map { $0 == 0x21 ? 1.5 : 0 }
    var file: [UInt8] = [0, 2, 0, 0, 0]
    for (name, count, numbers) in [(UInt32(2), UInt16(1), small), (0x0F, 2, large)] {
      file += head(name, cells: cells ?? count) + block(elementBytes, numbers)
      if sums {
        file += block(
          elementBytes, numbers.map { $0 == 0 ? 0 : -4 } + numbers.map { $0 == 0 ? 0 : 1.5 })
      }
      file += [0, 0]
    }
    return file
  }

  static func read(_ bytes: [UInt8]) throws(TDLWeightFileError) -> TDLWeightFile {
    try TDLWeightFile(reading: unsafe bytes.span.bytes)
  }

  static func written(_ file: TDLWeightFile) -> [UInt8] {
    var bytes: [UInt8] = []
    file.write { part in bytes += unsafe part.withUnsafeBytes { unsafe Array($0) } }
    return bytes
  }

  @Test("Weights of 2, 4 and 8 bytes are read", arguments: [2, 4, 8], [false, true])
  func reading(elementBytes: UInt16, sums: Bool) throws {
    let file = try Self.read(Self.file(elementBytes: elementBytes, sums: sums))
    #expect(file.network.configuration.patterns.map(\.description) == ["2", "0f"])
    #expect(file.network.configuration.usesSymmetries)
    let weights = (0..<272).map { file.network.weights[$0] }
    #expect(weights.filter { $0 != 0 }.count == 3)
    #expect(weights[3] == 1.5 && weights[4] == -4 && weights[16 + 0x12] == 1.5)
    // Cell 0 holds 2^1 and cell f 2^2; the other three corners are mirror images.
    var board = Board.empty
    (board[0], board[15]) = (1, 2)
    #expect(file.network.value(of: board) == 1.5 * 2)
    #expect(file.network.hasSums == sums)
    for weight in 0..<272 where sums {
      let isTouched = weights[weight] != 0
      #expect(file.network.weights[weight, .errorSum] == (isTouched ? -4 : 0))
      #expect(file.network.weights[weight, .absoluteErrorSum] == (isTouched ? 1.5 : 0))
    }
  }

  @Test("Files that do not state the number of cells are read")
  func oldFiles() throws {
    let file = try Self.read(Self.file(cells: 0))
    #expect(file.network.configuration.patterns.map(\.description) == ["2", "0f"])
  }

  @Test("What is written is what was read", arguments: [false, true])
  func roundTrip(sums: Bool) throws {
    let bytes = Self.file(sums: sums)
    let file = try Self.read(bytes)
    #expect(Self.written(file) == bytes)
    #expect(file.byteCount == bytes.count)
  }

  @Test("A named network goes out and comes back")
  func namedNetwork() throws {
    let network = try NTupleNetwork<Board>(.named("5x4"), hasSums: true)
    network.weights.randomize(seed: 20)
    let bytes = Self.written(try TDLWeightFile(network: network))
    #expect(bytes.count == 3_932_320, "The size of the reference's own file")
    let structure = try TDLWeightFile.configuration(of: unsafe bytes.span.bytes)
    #expect(structure == network.configuration)
    let back = try Self.read(bytes)
    let differing = (0..<network.weights.count).count { index in
      network.weights.columns.contains {
        back.network.weights[index, $0] != network.weights[index, $0]
      }
    }
    #expect(differing == 0)
  }

  @Test("A network without symmetries is not written")
  func unsupported() throws {
    let network = try NTupleNetwork<Board>(.named("17x4"))
    let error = #expect(throws: TDLWeightFileError.self) { try TDLWeightFile(network: network) }
    guard case .unsupported = error else {
      Issue.record("Another error: \(String(describing: error))")
      return
    }
  }

  /// Where the second table begins in `file()`.
  static let second = 5 + 9 + 10 + 64 + 2

  static func damaged(_ place: Int, _ byte: UInt8) -> [UInt8] {
    var bytes = file()
    bytes[place] = byte
    return bytes
  }

  static let damages: [(file: [UInt8], error: TDLWeightFileError)] = [
    ([], .truncated(expectedBytes: 1, actualBytes: 0)),
    (file().dropLast(), .truncated(expectedBytes: file().count, actualBytes: file().count - 1)),
    (
      Array(file()[..<200]), .truncated(expectedBytes: second + 19 + 1024, actualBytes: 200)
    ),
    (file() + [0], .trailingBytes(expectedBytes: file().count, actualBytes: file().count + 1)),
    (damaged(0, 1), .version(found: 1)),
    (damaged(1, 0), .tableCount(found: 0)),
    (damaged(1, 65), .tableCount(found: 65)),
    (damaged(4, 1), .tableCount(found: 2 + 1 << 24)),
    (damaged(5, 3), .tableKind(table: 0, found: 3)),
    (damaged(second, 5), .tableKind(table: 1, found: 5)),
    (damaged(6, 0x12), .name(table: 0, name: 0x12, cells: 1)),
    (damaged(second + 1, 0xFF), .name(table: 1, name: 0xFF, cells: 2)),
    (damaged(10, 9), .name(table: 0, name: 2, cells: 9)),
    (damaged(14, 3), .elementBytes(table: 0, found: 3)),
    (damaged(16, 15), .elementCount(table: 0, found: 15, expected: 16)),
    (damaged(23, 1), .elementCount(table: 0, found: 16 + 1 << 56, expected: 16)),
    (
      [0, 1, 0, 0, 0] + head(2, cells: 1) + block(4, zeros(16)) + block(4, zeros(16)) + [0, 0],
      .elementCount(table: 0, found: 16, expected: 32)
    ),
    (
      [0, 1, 0, 0, 0] + head(2, cells: 1) + block(4, zeros(16)) + block(4, zeros(32))
        + block(4, zeros(32)) + [0, 0], .unknownBlock(table: 0)
    ),
    (
      [0, 2, 0, 0, 0] + head(2, cells: 1) + block(4, zeros(16)) + [0, 0] + head(3, cells: 1)
        + block(4, zeros(16)) + block(4, zeros(32)) + [0, 0], .mixedSums(table: 1)
    ),
    // The fourth byte of a number: 0x7F80_0000 and more is not finite.
    (
      [0, 1, 0, 0, 0] + head(2, cells: 1) + block(4, zeros(5) + [.nan] + zeros(10)) + [0, 0],
      .notFinite(table: 0, index: 5)
    ),
    (
      [0, 1, 0, 0, 0] + head(2, cells: 1) + block(4, zeros(16))
        + block(4, zeros(31) + [.infinity]) + [0, 0], .notFinite(table: 0, index: 31)
    ),
  ]

  static func zeros(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }

  @Test("Every damage is refused with its own error", arguments: damages)
  func refused(file: [UInt8], expected: TDLWeightFileError) {
    let error = #expect(throws: TDLWeightFileError.self) { try Self.read(file) }
    #expect(error == expected)
  }

  #if !(os(macOS) && arch(x86_64))
    @Test("Half-precision numbers are read as the machine reads them")
    func halfPrecision() {
      for bits in UInt16.min...UInt16.max {
        let expected = Float(Float16(bitPattern: bits))
        let found = Float(halfBits: bits)
        #expect(found == expected || found.isNaN && expected.isNaN)
      }
    }
  #endif

  @Test("A file cut anywhere is refused")
  func cutAnywhere() {
    let whole = Self.file(sums: true)
    for length in 0..<whole.count {
      let error = #expect(throws: TDLWeightFileError.self) {
        try Self.read(Array(whole[..<length]))
      }
      guard case .truncated(let expected, length) = error else {
        Issue.record("\(length) bytes: \(String(describing: error))")
        continue
      }
      #expect(expected > length && expected <= whole.count)
    }
  }

  /// A file that the reference wrote, beside the checkout or a folder above.
  static let reference: URL? = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    for _ in 0..<5 {
      folder.deleteLastPathComponent()
      let file = folder.appending(path: "shared/data/tdl2048-5x4.w")
      if FileManager.default.fileExists(atPath: file.path) { return file }
    }
    return nil
  }()

  @Test(
    "A network that TDL2048 trained scores here what it scored there", .optimizedBuild,
    .enabled(if: reference != nil, "shared/data/tdl2048-5x4.w is not beside the checkout"))
  func referenceFile() throws {
    let bytes = [UInt8](try Data(contentsOf: try #require(Self.reference)))
    let file = try Self.read(bytes)
    #expect(file.network.configuration == (try NTupleConfiguration.named("5x4")))
    #expect(file.network.hasSums)
    #expect(Self.written(file) == bytes, "Written again it is the same file")

    let player = PolicyPlayer(GreedyPolicy(file.network))
    let scores = LearningTests.scores(player, .standard, games: 4_000).map(Double.init)
    let mean = scores.reduce(0, +) / 4_000
    let variance = scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 3_999
    // There: 36,310 over 10,000 games, standard error about 160.
    let standardError = (variance / 4_000 + 160 * 160).squareRoot()
    #expect(abs(mean - 36_310) < 2 * standardError)
  }
}
