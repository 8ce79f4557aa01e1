import Env2048
import Testing

@testable import Agents

/// The indices of the weights: by bits, cell by cell, and by definition.
@Suite struct PatternIndexingTests {
  static let networks = NTupleConfiguration.names(for: .standard)

  /// The indices of one board, pattern by pattern, each pattern's sorted: the
  /// order of the symmetries is free.
  static func indices<Indexer: PatternIndexer>(
    _: Indexer.Type, _ structure: NTupleConfiguration, _ board: Indexer.State
  ) -> [[UInt32]] {
    var all = [UInt32](repeating: .max, count: structure.lookupCount + 2)
    var span = all.mutableSpan
    Indexer(structure).write(board, stageOffset: 0, to: &span, from: 1)
    #expect(all.first == .max && all.last == .max, "Nothing beside its own places is written")
    let symmetries = structure.symmetries.count
    return structure.patterns.indices.map { pattern in
      all[(1 + pattern * symmetries)..<(1 + (pattern + 1) * symmetries)].sorted()
    }
  }

  @Test("Bits and cells give the same indices", arguments: networks)
  func bitsAgainstCells(name: String) throws {
    let structure = try NTupleConfiguration.named(name)
    let boards: [Board] = RandomBoards.make(500, largestExponent: 17, seed: 5)
    for board in boards {
      let bits = Self.indices(BitPatternIndexer.self, structure, board)
      #expect(bits == Self.indices(CellPatternIndexer.self, structure, Grid(board)), "\(board)")
      for (pattern, offset) in zip(bits, structure.offsets) {
        #expect(pattern.allSatisfy { Int($0) >= offset && Int($0) < structure.weightCount })
      }
    }
  }

  @Test("Any list of cells in any order", arguments: ["fedcba9", "0", "3c", "05af", "8b47012"])
  func anyPattern(text: String) throws {
    for usesSymmetries in [true, false] {
      let structure = try NTupleConfiguration(
        patterns: [NTuplePattern(text: text), NTuplePattern(text: "61")],
        usesSymmetries: usesSymmetries)
      let boards: [Board] = RandomBoards.make(200, largestExponent: 17, seed: 6)
      for board in boards {
        #expect(
          Self.indices(BitPatternIndexer.self, structure, board)
            == Self.indices(CellPatternIndexer.self, structure, Grid(board)), "\(board)")
      }
    }
  }

  @Test("The first cell is the highest four bits of the index")
  func definition() throws {
    let structure = try NTupleConfiguration(
      patterns: NTupleConfiguration.parsing("012456,f"), usesSymmetries: false)
    let board = try Board(text: "2 4 8 16 / 32 64 128 256 / 0 0 0 0 / 0 0 0 512")
    let offset: UInt32 = 1 << 24
    #expect(
      Self.indices(BitPatternIndexer.self, structure, board) == [[0x123567], [offset + 9]])
  }

  static let shapes = [(4, 4), (2, 3), (3, 2), (1, 5), (3, 3), (5, 5), (4, 3)]

  @Test("A board and its mirror images have one value (case 99)", arguments: shapes)
  func symmetry(rows: Int, columns: Int) throws {
    let shape = try BoardShape(rows: rows, columns: columns)
    let patterns = try [
      NTuplePattern(cells: [0, 1, shape.cellCount - 1].uniqued()), NTuplePattern(cells: [1, 0]),
    ]
    let network = try NTupleNetwork<Grid>(NTupleConfiguration(shape: shape, patterns: patterns))
    network.weights.randomize(seed: 99)
    let boards: [Grid] = RandomBoards.make(200, shape: shape, largestExponent: 12, seed: 99)
    var values: Set<Float> = []
    for board in boards {
      let value = network.value(of: board)
      for symmetry in shape.symmetries {
        #expect(abs(network.value(of: board.applying(symmetry)) - value) < 1e-5, "\(board)")
      }
      values.insert(value)
    }
    #expect(values.count > 10, "Boards differ in value")
    #expect(shape.symmetries.count == (rows == columns ? 8 : 4))
  }

  @Test("4x4 on bits: all eight images of a board have one value (case 99)")
  func symmetryOnBits() throws {
    let network = try NTupleNetwork<Board>(.named("5x4"))
    network.weights.randomize(seed: 4)
    let boards: [Board] = RandomBoards.make(500, largestExponent: 17, seed: 7)
    for board in boards {
      let value = network.value(of: board)
      for symmetry in BoardShape.standard.symmetries {
        #expect(abs(network.value(of: board.applying(symmetry)) - value) < 1e-4, "\(board)")
      }
    }
  }
}

extension [Int] {
  fileprivate func uniqued() -> [Int] { Set(self).sorted() }
}
