import Env2048
import Testing

@testable import Agents

/// What policies say an action is worth, and what searches say they took.
@Suite struct WeighingPolicyTests {
  static let shape = (try? BoardShape(rows: 2, columns: 3)) ?? .standard

  static func boards(_ count: Int = 30) -> [Grid] {
    RandomBoards.make(count, shape: shape, largestExponent: 5, seed: 21)
  }

  static func network() throws -> NTupleNetwork<Grid> {
    try ExpectimaxTests.network(Grid.self, shape: shape, "012345")
  }

  @Test("Every action is worth what an exhaustive search finds", arguments: 1...3)
  func worth(plies: Int) throws {
    let network = try Self.network()
    let exhaustive = ExhaustiveSearch(value: network)
    let expectimax = try Expectimax(
      network, configuration: SearchConfiguration(limit: .plies(plies)))
    let minimax = try Minimax(network, plies: plies)
    for board in Self.boards() {
      let totals = exhaustive.totals(board, plies: plies)
      let worstTotals = exhaustive.worstTotals(board, plies: plies)
      for (values, expected) in [
        (expectimax.actionValues(of: board), totals),
        (minimax.actionValues(of: board), worstTotals),
      ] {
        #expect(values.map(\.action) == Array(board.legalActions))
        for value in values {
          let total = try #require(expected[Int(value.action.rawValue)])
          #expect(abs(Double(value.total) - total) < 1e-2, "\(board)")
          #expect(value.reward == board.sliding(value.action)?.reward)
          #expect(abs(Float(value.reward) + value.value - value.total) < 1e-2)
        }
      }
    }
  }

  @Test("The action chosen is worth most")
  func choice() throws {
    let network = try Self.network()
    let policies: [any WeighingPolicy<Grid>] = [
      GreedyPolicy(network), GreedyRewardPolicy<Grid>(), try Minimax(network, plies: 2),
      try Expectimax(network, configuration: SearchConfiguration(limit: .plies(2))),
      TileDowngrading(GreedyPolicy(network), threshold: 3),
    ]
    for policy in policies {
      for board in Self.boards() {
        let values = policy.actionValues(of: board)
        var random = RandomSource(seed: 1)
        let chosen = policy.action(for: board, using: &random)
        #expect((chosen == nil) == values.isEmpty)
        let best = values.map(\.total).max()
        #expect(values.first { $0.action == chosen }?.total == best, "\(policy): \(board)")
      }
    }
  }

  @Test("A value that is no score is the total itself")
  func noScore() throws {
    let board = try Board(text: "8 8 0 0 / 0 0 0 0 / 2 0 0 0 / 0 0 0 0")
    let search = try Expectimax(
      RowHeuristic(), configuration: SearchConfiguration(limit: .plies(2)))
    for value in search.actionValues(of: board) {
      #expect(value.value == value.total && value.total > 1_000_000)
    }
  }

  @Test("Looking ahead for rewards alone finds the merge behind the next move")
  func rewardsAhead() throws {
    // Left makes two 8s in one column, which the next move merges.
    let board = try Board(text: "8 0 0 0 / 4 4 0 0 / 0 0 0 0 / 0 0 0 0")
    let search = try Expectimax(
      ZeroValue<Board>(), configuration: SearchConfiguration(limit: .plies(2)))
    let values = search.actionValues(of: board)
    let left = try #require(values.first { $0.action == .left })
    #expect(left.reward == 8 && left.total >= 8 + 16)
  }

  @Test("Downgrading weighs the board that it shows")
  func downgraded() throws {
    let policy = TileDowngrading(GreedyRewardPolicy<Board>(), threshold: 12)
    let board = try Board(text: "4096 4096 0 0 / 2 4 0 0 / 0 0 0 0 / 0 0 0 0")
    #expect(policy.downgrading(board) != board)
    #expect(policy.actionValues(of: board).first { $0.action == .left }?.reward == 4096)
  }

  @Test("Effort is the sum over all searches")
  func effort() throws {
    let search = try Expectimax(
      try Self.network(), configuration: SearchConfiguration(limit: .plies(2)))
    #expect(search.effort == SearchEffort())
    #expect(search.effort.nodesPerMove == nil && search.effort.pliesPerMove == nil)
    let boards = Self.boards(5)
    let results = boards.map { search.search($0) }
    #expect(search.effort.moves == 5)
    #expect(search.effort.nodes == results.reduce(0) { $0 + $1.nodes })
    #expect(search.effort.plies == 10)
    #expect(search.effort.pliesPerMove == 2)
    #expect(search.effort.nodesPerMove == Double(search.effort.nodes) / 5)
  }

  @Test("A search that runs out of time leaves nothing half searched in its table")
  func exhausted() throws {
    let network = try ExpectimaxTests.network(
      Board.self, shape: .standard, "0123,0145,569a")
    let timed = try Expectimax(
      network, configuration: SearchConfiguration(limit: .milliseconds(2), tableBits: 12))
    let boards: [Board] = RandomBoards.make(20, largestExponent: 10, seed: 22)
    for board in boards where board.emptyCount < 10 && !board.isTerminal {
      let result = timed.search(board)
      let whole = try Expectimax(
        network, configuration: SearchConfiguration(limit: .plies(result.plies), tableBits: 12)
      ).search(board)
      for action in result.legal {
        #expect(abs(result.total(action) - whole.total(action)) < 0.01, "\(board)")
      }
    }
  }
}
