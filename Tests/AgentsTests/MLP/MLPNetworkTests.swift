import Env2048
import Synchronization
import Testing

@testable import Agents

@Suite struct MLPNetworkTests {
  static let structures = [
    ("cells", [1], 1), ("cells", [16], 1), ("cells+pairs", [70, 33], 1),
    ("pairs+0145", [20, 64, 5], 1), ("cells", [24, 9], 4),
  ]

  @Test("Outputs are those by plain loops", arguments: structures)
  func forward(features: String, hidden: [Int], outputs: Int) throws {
    let network = try MLPNetwork.random(features, hidden, outputs: outputs)
    let reference = ReferenceNetwork(network)
    let boards: [Board] = RandomBoards.make(30, largestExponent: 17, seed: 2)
    let found = network.outputs(of: boards)
    for (index, board) in boards.enumerated() {
      for (output, expected) in reference.outputs(of: board).enumerated() {
        #expect(
          abs(Double(found[outputs * index + output]) - expected) < 1e-4 * (1 + abs(expected)))
      }
    }
  }

  @Test("A batch of any size gives the value of each board, in points")
  func batches() throws {
    let network = try MLPNetwork.random("cells+pairs", [32, 32])
    let boards: [Board] = RandomBoards.make(600, largestExponent: 12, seed: 3)
    for count in [1, 2, 255, 256, 257, 600] {
      var values = [Float](repeating: .nan, count: count)
      var span = values.mutableSpan
      network.evaluate(boards.span.extracting(first: count), into: &span)
      for index in 0..<count {
        let expected = network.value(of: boards[index])
        #expect(abs(values[index] - expected) <= 1e-5 * abs(expected) + 1e-2)
      }
    }
    let output = ReferenceNetwork(network).outputs(of: boards[7])[0]
    #expect(abs(Double(network.value(of: boards[7])) - 1024 * output) < 0.5)
  }

  @Test("The mean over symmetries is the same for all images of a board")
  func symmetric() throws {
    let network = try MLPNetwork.random("cells+pairs", [16])
    let mean = SymmetricValue(network)
    let boards: [Board] = RandomBoards.make(20, largestExponent: 10, seed: 4)
    for board in boards {
      let images = Symmetry.all.map { board.applying($0) }
      let expected = images.reduce(Float(0)) { $0 + network.value(of: $1) } / 8
      for image in images {
        #expect(abs(mean.value(of: image) - expected) <= 1e-4 * abs(expected) + 0.1)
      }
    }
  }

  @Test("To a canonical network all images of a board are one, and it sees one of them")
  func canonical() throws {
    let given = try MLPNetwork.random("cells+pairs", [16])
    let network = try MLPNetwork(
      MLPConfiguration(features: given.configuration.features, isCanonical: true, hidden: [16]))
    for (tensor, other) in zip(network.tensors, given.tensors) {
      let floats = other.floats
      tensor.write(floats.span)
    }
    let boards: [Board] = RandomBoards.make(50, largestExponent: 14, seed: 4)
    for board in boards {
      let images = Symmetry.all.map { board.applying($0) }
      // The image that is largest as a number, read from cell 15 down.
      let largest = images.max {
        $0.exponents.reversed().lexicographicallyPrecedes($1.exponents.reversed())
      }
      let expected = given.value(of: try #require(largest))
      for image in images { #expect(network.value(of: image) == expected) }
    }
    let text = try MLPConfiguration(
      features: FeatureSet(text: "cells"), isCanonical: true, hidden: [4])
    #expect(text.description == "canonical cells 4-1")
  }

  @Test("Case 123: 64 workers get what one thread gets")
  func workers() async throws {
    let network = try MLPNetwork.random("cells", [16, 16])
    let boards: [Board] = RandomBoards.make(1000, largestExponent: 11, seed: 5)
    let expected = boards.map { network.value(of: $0) }
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<64 {
        group.addTask {
          boards.indices.count { network.value(of: boards[$0]) != expected[$0] }
        }
      }
      for await differing in group { #expect(differing == 0) }
    }
  }

  @Test("A fresh network is the same for the same seed, and its values are near 0")
  func initialization() throws {
    let structure = try MLPConfiguration(
      features: FeatureSet(text: "cells+pairs"), hidden: [64, 64])
    func network(seed: UInt64) throws -> MLPNetwork {
      let network = try MLPNetwork(structure)
      var random = RandomSource(seed: seed)
      network.initialize(using: &random)
      return network
    }
    let one = try network(seed: 1)
    #expect(try network(seed: 1).tensors.map(\.floats) == one.tensors.map(\.floats))
    #expect(try network(seed: 2).tensors.map(\.floats) != one.tensors.map(\.floats))
    let boards: [Board] = RandomBoards.make(100, largestExponent: 11, seed: 6)
    let outputs = one.outputs(of: boards)
    #expect(outputs.allSatisfy { abs($0) < 0.5 })
    #expect(Set(outputs).count > 90)
  }

  @Test("Structures out of range are refused; parameters are counted")
  func structure() throws {
    let features = try FeatureSet(text: "cells")
    for hidden in [[], [0], [16, 5000], Array(repeating: 4, count: 9)] {
      #expect(throws: LearningError.self) {
        try MLPConfiguration(features: features, hidden: hidden)
      }
    }
    #expect(throws: LearningError.self) {
      try MLPConfiguration(features: features, hidden: [4], outputs: 2)
    }
    let structure = try MLPConfiguration(features: features, hidden: [10, 20])
    #expect(structure.parameterCount == 256 * 10 + 10 + 10 * 20 + 20 + 20 + 1)
    #expect(structure.description == "cells 10-20-1")
    let tensors = try MLPNetwork(structure).tensors
    #expect(tensors.map(\.name).first == "layers.0.weight")
    #expect(
      tensors.map(\.shape) == [[10, 256], [10], [20, 10], [20], [1, 20], [1]])
  }
}
