import Env2048
import Foundation
import Testing

@testable import Agents

/// Patterns and networks as data: names, texts, and what is refused.
@Suite struct NTupleConfigurationTests {
  static let weightCounts = [
    ("5x4", 327_680), ("17x4", 17 * 65_536), ("4x5", 4_194_304), ("4x6", 67_108_864),
    ("5x6", 83_886_080), ("6x6", 100_663_296), ("7x6", 117_440_512), ("8x6", 134_217_728),
    ("default", 67_108_864),
  ]

  @Test("The named networks have the published sizes (case 108)", arguments: weightCounts)
  func namedNetworks(name: String, weights: Int) throws {
    let structure = try NTupleConfiguration.named(name)
    #expect(structure.weightCount == weights)
    #expect(structure.usesSymmetries == (name != "17x4"))
    #expect(structure.lookupCount == structure.patterns.count * (name == "17x4" ? 1 : 8))
    #expect(structure.offsets.first == 0)
    #expect(structure.offsets.last! + structure.patterns.last!.weightCount == weights)
  }

  @Test("Every name that is listed is known")
  func names() throws {
    #expect(
      Set(NTupleConfiguration.names(for: .standard)) == Set(Self.weightCounts.map(\.0)))
    let shape = try BoardShape(rows: 3, columns: 5)
    #expect(NTupleConfiguration.names(for: shape) == ["default"])
  }

  static let shapes = (1...8).flatMap { rows in (1...8).map { (rows, $0) } }
    .filter { $0.0 * $0.1 >= 2 }

  @Test("Every shape has default patterns that see every cell", arguments: shapes)
  func defaultPatterns(rows: Int, columns: Int) throws {
    let shape = try BoardShape(rows: rows, columns: columns)
    let structure = try NTupleConfiguration.named("default", shape: shape)
    #expect(structure.shape == shape)
    let seen = Set(
      structure.patterns.flatMap { pattern in
        structure.symmetries.flatMap { symmetry in
          pattern.cells.map { symmetry.source(ofCell: $0, shape: shape) }
        }
      })
    #expect(seen == Set(0..<shape.cellCount))
    // No pattern is another's mirror image: it would be learnt twice.
    var images: Set<Set<Int>> = []
    for pattern in structure.patterns {
      let own = Set(
        structure.symmetries.map { symmetry in
          Set(pattern.cells.map { symmetry.source(ofCell: $0, shape: shape) })
        })
      #expect(images.isDisjoint(with: own), "\(pattern)")
      images.formUnion(own)
    }
  }

  static let texts: [(String, [Int])] = [
    ("012456", [0, 1, 2, 4, 5, 6]), ("fA0", [15, 10, 0]), ("7", [7]),
    ("0.1.16", [0, 1, 16]), ("63.62", [63, 62]), ("16.", [16]), ("3.", [3]),
  ]

  @Test("Patterns are read from text", arguments: texts)
  func patternText(text: String, cells: [Int]) throws {
    let pattern = try NTuplePattern(text: text)
    #expect(pattern.cells == cells)
    #expect(pattern.weightCount == 1 << (4 * cells.count))
    #expect(try NTuplePattern(text: pattern.description) == pattern)
  }

  @Test("A list of patterns is read and written")
  func patternList() throws {
    let patterns = try NTupleConfiguration.parsing("012345,456789")
    #expect(patterns.map(\.description) == ["012345", "456789"])
    let structure = try NTupleConfiguration(patterns: patterns, usesSymmetries: false)
    let json = try JSONEncoder().encode(structure)
    #expect(try JSONDecoder().decode(NTupleConfiguration.self, from: json) == structure)
  }

  @Test("Stages are read and written; a network of one stage says nothing of them")
  func stages() throws {
    let oneStage = try NTupleConfiguration.named("5x4")
    let structure = try oneStage.inStages(from: [2048, 8192])
    #expect(structure.weightCount == 3 * oneStage.weightCount)
    #expect(structure != oneStage && structure.name == "5x4")
    #expect(structure.label == "5x4, in stages from 2048, 8192" && oneStage.label == "5x4")
    #expect(structure.description.hasSuffix("569a, in stages from 2048, 8192"))
    let json = try JSONEncoder().encode(structure)
    #expect(try JSONDecoder().decode(NTupleConfiguration.self, from: json) == structure)
    let text = String(decoding: try JSONEncoder().encode(oneStage), as: UTF8.self)
    #expect(!text.contains("stage"))
  }

  static let impossibleStages = [[2], [3000], [0], [-4], [262_144], [64, 64], [128, 64]]

  @Test("Stages that cannot be are refused", arguments: impossibleStages)
  func refusedStages(tiles: [Int]) throws {
    let structure = try NTupleConfiguration.named("5x4")
    let error = #expect(throws: NTupleError.self) { try structure.inStages(from: tiles) }
    #expect(error == .stages(tiles))
    #expect("\(error!)".contains("powers of two from 4 to 131072, in ascending order"))
  }

  @Test("A structure that no network can have is not decoded")
  func refusedJSON() throws {
    for patterns in [#"["0123","01g"]"#, #"["001"]"#, "[]", #"["0.16"]"#] {
      let json = """
        {"shape": {"rows": 4, "columns": 4}, "patterns": \(patterns), "usesSymmetries": true}
        """
      #expect(throws: NTupleError.self) {
        try JSONDecoder().decode(NTupleConfiguration.self, from: Data(json.utf8))
      }
    }
  }

  @Test("Text that is no pattern is refused", arguments: ["", "01g", "0..1", ".", "1.x", "0 1"])
  func refusedText(text: String) throws {
    let error = #expect(throws: NTupleError.self) { try NTuplePattern(text: text) }
    #expect(error == .patternText(text))
    #expect("\(error!)".contains("'\(text)'"))
  }

  @Test("An empty place in a list is refused", arguments: ["0123,", ",0123", "01,,23"])
  func refusedList(text: String) {
    #expect(throws: NTupleError.patternText("")) { try NTupleConfiguration.parsing(text) }
  }

  @Test("Patterns that no table can have are refused")
  func refusedPatterns() throws {
    #expect(throws: NTupleError.patternLength(cells: [], maximum: 7)) {
      try NTuplePattern(cells: [])
    }
    let eight = Array(0..<8)
    #expect(throws: NTupleError.patternLength(cells: eight, maximum: 7)) {
      try NTuplePattern(cells: eight)
    }
    #expect(throws: NTupleError.patternCells([1, 2, 1])) { try NTuplePattern(cells: [1, 2, 1]) }
    #expect(throws: NTupleError.patternCells([0, -1])) { try NTuplePattern(cells: [0, -1]) }
  }

  @Test("Networks that no board can have are refused")
  func refusedNetworks() throws {
    let shape = try BoardShape(rows: 2, columns: 3)
    let outside = try NTuplePattern(cells: [0, 6])
    #expect(throws: NTupleError.patternOutside(outside, shape: shape)) {
      try NTupleConfiguration(shape: shape, patterns: [outside])
    }
    #expect(throws: NTupleError.patternCount(found: 0)) {
      try NTupleConfiguration(patterns: [])
    }
    let small = try NTuplePattern(cells: [0])
    #expect(throws: NTupleError.patternCount(found: 65)) {
      try NTupleConfiguration(patterns: Array(repeating: small, count: 65))
    }
    // 2^32 weights can be indexed, one pattern more cannot.
    let large = try NTuplePattern(text: "0123456")
    #expect(
      try NTupleConfiguration(patterns: Array(repeating: large, count: 16)).weightCount == 1 << 32)
    let error = #expect(throws: NTupleError.self) {
      try NTupleConfiguration(patterns: Array(repeating: large, count: 17))
    }
    #expect(error == .weightCount(found: 17 << 28))
    #expect("\(error!)".contains("4563402752 weights"))
  }

  @Test("An unknown name is answered with the known ones")
  func unknownNetwork() throws {
    let error = #expect(throws: NTupleError.self) { try NTupleConfiguration.named("9x9") }
    #expect(
      error
        == .unknownNetwork(
          name: "9x9", shape: .standard, known: NTupleConfiguration.names(for: .standard)))
    #expect("\(error!)".contains("4x6"))
    let shape = try BoardShape(rows: 3, columns: 3)
    #expect(throws: NTupleError.unknownNetwork(name: "4x6", shape: shape, known: ["default"])) {
      try NTupleConfiguration.named("4x6", shape: shape)
    }
  }
}
