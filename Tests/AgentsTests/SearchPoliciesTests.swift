import Env2048
import Testing

@testable import Agents

/// The heuristic, minimax and tile-downgrading.
@Suite struct SearchPoliciesTests {
  /// The formula, term by term.
  static func worth(_ row: [Int]) -> Double {
    let exponents = row.map(Double.init)
    func fourth(_ value: Double) -> Double { value * value * value * value }
    var (left, right) = (0.0, 0.0)
    for place in 1..<4 {
      let (before, after) = (exponents[place - 1], exponents[place])
      if before > after {
        left += fourth(before) - fourth(after)
      } else {
        right += fourth(after) - fourth(before)
      }
    }
    var merges = 0
    var remaining = row.filter { $0 > 0 }[...]
    while let first = remaining.first {
      let run = remaining.prefix { $0 == first }.count
      if run >= 2 { merges += run }
      remaining = remaining.dropFirst(run)
    }
    let sum = exponents.reduce(0) { $0 + fourth($1) / max($1, 1).squareRoot() }
    return 200_000 + 270 * Double(row.count { $0 == 0 }) + 700 * Double(merges)
      - 47 * min(left, right) - 11 * sum
  }

  @Test("The heuristic is the published formula")
  func formula() {
    let heuristic = RowHeuristic()
    #expect(!RowHeuristic.addsRewards)
    #expect(heuristic.value(of: .empty) == 8 * (200_000 + 4 * 270))
    let boards: [Board] = RandomBoards.make(2_000, largestExponent: 15, seed: 13)
    // The worst boards have values of tens of millions, and floats steps of 2 there.
    for board in boards {
      let cells = board.exponents
      let rows = (0..<4).map { row in (0..<4).map { cells[4 * row + $0] } }
      let columns = (0..<4).map { column in (0..<4).map { cells[4 * $0 + column] } }
      let expected = (rows + columns).reduce(0) { $0 + Self.worth($1) }
      let found = heuristic.value(of: board)
      #expect(abs(Double(found) - expected) < 16, "\(board)")
      for symmetry in BoardShape.standard.symmetries {
        #expect(abs(heuristic.value(of: board.applying(symmetry)) - found) < 16)
      }
    }
  }

  @Test("By hand: 2 2 4 4 has two pairs, rises, and has no gap")
  func byHand() throws {
    let heuristic = RowHeuristic()
    let board = try Board(text: "2 2 4 4 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    // Row: 200000 + 2800 − 11·(1 + 1 + 2·2^3.5); columns fall only: 3 empty
    // cells each, no order broken, −11 for a 2 and −11·2^3.5 for a 4.
    let power = 11.313_708_5
    let row = 202_800 - 11 * (2 + 2 * power)
    let columns = 2 * (200_810 - 11) + 2 * (200_810 - 11 * power)
    #expect(abs(Double(heuristic.value(of: board)) - (row + columns + 3 * 201_080)) < 1)
  }

  @Test("The heuristic's moves are worth their afterstates alone")
  func noRewards() throws {
    let board = try Board(text: "8 8 0 0 / 0 0 0 0 / 2 0 0 0 / 0 0 0 0")
    let heuristic = RowHeuristic()
    for weighed in heuristic.actionValues(of: board) {
      #expect(weighed.total == weighed.value)
      #expect(weighed.value == heuristic.value(of: board.afterstates[weighed.action]))
    }
    let search = try Expectimax(heuristic, configuration: SearchConfiguration(limit: .plies(1)))
    #expect(PolicyTests.choice(search, board) == PolicyTests.choice(GreedyPolicy(heuristic), board))
  }

  @Test("Minimax with pruning is minimax without", arguments: 1...4)
  func minimax(plies: Int) throws {
    let shape = try BoardShape(rows: 2, columns: 3)
    let network = try ExpectimaxTests.network(Grid.self, shape: shape, "012345")
    let search = try Minimax(network, plies: plies)
    let boards: [Grid] = RandomBoards.make(30, shape: shape, largestExponent: 5, seed: 14)
    for board in boards {
      let totals = ExhaustiveSearch(value: network).worstTotals(board, plies: plies)
      let found = search.best(on: board)
      let best = totals.compactMap(\.self).max()
      #expect((found.action == nil) == (best == nil))
      #expect(abs(Double(found.total) - (best ?? 0)) < 1e-3, "\(board)")
      if let action = found.action, let total = totals[Int(action.rawValue)], let best {
        #expect(best - total < 1e-3)
      }
    }
    #expect(throws: SearchError.self) { _ = try Minimax(network, plies: 0) }
  }

  static let downgrades: [(String, String)] = [
    // 16384 is the largest that is missing.
    ("32768 8192 0 2", "16384 8192 0 2"),
    ("65536 32768 8192 4", "32768 16384 8192 4"),
    ("65536 32768 32768 2", "32768 16384 16384 2"),
    // Below the threshold, and without a gap, nothing changes.
    ("16384 4096 0 2", "16384 4096 0 2"),
  ]

  @Test("Tiles above the gap are halved", arguments: downgrades)
  func downgrading(row: String, expected: String) throws {
    let policy = TileDowngrading(RandomPolicy<Board>())
    let rest = " / 2 4 8 16 / 2 4 2 4 / 0 0 0 0"
    #expect(
      policy.downgrading(try Board(text: row + rest)) == (try Board(text: expected + rest)))
  }

  @Test("A board without a gap stays")
  func noGap() throws {
    let policy = TileDowngrading(RandomPolicy<Board>())
    let full = try Board(
      text: "32768 16384 8192 4096 / 256 512 1024 2048 / 128 64 32 16 / 0 2 4 8")
    #expect(policy.downgrading(full) == full)
  }

  @Test("Downgrading changes no action's legality, and the base sees the result")
  func legality() {
    let boards: [Board] = RandomBoards.make(2_000, largestExponent: 17, seed: 15)
    let policy = TileDowngrading(GreedyRewardPolicy<Board>(), threshold: 12)
    var changed = 0
    for board in boards {
      let lowered = policy.downgrading(board)
      #expect(lowered.legalActions == board.legalActions, "\(board)")
      #expect(
        PolicyTests.choice(policy, board) == PolicyTests.choice(GreedyRewardPolicy(), lowered))
      if lowered != board {
        changed += 1
        #expect(lowered.largestExponent == board.largestExponent - 1)
      }
    }
    #expect(changed > 100)
  }

  @Test("Looking ahead plays better", .optimizedBuild)
  func strength() throws {
    let network = try LearningTests.train(
      Board.self, .named("5x4"), TDConfiguration(), games: 2_000)
    func mean(_ policy: some Policy<Board>, games: Int) -> Double {
      LearningTests.mean(LearningTests.scores(PolicyPlayer(policy), .standard, games: games))
    }
    let greedy = mean(GreedyPolicy(network), games: 200)
    let search = try Expectimax(network, configuration: SearchConfiguration(limit: .plies(2)))
    #expect(mean(search, games: 100) > 1.2 * greedy)
    let heuristic = try Expectimax(
      RowHeuristic(), configuration: SearchConfiguration(limit: .nodes(500)))
    #expect(mean(heuristic, games: 10) > 20_000)
    #expect(mean(try Minimax(RowHeuristic(), plies: 2), games: 10) > 5_000)
  }
}
