import Env2048
import Testing

@testable import Agents

@Suite struct FeatureSetTests {
  static let sizes = [
    ("cells", 16, 256), ("pairs", 24, 6144), ("threes", 16, 65_536), ("lines", 8, 524_288),
    ("squares", 9, 589_824), ("cells+pairs", 40, 6400), ("cells+0145+012", 18, 69_888),
  ]

  @Test("Names stand for patterns", arguments: sizes)
  func names(text: String, patterns: Int, features: Int) throws {
    let set = try FeatureSet(text: text)
    #expect(set.patterns.count == patterns)
    #expect(set.count == features)
    #expect(set.description == text)
  }

  @Test("Each group has all its patterns once, and every symmetry of each")
  func groups() throws {
    for (name, cells) in FeatureSet.groups {
      let sets = Set(cells.map { Set($0) })
      #expect(sets.count == cells.count, "\(name)")
      for symmetry in Symmetry.all {
        let images = cells.map { Set($0.map { symmetry.source(ofCell: $0, shape: .standard) }) }
        #expect(Set(images) == sets, "\(name)")
      }
    }
  }

  @Test("Indices are those found cell by cell, large tiles counted as 32,768")
  func indices() throws {
    let set = try FeatureSet(text: "cells+pairs+squares+lines+f0")
    let indexer = FeatureIndexer(set)
    let boards: [Board] = RandomBoards.make(200, largestExponent: 17, seed: 5)
    for board in boards {
      var indices = [UInt32](repeating: 0, count: set.patterns.count + 1)
      var span = indices.mutableSpan
      indexer.write(board, to: &span, from: 1)
      for (number, (pattern, range)) in zip(set.patterns, set.ranges).enumerated() {
        let digits = pattern.cells.map { min(board[$0], 15) }
        let content = digits.reversed().reduce(0) { 16 * $0 + $1 }
        #expect(Int(indices[number + 1]) == range.lowerBound + content)
      }
    }
  }

  @Test("What is no set is refused")
  func refused() {
    for text in ["", "cells+", "cats", "0101", "0123456789", "0.16"] {
      #expect(throws: NTupleError.self) { try FeatureSet(text: text) }
    }
    #expect(throws: NTupleError.self) { try FeatureSet(text: "012345+456789") }
  }
}
