import Env2048
import Testing

@testable import Agents

/// What a search is made of: boards, table, leaves and budget.
@Suite struct SearchPartsTests {
  static func check<State: SearchState>(_ boards: [State]) {
    for board in boards {
      #expect(board.emptyPlaces.nonzeroBitCount == board.emptyCount)
      var places = board.emptyPlaces
      for rank in 0..<board.emptyCount {
        let place = places & (0 &- places)
        places &= places &- 1
        for exponent in 1...2 {
          var expected = board
          expected.placeTile(exponent: exponent, onEmptyCell: rank)
          #expect(board.placing(exponent: UInt64(exponent), at: place) == expected)
        }
      }
    }
    let hashes = Set(boards.map { $0.searchHash >> 20 })
    #expect(hashes.count > Set(boards).count * 99 / 100)
  }

  @Test("Empty places are those of the rules")
  func emptyPlaces() throws {
    Self.check(RandomBoards.make(1_000, largestExponent: 17, seed: 1) as [Board])
    for (rows, columns) in [(2, 3), (8, 8), (1, 5)] {
      let shape = try BoardShape(rows: rows, columns: columns)
      Self.check(RandomBoards.make(200, shape: shape, largestExponent: 20, seed: 1) as [Grid])
    }
  }

  @Test("A table's entry serves only as deep a search")
  func tableRules() throws {
    let board = try Board(text: "2 4 8 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    var table = TranspositionTable(bits: 4, filler: Board.empty)
    table.clear()
    #expect(table.value(of: board, layers: 2, probability: 0.1) == nil)
    table.insert(7, of: board, layers: 2, probability: 0.1)
    #expect(table.value(of: board, layers: 2, probability: 0.1) == 7)
    #expect(table.value(of: board, layers: 2, probability: 0.05) == 7)
    #expect(table.value(of: board, layers: 2, probability: 0.2) == nil, "That was cut sooner")
    #expect(table.value(of: board, layers: 3, probability: 0.1) == nil)
    #expect(table.value(of: board, layers: 1, probability: 0.1) == nil)
    let other = board.applying(BoardShape.standard.symmetries[1])
    #expect(table.value(of: other, layers: 2, probability: 0.1) == nil)
    table.clear()
    #expect(table.value(of: board, layers: 2, probability: 0.1) == nil)
  }

  @Test("A table stays within its size, and holds the newest")
  func tableSize() {
    let boards: [Board] = RandomBoards.make(500, largestExponent: 15, seed: 4)
    var table = TranspositionTable(bits: 3, filler: Board.empty)
    table.clear()
    for (index, board) in boards.enumerated() {
      table.insert(Float(index), of: board, layers: 1, probability: 1)
      #expect(table.value(of: board, layers: 1, probability: 1) == Float(index))
    }
    let held = boards.enumerated().filter { index, board in
      table.value(of: board, layers: 1, probability: 1) == Float(index)
    }
    #expect((1...8).contains(held.count))
    var none = TranspositionTable(bits: 0, filler: Board.empty)
    none.insert(1, of: boards[0], layers: 1, probability: 1)
    #expect(none.value(of: boards[0], layers: 1, probability: 1) == nil)
  }

  /// The sum of the face values, to tell boards apart.
  struct TileSum: AfterstateValue {
    func value(of afterstate: Board) -> Float { Float(afterstate.tileSum) }
  }

  @Test("Leaves keep their values, also when the list is full")
  func leaves() {
    let boards: [Board] = RandomBoards.make(300, largestExponent: 9, seed: 5)
    var batch = LeafBatch(bits: 7, filler: Board.empty)
    for start in stride(from: 0, to: 300, by: 10) {
      batch.reserve(80)
      var numbers: [Board: Set<UInt32>] = [:]
      let before = batch.count
      for board in boards[start..<(start + 10)] + boards[start..<(start + 10)] {
        let afterstates = board.afterstates
        let found = batch.numbers(of: afterstates)
        for action in afterstates.legal {
          numbers[afterstates[action], default: []].insert(found[Int(action.rawValue)])
        }
      }
      #expect(batch.count <= 128)
      let added = batch.count - before
      batch.valueNewLeaves(with: TileSum())
      #expect(batch.valuedCount == batch.count)
      for (board, numbers) in numbers {
        for number in numbers {
          #expect(batch.boards[Int(number)] == board)
          #expect(batch.values[Int(number)] == Float(board.tileSum))
        }
      }
      let new = numbers.values.joined().filter { $0 >= before }
      #expect(Set(new).count == added, "Every new leaf is a legal action's")
      #expect(numbers.values.count { $0.count > 1 } < numbers.count / 2, "Most are listed once")
    }
  }

  /// How many plies a number of nodes allows, layer by layer: each different
  /// afterstate of a layer is spread once, and what it leads to is counted.
  static func plies(from board: Board, nodes: Int) -> Int {
    var layer = Set(board.legalActions.map { board.afterstates[$0] })
    var met = layer.count
    var plies = 1
    while met > 0, met <= nodes / 2 {
      var next: Set<Board> = []
      met = 0
      for afterstate in layer {
        for rank in 0..<afterstate.emptyCount {
          for exponent in 1...2 {
            var spawned = afterstate
            spawned.placeTile(exponent: exponent, onEmptyCell: rank)
            let afterstates = spawned.afterstates
            met += afterstates.legal.count
            next.formUnion(afterstates.legal.map { afterstates[$0] })
          }
        }
      }
      layer = next
      plies += 1
    }
    return plies
  }

  @Test(
    "Nodes choose the depth, and are valued no more often", .optimizedBuild,
    arguments: [1, 10, 300, 5_000])
  func nodeBudget(nodes: Int) throws {
    let search = try Expectimax(
      RowHeuristic(), configuration: SearchConfiguration(limit: .nodes(nodes)))
    let boards: [Board] = RandomBoards.make(60, largestExponent: 10, seed: 7)
    var depths: Set<Int> = []
    for board in boards where !board.isTerminal {
      let result = search.search(board)
      #expect(result.plies == Self.plies(from: board, nodes: nodes), "\(board)")
      depths.insert(result.plies)
      let fixed = try Expectimax(
        RowHeuristic(), configuration: SearchConfiguration(limit: .plies(result.plies)))
      let expected = fixed.search(board)
      #expect(result.legal.allSatisfy { result.total($0) == expected.total($0) })
      // Sixteen cells, two tiles and four actions at most for each.
      #expect(result.nodes <= 128 * max(nodes, 2))
    }
    #expect(nodes == 1 ? depths == [1] : nodes == 10 ? depths == [2] : depths.count > 1)
  }

  @Test("An open board's leaves do not overrun their list, cut or not", .optimizedBuild)
  func manyLeaves() throws {
    let board = try Board(text: "2 4 0 0 / 0 8 0 0 / 0 0 16 0 / 0 0 0 4")
    let uncut = try Expectimax(TileSum(), configuration: SearchConfiguration(limit: .plies(4)))
    let result = uncut.search(board)
    #expect(result.nodes > 1 << 14)
    // Behind three tiles, each worth 2.2 on average, and rewards on the way.
    #expect(result.legal.allSatisfy { result.total($0) >= 34 + 3 * 2.2 })
    let cut = try Expectimax(
      TileSum(),
      configuration: SearchConfiguration(limit: .plies(5), minimumProbability: 1e-5, tableBits: 0))
    #expect(cut.search(board).nodes > 1 << 14)
  }

  @Test("A search ends in its time")
  func timeBudget() throws {
    let search = try Expectimax(
      RowHeuristic(), configuration: SearchConfiguration(limit: .milliseconds(20)))
    let board = try Board(text: "2 4 8 16 / 0 2 0 8 / 0 0 4 2 / 0 0 0 0")
    _ = search.search(board)  // makes the workspace
    var result: SearchResult?
    let time = ContinuousClock().measure { result = search.search(board) }
    // A busy machine may take the processor away for a while.
    #expect(time < .milliseconds(500))
    #expect((result?.plies ?? 0) >= 2)
  }
}
