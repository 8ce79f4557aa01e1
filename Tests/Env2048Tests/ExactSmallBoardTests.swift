import Testing

@testable import Env2048

/// Expected scores of small boards, exact by recursion over all play.
///
/// The tile sum grows with each move, so no board comes back and the recursion
/// ends; every board's value is kept.
struct ExactPlay {
  /// How the player chooses.
  enum Policy {
    /// Every legal action with the same probability.
    case random
    /// The action with the best expected score.
    case optimal
  }

  let policy: Policy
  private var values: [Grid: Double] = [:]

  init(policy: Policy) { self.policy = policy }

  /// Every board that a new tile can make of one, with its probability.
  private static func withNewTile(_ board: Grid) -> [(board: Grid, probability: Double)] {
    let empties = board.emptyCount
    return (0..<empties).flatMap { rank in
      [(1, 0.9), (2, 0.1)].map { exponent, probability in
        var next = board
        next.placeTile(exponent: exponent, onEmptyCell: rank)
        return (next, probability / Double(empties))
      }
    }
  }

  /// The expected reward of an action and of all play after it.
  mutating func value(of slide: (afterstate: Grid, reward: Int)) -> Double {
    var sum = Double(slide.reward)
    for (next, probability) in Self.withNewTile(slide.afterstate) {
      sum += probability * value(of: next)
    }
    return sum
  }

  /// The expected score that is still to be made from a board.
  mutating func value(of board: Grid) -> Double {
    if let known = values[board] { return known }
    var actionValues: [Double] = []
    for slide in Action.allCases.compactMap({ board.sliding($0) }) {
      actionValues.append(value(of: slide))
    }
    let value =
      switch policy {
      case .random: actionValues.reduce(0, +) / Double(max(1, actionValues.count))
      case .optimal: actionValues.max() ?? 0
      }
    values[board] = value
    return value
  }

  /// The expected score of a game with two starting tiles.
  mutating func value(of shape: BoardShape) -> Double {
    var sum = 0.0
    for (one, probability) in Self.withNewTile(Grid(shape: shape)) {
      for (two, secondProbability) in Self.withNewTile(one) {
        sum += probability * secondProbability * value(of: two)
      }
    }
    return sum
  }

  /// The best action on a board.
  mutating func bestAction(on board: Grid) -> Action? {
    var best: (action: Action, value: Double)?
    for action in Action.allCases {
      guard let slide = board.sliding(action) else { continue }
      let candidate = value(of: slide)
      if candidate > best?.value ?? -.infinity { best = (action, candidate) }
    }
    return best?.action
  }
}

@Suite struct ExactSmallBoardTests {
  @Test(
    "The exact means of random play",
    arguments: [
      (BoardShape(2, 2), 19.6565), (BoardShape(1, 3), 8.2610), (BoardShape(1, 4), 21.7373),
      (BoardShape(1, 5), 39.7111), (BoardShape(5, 1), 39.7111),
    ])
  func randomPlay(shape: BoardShape, mean: Double) {
    var play = ExactPlay(policy: .random)
    #expect(abs(play.value(of: shape) - mean) < 0.000_05)
  }

  @Test("The exact mean of the best play on 2x2")
  func optimalPlay() {
    var play = ExactPlay(policy: .optimal)
    #expect(abs(play.value(of: BoardShape(2, 2)) - 66.964) < 0.000_5)
  }

  /// Scores and largest tiles of games in the environment.
  static func games(
    _ count: Int, shape: BoardShape, seed: UInt64, choose: (Grid, ActionMask) throws -> Action
  ) throws -> (scores: Sample, highest: Int, tiles: [Int]) {
    var environment = try GameEnvironment<Grid>(rules: Rules(shape: shape), seed: seed)
    var scores = Sample()
    var highest = 0
    var tiles: [Int] = []
    for _ in 0..<count {
      var board = environment.reset().observation
      while !environment.actionMask.isEmpty {
        board = try environment.step(choose(board, environment.actionMask)).observation
      }
      scores.add(environment.info.score)
      highest = max(highest, environment.info.score)
      tiles.append(environment.info.largestTile)
    }
    return (scores, highest, tiles)
  }

  @Test(
    "Case 29: 4,000 random games on small boards come to the exact mean",
    arguments: [(BoardShape(2, 2), 19.6565, 1.0), (BoardShape(1, 4), 21.7373, 0.85)])
  func randomGames(shape: BoardShape, mean: Double, tolerance: Double) throws {
    var random = RandomSource(seed: 29)
    let games = try Self.games(4_000, shape: shape, seed: 92) { _, mask in
      mask.member(at: Int(random.draw(below: UInt32(mask.count))))
    }
    #expect(abs(games.scores.mean - mean) < tolerance)
    #expect(try #require(games.tiles.max()) <= 32)
  }

  @Test("Case 105: 4,000 games of the best play on 2x2 come to the optimum")
  func optimalGames() throws {
    var play = ExactPlay(policy: .optimal)
    let games = try Self.games(4_000, shape: BoardShape(2, 2), seed: 105) { board, mask in
      play.bestAction(on: board) ?? mask.member(at: 0)
    }
    // Four standard errors, of which the case gives 24.2 / √4000.
    #expect(abs(games.scores.mean - 66.964) < 4 * 0.383)
    #expect(abs(games.scores.standardError - 0.383) < 0.03)
    #expect(games.highest <= 196)
    #expect(games.tiles.allSatisfy { $0 <= 32 })
  }
}
