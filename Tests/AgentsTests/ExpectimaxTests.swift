import Env2048
import Testing

@testable import Agents

/// `Expectimax` against the definition of what it computes.
@Suite struct ExpectimaxTests {
  /// A network whose values differ, some of them below 0.
  static func network<State: NTupleState>(
    _: State.Type, shape: BoardShape, _ patterns: String
  ) throws -> NTupleNetwork<State> {
    let network = try NTupleNetwork<State>(
      NTupleConfiguration(shape: shape, patterns: NTupleConfiguration.parsing(patterns)))
    network.weights.randomize(seed: 5)
    for index in 0..<network.weights.count {
      network.weights[index] = 8 * network.weights[index] - 3
    }
    return network
  }

  static func expectEqual(
    _ result: SearchResult, _ totals: [Double?], tolerance: Double = 1e-3, _ comment: Comment
  ) {
    for action in Action.allCases {
      let expected = totals[Int(action.rawValue)]
      #expect(result.legal.contains(action) == (expected != nil), comment)
      guard let expected, result.legal.contains(action) else { continue }
      #expect(abs(Double(result.total(action)) - expected) < tolerance, comment)
    }
  }

  static let settings = [(2, 2, 5), (2, 3, 4), (3, 3, 3), (1, 5, 5)]

  @Test(
    "Small boards: the sums of the definition", .optimizedBuild, arguments: settings, [0, 2, 12])
  func smallBoards(setting: (rows: Int, columns: Int, plies: Int), tableBits: Int) throws {
    let shape = try BoardShape(rows: setting.rows, columns: setting.columns)
    let network = try Self.network(Grid.self, shape: shape, "0123,310")
    let boards: [Grid] = RandomBoards.make(12, shape: shape, largestExponent: 5, seed: 2)
    for plies in 1...setting.plies {
      let search = try Expectimax(
        network, configuration: SearchConfiguration(limit: .plies(plies), tableBits: tableBits))
      for board in boards where board.emptyCount < 6 {
        let result = search.search(board)
        #expect(result.plies == plies)
        Self.expectEqual(
          result, ExhaustiveSearch(value: network).totals(board, plies: plies),
          "\(board), \(plies) plies")
      }
    }
  }

  @Test(
    "4x4: the sums of the definition, large tiles included", .optimizedBuild, arguments: [0, 3, 12])
  func standardBoard(tableBits: Int) throws {
    let network = try Self.network(Board.self, shape: .standard, "0123,0145,569a")
    var boards: [Board] = RandomBoards.make(40, largestExponent: 17, seed: 3)
    boards = boards.filter { $0.emptyCount < 9 }
    #expect(boards.contains { $0.largestExponent > 15 })
    for plies in 1...3 {
      let search = try Expectimax(
        network, configuration: SearchConfiguration(limit: .plies(plies), tableBits: tableBits))
      for board in boards where plies < 3 || board.emptyCount < 3 {
        Self.expectEqual(
          search.search(board), ExhaustiveSearch(value: network).totals(board, plies: plies),
          tolerance: 0.5, "\(board), \(plies) plies")
      }
    }
  }

  @Test("The rules say how probable a 4 is", arguments: [0, 0.25, 1])
  func fourProbability(probability: Double) throws {
    let shape = try BoardShape(rows: 2, columns: 3)
    let network = try Self.network(Grid.self, shape: shape, "012345")
    let search = try Expectimax(
      network, configuration: SearchConfiguration(limit: .plies(3)),
      rules: Rules(shape: shape, fourProbability: probability))
    let boards: [Grid] = RandomBoards.make(12, shape: shape, largestExponent: 5, seed: 8)
    for board in boards {
      let exhaustive = ExhaustiveSearch(value: network, fourProbability: probability)
      Self.expectEqual(
        search.search(board), exhaustive.totals(board, plies: 3), tolerance: 0.01, "\(board)")
    }
  }

