import Env2048
import Testing

@testable import Agents

/// The weights of a network: how they start, how large they are, how they are reached.
@Suite struct NTupleNetworkTests {
  @Test("Weights start at 0, all of them (case 102)")
  func startValue() throws {
    let boards: [Board] = RandomBoards.make(100, largestExponent: 15, seed: 102)
    for _ in 0..<2 {
      let network = try NTupleNetwork<Board>(.named("4x5"))
      for board in boards { #expect(network.value(of: board) == 0) }
      network.weights.randomize(seed: 1)  // leaves memory that is not 0 behind
    }
  }

  @Test("An optimistic start is shared over the look-ups (case 103)")
  func optimisticStart() throws {
    let network = try NTupleNetwork<Board>(.named("4x5"), initialValue: 320_000)
    #expect(network.configuration.lookupCount == 32)
    #expect(network.weights[0] == 10_000)
    #expect(network.weights[network.weights.count - 1] == 10_000)
    let boards: [Board] = RandomBoards.make(100, largestExponent: 15, seed: 103)
    for board in boards { #expect(network.value(of: board) == 320_000) }
  }

  @Test("A batch has the values of its boards")
  func batch() throws {
    let network = try NTupleNetwork<Board>(.named("5x4"))
    network.weights.randomize(seed: 3)
    let boards: [Board] = RandomBoards.make(50, largestExponent: 15, seed: 3)
    var values = [Float](repeating: -1, count: 50)
    var span = values.mutableSpan
    network.evaluate(boards.span, into: &span)
    #expect(values == boards.map { network.value(of: $0) })
  }

  @Test("Games side by side are those played one by one", arguments: [3, 4])
  func gamesSideBySide(rows: Int) throws {
    func results<State: NTupleState>(_: State.Type) throws -> [UInt64: GameResult] {
      let shape = try BoardShape(rows: rows, columns: 4)
      let network = try NTupleNetwork<State>(
        NTupleConfiguration(shape: shape, patterns: NTupleConfiguration.parsing("0124,1256")))
      network.weights.randomize(seed: 5)
      let player = LockstepPlayer(network)
      let rules = Rules(shape: shape)
      var results: [UInt64: GameResult] = [:]
      var seeds = Array(UInt64(1)...30)[...]
      player.playAll(rules: rules, nextSeed: { seeds.popFirst() }, finish: { results[$0] = $1 })
      for (seed, result) in results {
        #expect(player.play(rules: rules, seed: seed) == result)
      }
      return results
    }
    let results = rows == 4 ? try results(Board.self) : try results(Grid.self)
    #expect(results.count == 30)
  }

  @Test("A million updates of a large table take no copies (case 109)")
  func updatesInPlace() throws {
    let network = try NTupleNetwork<Board>(NTupleConfiguration(patterns: [.init(text: "012345")]))
    let weights = network.weights.count
    #expect(weights == 1 << 24)
    let seconds = ContinuousClock().measure {
      for update in 0..<1_000_000 { network.weights[update * 7919 % weights] += 1 }
    }
    #expect(seconds < .seconds(5))
    #expect((0..<weights).reduce(Float(0)) { $0 + network.weights[$1] } == 1_000_000)
  }

  @Test("A table that cannot fit is refused with its size in bytes (case 197)")
  func tooLarge() throws {
    let count = try NTuplePattern(text: "0123456").weightCount
    let error = #expect(throws: NTupleError.self) {
      _ = try WeightTable(count: count, available: 1 << 30 - 1)
    }
    #expect(error == .memory(neededBytes: 1 << 30, availableBytes: 1 << 30 - 1))
    #expect("\(error!)".contains("1073741824 bytes (1024 MiB)"))
    #expect(availableMemory() > 1 << 20)
    #expect(throws: Never.self) {
      _ = try WeightTable(count: 1 << 10, available: 1 << 12)
    }
  }

  @Test("Sums begin at 0 beside weights of any value, and each is a number of its own")
  func sums() throws {
    let structure = try NTupleConfiguration(
      patterns: [NTuplePattern(text: "01")], usesSymmetries: false)
    let network = try NTupleNetwork<Board>(structure, initialValue: 2.5, hasSums: true)
    let columns = network.weights.columns
    #expect(columns == [.weight, .errorSum, .absoluteErrorSum])
    for index in 0..<256 {
      #expect(network.weights[index] == 2.5)
      #expect(columns.dropFirst().allSatisfy { network.weights[index, $0] == 0 })
      for (number, column) in columns.enumerated() {
        network.weights[index, column] = Float(3 * index + number)
      }
    }
    for index in 0..<256 {
      #expect(columns.map { network.weights[index, $0] } == (0..<3).map { Float(3 * index + $0) })
    }
    #expect(try WeightTable(count: 100).columns == [.weight])
  }

  @Test("A weight's place in a file has the digits of its index in the opposite order")
  func places() throws {
    let pattern = try NTuplePattern(text: "012456")
    #expect(pattern.index(ofPlace: 0x123abc) == 0xcba321)
    #expect(try NTuplePattern(text: "3.").index(ofPlace: 7) == 7)
    let small = try NTuplePattern(text: "012")
    #expect(Set((0..<4096).map { small.index(ofPlace: $0) }).count == 4096)
  }

  @Test("A board has the weights of its stage; those not learnt are the stage's before")
  func stages() throws {
    let structure = try NTupleConfiguration(
      patterns: [NTuplePattern(text: "01")], usesSymmetries: false, stageTiles: [8, 32])
    #expect(structure.weightCount == 3 * 256)
    #expect(structure.parts.map(\.offset) == [0, 256, 512])
    #expect(structure.parts.map(\.stageTile) == [nil, 8, 32])
    let network = try NTupleNetwork<Board>(structure, initialValue: 5)
    #expect(network.weights[255] == 5 && network.weights[256] == 0)
    // Cells 0 and 1 hold 2 and 4; the largest tile is elsewhere.
    let boards = try ["4", "8", "16", "32", "4096"].map {
      try Board(text: "2 4 0 0 / 0 0 0 \($0) / 0 0 0 0 / 0 0 0 0")
    }
    let values = { boards.map { network.value(of: $0) } }
    network.weights[0x12] = 7
    #expect(values() == [7, 7, 7, 7, 7])
    network.weights[512 + 0x12] = 9
    #expect(values() == [7, 7, 7, 9, 9])
    network.weights[256 + 0x12] = 8
    #expect(values() == [7, 8, 8, 9, 9])
    var batch = [Float](repeating: 0, count: 5)
    var span = batch.mutableSpan
    network.evaluate(boards.span, into: &span)
    #expect(batch == values())
  }
}
