import Testing

@testable import Env2048

/// `GameEnvironment`: reset, step, info, the ends of an episode, and errors.
@Suite struct EnvironmentTests {
  @Test("Case 82: reset gives the observation and info of a fresh game")
  func reset() throws {
    var environment = try GameEnvironment<Board>()
    #expect(environment.actionMask.isEmpty)
    let (board, info) = environment.reset(seed: 82)
    #expect(board.tileCount == 2)
    #expect(info.score == 0)
    #expect(info.moves == 0)
    #expect(info.largestExponent == board.largestExponent)
    #expect(info.actionMask == board.legalActions)
    #expect(info.wasLegal)
    #expect(info.spawned == nil)
    #expect(!info.hasWon)
    #expect(environment.info == info)
    #expect(environment.snapshot.episode.board == board)
  }

  @Test("Case 61: a step reports what happened, and rewards add up to the score")
  func step() throws {
    var environment = try GameEnvironment<Board>()
    var (board, _) = environment.reset(seed: 61)
    var (score, moves, fours) = (0, 0, board.exponents.count { $0 == 2 })
    var terminated = false
    while !terminated {
      let action = environment.actionMask.member(at: moves % environment.actionMask.count)
      let slide = try #require(board.sliding(action))
      let step = try environment.step(action)
      let tile = try #require(step.info.spawned)
      var expected = slide.afterstate
      expected[tile.cell] = tile.exponent
      score += step.reward
      moves += 1
      fours += tile.exponent == 2 ? 1 : 0
      #expect(step.observation == expected)
      #expect(step.reward == slide.reward)
      #expect(step.info.score == score)
      #expect(step.info.moves == moves)
      #expect(step.info.largestTile == expected.largestTile)
      #expect(step.info.actionMask == expected.legalActions)
      #expect(step.info.wasLegal)
      #expect(step.terminated == expected.isTerminal)
      #expect(!step.truncated)
      #expect(environment.info.score == score)
      board = step.observation
      terminated = step.terminated
    }
    // What every game obeys: a tile v was merged together for v(log2 v − 1)
    // points, 4 less for each 4 that appeared.
    let worth = board.exponents.reduce(0) { $0 + ($1 == 0 ? 0 : (1 << $1) * ($1 - 1)) }
    #expect(score == worth - 4 * fours)
    #expect(board.tileSum == 2 * (moves + 2) + 2 * fours)
  }

  @Test("Cases 35, 36: an illegal action changes nothing and is reported")
  func illegalAction() throws {
    var environment = try GameEnvironment<Board>(seed: 35)
    let full = Board(padded: "2 2 2 2")
    _ = try environment.reset(to: full)
    let up = try environment.step(.up)
    #expect(up.observation == full)
    #expect(up.reward == 0)
    #expect(!up.terminated)
    #expect(!up.info.wasLegal)
    #expect(up.info.spawned == nil)

    let pair = Board(padded: "2 4 0 0")
    _ = try environment.reset(to: pair)
    let random = environment.snapshot.episode.random
    for _ in 0..<20 {
      let left = try environment.step(.left)
      #expect(left.observation == pair)
      #expect(left.info.moves == 0)
    }
    #expect(environment.snapshot.episode.random == random)
    #expect(environment.snapshot.steps == 20)
  }

  @Test("Case 66: a penalty is in the reward and not in the score")
  func penalty() throws {
    var environment = try GameEnvironment<Board>(
      rules: Rules(illegalAction: .penalty(512)), seed: 66)
    _ = try environment.reset(to: Board(padded: "4 0 0 0"))
    var snapshot = environment.snapshot
    (snapshot.episode.score, snapshot.episode.moves, snapshot.steps) = (100, 9, 9)
    try environment.restore(snapshot)
    let step = try environment.step(.left)
    #expect(step.reward == -512)
    #expect(step.info.score == 100)
    #expect(step.info.moves == 9)
    #expect(!step.terminated)
  }

  @Test("An illegal action ends the episode where the rules say so")
  func terminatingPolicy() throws {
    var environment = try GameEnvironment<Board>(rules: Rules(illegalAction: .terminate), seed: 1)
    _ = try environment.reset(to: Board(padded: "4 0 0 0"))
    let step = try environment.step(.left)
    #expect(step.terminated)
    #expect(!step.truncated)
    #expect(step.reward == 0)
    #expect(step.observation == Board(padded: "4 0 0 0"))
    #expect(step.info.actionMask.isEmpty)
    #expect(environment.actionMask.isEmpty)
  }

  @Test("Case 55: the win tile ends an episode only if the rules say so", arguments: [false, true])
  func winTile(endsAtWin: Bool) throws {
    var environment = try GameEnvironment<Board>(rules: Rules(endsAtWin: endsAtWin), seed: 55)
    _ = try environment.reset(to: Board(padded: "1024 1024 0 0"))
    let step = try environment.step(.left)
    #expect(step.reward == 2_048)
    #expect(step.info.hasWon)
    #expect(step.terminated == endsAtWin)
    if endsAtWin {
      #expect(throws: EnvironmentError.stepAfterEnd(truncated: false)) {
        try environment.step(.right)
      }
    } else {
      #expect(try environment.step(.right).info.hasWon)
    }

