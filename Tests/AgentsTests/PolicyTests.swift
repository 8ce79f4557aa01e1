import Env2048
import Testing

@testable import Agents

/// Policies without learning, and what every policy must do.
@Suite struct PolicyTests {
  /// A value that is the same everywhere.
  struct ConstantValue: AfterstateValue {
    let constant: Float
    func value(of afterstate: Board) -> Float { constant }
  }

  /// A value that is not a number for one board.
  struct FaultyValue: AfterstateValue {
    let faulty: Board
    func value(of afterstate: Board) -> Float { afterstate == faulty ? .nan : -1_000 }
  }

  /// Always the same action, legal or not.
  struct StubbornPolicy: Policy {
    func action(for board: Board, using random: inout RandomSource) -> Action? { .left }
  }

  static func choice(_ policy: some Policy<Board>, _ board: Board) -> Action? {
    var random = RandomSource(seed: 1)
    return policy.action(for: board, using: &random)
  }

  @Test("On a dead board there is no action (case 53)")
  func deadBoard() throws {
    let board = try Board(text: "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2")
    #expect(Self.choice(RandomPolicy(), board) == nil)
    #expect(Self.choice(GreedyRewardPolicy(), board) == nil)
    #expect(Self.choice(GreedyPolicy(ConstantValue(constant: 1)), board) == nil)
    #expect(ConstantValue(constant: 1).actionValues(of: board).isEmpty)
  }

  @Test("An illegal action never beats a negative value (case 93)")
  func negativeValues() throws {
    let board = try Board(text: "2 4 8 16 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    #expect(board.legalActions == [.down])
    #expect(Self.choice(GreedyPolicy(ConstantValue(constant: -5)), board) == .down)
    let open = try Board(text: "0 4 8 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    #expect(!open.legalActions.contains(.up))
    #expect(Self.choice(GreedyPolicy(ConstantValue(constant: -5)), open) == .right)
    #expect(
      ConstantValue(constant: -5).actionValues(of: open).map(\.action) == [.right, .down, .left])
    let network = try NTupleNetwork<Board>(.named("5x4"), initialValue: -5)
    #expect(Self.choice(GreedyPolicy(network), open) == .right)
  }

  @Test("A value that is not a number loses against any other", arguments: Action.allCases)
  func notANumber(faulty: Action) throws {
    let board = try Board(text: "0 0 0 0 / 0 2 0 0 / 0 0 0 0 / 0 0 0 0")
    #expect(board.legalActions == .all)
    let value = FaultyValue(faulty: board.afterstates[faulty])
    #expect(Self.choice(GreedyPolicy(value), board) == (faulty == .up ? .right : .up))
  }

  @Test("The largest sum of reward and value is chosen, the first of equals")
  func greedy() throws {
    let board = try Board(text: "2 2 0 0 / 0 0 0 0 / 4 0 0 0 / 4 0 0 0")
    #expect(Self.choice(GreedyRewardPolicy(), board) == .up)
    #expect(Self.choice(GreedyPolicy(ConstantValue(constant: 7)), board) == .up)
    let sideways = try Board(text: "2 2 0 0 / 0 0 0 0 / 0 0 0 0 / 4 0 0 0")
    #expect(Self.choice(GreedyRewardPolicy(), sideways) == .right)
    let weighed = ConstantValue(constant: 7).actionValues(of: sideways)
    #expect(weighed.map(\.reward) == [0, 4, 0, 4])
    #expect(weighed.map(\.total) == [7, 11, 7, 11])
  }

  @Test("A policy that repeats an illegal action does not play for ever (case 163)")
  func stubborn() {
    let player = PolicyPlayer(StubbornPolicy())
    for seed in UInt64(0)..<10 {
      let result = player.play(rules: Rules(), seed: seed)
      #expect(result.moves < 1_000)
      #expect(result == player.play(rules: Rules(), seed: seed))
    }
  }

  static func play(_ player: some GamePlayer, games: Int) -> [GameResult] {
    (0..<games).map { player.play(rules: Rules(), seed: UInt64($0)) }
  }

  static func meanScore(_ results: [GameResult]) -> Double {
    Double(results.reduce(0) { $0 + $1.score }) / Double(results.count)
  }

  @Test("Random legal play scores what it scores elsewhere (case 167)")
  func randomBaseline() {
    let results = Self.play(PolicyPlayer(RandomPolicy<Board>()), games: 4_000)
    // Reference over 59,392 games: 1094.5 ± 2.2, 118.37 ± 0.15 moves; one
    // standard error over 4,000 games is 8.5 points and 0.58 moves.
    #expect(abs(Self.meanScore(results) - 1094.5) < 4 * 8.8)
    let moves = Double(results.reduce(0) { $0 + $1.moves }) / 4_000
    #expect(abs(moves - 118.37) < 4 * 0.6)
    let usual = Double(results.count { [6, 7].contains($0.largestExponent) }) / 4_000
    #expect(abs(usual - 0.8519) < 4 * 0.006)
  }

  @Test("Greed for reward beats chance")
  func greedyBaseline() {
    let greedy = Self.meanScore(Self.play(PolicyPlayer(GreedyRewardPolicy<Board>()), games: 1_000))
    #expect((2_000...4_500).contains(greedy))
  }
}