  @Test(
    "Improbable branches are valued where they stand", .optimizedBuild,
    arguments: [0.03, 0.004, 0.3])
  func probabilityCut(minimum: Double) throws {
    let shape = try BoardShape(rows: 2, columns: 3)
    let network = try Self.network(Grid.self, shape: shape, "012345")
    let search = try Expectimax(
      network,
      configuration: SearchConfiguration(
        limit: .plies(4), minimumProbability: Float(minimum), tableBits: 0))
    let boards: [Grid] = RandomBoards.make(20, shape: shape, largestExponent: 5, seed: 9)
    var differing = 0
    for board in boards {
      let cut = ExhaustiveSearch(value: network, minimumProbability: minimum)
      let totals = cut.totals(board, plies: 4)
      Self.expectEqual(search.search(board), totals, tolerance: 0.01, "\(board)")
      if totals != ExhaustiveSearch(value: network).totals(board, plies: 4) { differing += 1 }
    }
    #expect(differing > 0, "Nothing was cut")
  }

  @Test("One ply is greedy play")
  func greedy() throws {
    let network = try NTupleNetwork<Board>(.named("5x4"))
    network.weights.randomize(seed: 6)
    let search = try Expectimax(network, configuration: SearchConfiguration(limit: .plies(1)))
    let greedy = GreedyPolicy(network)
    let boards: [Board] = RandomBoards.make(500, largestExponent: 12, seed: 6)
    for board in boards {
      #expect(PolicyTests.choice(search, board) == PolicyTests.choice(greedy, board), "\(board)")
    }
  }

  @Test("On a dead board there is no action (case 53)")
  func deadBoard() throws {
    let board = try Board(text: "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2")
    for limit in [SearchLimit.plies(3), .nodes(100), .milliseconds(5)] {
      let search = try Expectimax(
        RowHeuristic(), configuration: SearchConfiguration(limit: limit))
      #expect(PolicyTests.choice(search, board) == nil)
      #expect(search.search(board).legal.isEmpty)
    }
  }

  @Test("A value that is not a number counts as 0")
  func notANumber() throws {
    let network = try NTupleNetwork<Board>(.named("5x4"), initialValue: .nan)
    let board = try Board(text: "2 2 0 0 / 0 0 0 0 / 0 0 0 0 / 4 0 0 0")
    for plies in 1...2 {
      let search = try Expectimax(network, configuration: SearchConfiguration(limit: .plies(plies)))
      let result = search.search(board)
      #expect(result.legal.allSatisfy { result.total($0) >= 0 })
      #expect(result.best == .right)
    }
  }

  @Test("Threads search side by side with the same results")
  func threads() async throws {
    let network = try Self.network(Board.self, shape: .standard, "0123,0145,569a")
    let search = try Expectimax(
      network, configuration: SearchConfiguration(limit: .nodes(2_000), tableBits: 8))
    let boards: [Board] = RandomBoards.make(200, largestExponent: 10, seed: 12)
    let expected = boards.map { search.search($0) }
    let found = await withTaskGroup(of: (Int, SearchResult).self) { group in
      for (index, board) in boards.enumerated() {
        group.addTask { (index, search.search(board)) }
      }
      return await group.reduce(into: [Int: SearchResult]()) { $0[$1.0] = $1.1 }
    }
    for (index, result) in expected.enumerated() { #expect(found[index] == result) }
  }

  static let outOfRange: [(SearchConfiguration, String)] = [
    (SearchConfiguration(limit: .plies(0)), "plies"),
    (SearchConfiguration(limit: .plies(33)), "plies"),
    (SearchConfiguration(limit: .nodes(0)), "nodes"),
    (SearchConfiguration(limit: .milliseconds(-1)), "milliseconds"),
    (SearchConfiguration(limit: .plies(2), minimumProbability: 1), "minimum probability"),
    (SearchConfiguration(limit: .plies(2), minimumProbability: .nan), "minimum probability"),
    (SearchConfiguration(limit: .plies(2), tableBits: 29), "table bits"),
  ]

  @Test("A setting out of range is refused by name", arguments: outOfRange)
  func refused(configuration: SearchConfiguration, name: String) throws {
    let error = #expect(throws: SearchError.self) {
      _ = try Expectimax(RowHeuristic(), configuration: configuration)
    }
    guard case .setting(name, _, _) = error else {
      Issue.record("Another error: \(String(describing: error))")
      return
    }
  }
}