    _ = try environment.reset(to: Board(padded: "256 256 0 0"))
    let small = try environment.step(.left)
    #expect(!small.info.hasWon)
    #expect(!small.terminated)
  }

  @Test("Case 80: a step limit truncates and does not terminate")
  func stepLimit() throws {
    var environment = try GameEnvironment<Board>(stepLimit: 5, seed: 80)
    for _ in 0..<2 {  // the limit starts anew with each episode
      _ = environment.reset()
      for count in 1...5 {
        let step = try environment.step(environment.actionMask.member(at: 0))
        #expect(step.truncated == (count == 5))
        #expect(!step.terminated)
      }
      #expect(environment.actionMask.isEmpty)
      #expect(throws: EnvironmentError.stepAfterEnd(truncated: true)) {
        try environment.step(.up)
      }
    }
  }

  @Test("Case 80: a board that dies at the limit or before it is terminated")
  func deadBeforeLimit() throws {
    // The only empty cell gets a 2 or a 4, and both leave no pair.
    let lastMove = Grid("8 16 0")
    for limit in [1, 5] {
      var environment = try GameEnvironment<Grid>(
        rules: Rules(shape: BoardShape(1, 3)), stepLimit: limit, seed: 80)
      _ = try environment.reset(to: lastMove)
      let step = try environment.step(.right)
      #expect(step.terminated)
      #expect(!step.truncated)
    }
  }

  @Test("Cases 53, 84: steps before the first reset and after the end are errors")
  func errors() throws {
    var environment = try GameEnvironment<Board>(seed: 84)
    #expect(throws: EnvironmentError.stepBeforeReset) { try environment.step(.left) }
    let dead = Board("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2")
    let (_, info) = try environment.reset(to: dead)
    #expect(info.actionMask.isEmpty)
    var random = RandomSource(seed: 1)
    #expect(environment.actionSpace.sample(among: info.actionMask, using: &random) == nil)
    #expect(throws: EnvironmentError.stepAfterEnd(truncated: false)) {
      try environment.step(.left)
    }
    #expect(environment.snapshot.episode.board == dead)
    _ = environment.reset()
    #expect(throws: Never.self) { try environment.step(environment.actionMask.member(at: 0)) }
    #expect(EnvironmentError.stepBeforeReset.description.contains("call reset"))
    #expect(EnvironmentError.stepAfterEnd(truncated: true).description.contains("truncated"))
  }

  @Test("reset(to:) starts on the given board, and refuses one of another shape")
  func resetToBoard() throws {
    var environment = try GameEnvironment<Grid>(rules: Rules(shape: BoardShape(2, 3)), seed: 1)
    let board = Grid("2 2 4 / 4 2 4")
    let (observation, info) = try environment.reset(to: board, seed: 5)
    #expect(observation == board)
    #expect(info.actionMask == .all)
    let first = try environment.step(.up)
    _ = try environment.reset(to: board, seed: 5)
    #expect(try environment.step(.up) == first)

    let before = environment.snapshot
    let error = EnvironmentError.boardShape(found: BoardShape(3, 2), expected: BoardShape(2, 3))
    #expect(throws: error) { try environment.reset(to: Grid("2 2 / 4 4 / 2 4")) }
    #expect(environment.snapshot == before)
    #expect(error.description == "Board is 3x2: expected 2x3, the shape of the rules.")
  }

  @Test("Case 76: observations that a caller keeps never change")
  func keptObservations() throws {
    var environment = try GameEnvironment<Board>()
    let (kept, _) = environment.reset(seed: 76)
    let text = kept.description
    let numbers = ExponentEncoding().encoded(kept)
    var previous = kept
    for _ in 0..<10 {
      let step = try environment.step(environment.actionMask.member(at: 0))
      #expect(step.observation != previous)
      previous = step.observation
    }
    #expect(kept.description == text)
    #expect(ExponentEncoding().encoded(kept) == numbers)
  }

  @Test("Rules that no game can have are refused")
  func rules() {
    let refused: [(Rules, RulesError)] = [
      (Rules(startingTiles: 0), .startingTiles(found: 0, maximum: 16)),
      (Rules(startingTiles: 17), .startingTiles(found: 17, maximum: 16)),
      (Rules(fourProbability: -0.1), .fourProbability(-0.1)),
      (Rules(fourProbability: 1.1), .fourProbability(1.1)),
      (Rules(winTile: 2), .winTile(2)),
      (Rules(winTile: 2_000), .winTile(2_000)),
      (Rules(winTile: 0), .winTile(0)),
      (Rules(illegalAction: .penalty(-1)), .penalty(-1)),
    ]
    for (rules, error) in refused {
      #expect(throws: error) { try GameEnvironment<Board>(rules: rules) }
      #expect(error.description.hasPrefix("Rules: "))
    }
    #expect(throws: RulesError.self) {
      try GameEnvironment<Board>(rules: Rules(fourProbability: .nan))
    }
  }
}
