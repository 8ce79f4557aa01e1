import Testing

@testable import Env2048

/// The slide and merge rule on boards whose outcome is known.
@Suite struct SlideTests {
  /// A line with its outcome when it slides towards its front.
  struct Line: Sendable, CustomTestStringConvertible {
    let caseID: Int
    let line: [Int]
    let slid: [Int]
    let reward: Int

    var testDescription: String { "case \(caseID): \(line)" }
  }

  /// Outcomes towards the front of the line.
  ///
  /// Lines that the case gives for
  /// the other direction stand here reversed.
  static let lines = [
    Line(caseID: 1, line: [2, 2, 2, 2], slid: [4, 4, 0, 0], reward: 8),
    Line(caseID: 3, line: [2, 2, 2, 0], slid: [4, 2, 0, 0], reward: 4),
    Line(caseID: 3, line: [0, 2, 2, 2], slid: [4, 2, 0, 0], reward: 4),
    Line(caseID: 3, line: [2, 0, 2, 2], slid: [4, 2, 0, 0], reward: 4),
    Line(caseID: 4, line: [8, 8, 16, 0], slid: [16, 16, 0, 0], reward: 16),
    Line(caseID: 4, line: [0, 16, 8, 8], slid: [16, 16, 0, 0], reward: 16),
    Line(caseID: 7, line: [8, 8, 8, 0], slid: [16, 8, 0, 0], reward: 16),
    Line(caseID: 9, line: [2, 0, 2, 4], slid: [4, 4, 0, 0], reward: 4),
    Line(caseID: 11, line: [4, 4, 2, 2], slid: [8, 4, 0, 0], reward: 12),
    Line(caseID: 15, line: [2, 4, 4, 2], slid: [2, 8, 2, 0], reward: 8),
    Line(caseID: 15, line: [0, 2, 2, 4], slid: [4, 4, 0, 0], reward: 4),
    Line(caseID: 15, line: [2, 4, 2, 0], slid: [2, 4, 2, 0], reward: 0),
    Line(
      caseID: 16, line: [32768, 32768, 0, 0], slid: [65536, 0, 0, 0], reward: 65536),
    Line(
      caseID: 18, line: [32768, 32768, 32768, 32768], slid: [65536, 65536, 0, 0],
      reward: 131_072),
    Line(caseID: 61, line: [2, 2, 0, 0], slid: [4, 0, 0, 0], reward: 4),
  ]

  /// A 4×4 board with one line, in the place and direction that make it slide
  /// towards its front under `action`.
  static func board<State: BoardState>(_ line: [Int], place: Int, action: Action) -> State {
    var board = State(shape: .standard)
    for (index, value) in line.enumerated() {
      let (row, column) =
        switch action {
        case .up: (index, place)
        case .right: (place, 3 - index)
        case .down: (3 - index, place)
        case .left: (place, index)
        }
      board[4 * row + column] = value == 0 ? 0 : value.trailingZeroBitCount
    }
    return board
  }

  static func expectOutcome<State: BoardState>(of line: Line, on type: State.Type) {
    for action in Action.allCases {
      for place in 0..<4 {
        let start: State = board(line.line, place: place, action: action)
        let expected: State = board(line.slid, place: place, action: action)
        let slide = start.sliding(action)
        if expected == start {
          #expect(slide == nil)
        } else {
          #expect(slide?.afterstate == expected)
          #expect(slide?.reward == line.reward)
        }
      }
    }
  }

  @Test("Lines slide in every row, column and direction", arguments: lines)
  func everyPlace(line: Line) {
    Self.expectOutcome(of: line, on: Board.self)
    Self.expectOutcome(of: line, on: Grid.self)
  }

  @Test("Case 6: chain and order in several rows at once")
  func severalRows() throws {
    let board = Board("0 0 0 0 / 2 0 0 0 / 4 4 2 0 / 4 64 32 32")
    let slide = try #require(board.sliding(.right))
    #expect(slide.afterstate == Board("0 0 0 0 / 0 0 0 2 / 0 0 8 2 / 0 4 64 64"))
    #expect(slide.reward == 72)
  }

  @Test(
    "Case 13: directions are what their names say",
    arguments: [
      (Action.left, row: 1, column: 0), (.right, 1, 3), (.up, 0, 1), (.down, 3, 1),
    ])
  func directions(action: Action, row: Int, column: Int) throws {
    var board = Board.empty
    board[4 * 1 + 1] = 1
    var expected = Board.empty
    expected[4 * row + column] = 1
    let slide = try #require(board.sliding(action))
    #expect(slide.afterstate == expected)
    #expect(slide.reward == 0)
    #expect(Grid(board).sliding(action)?.afterstate == Grid(expected))
  }

  @Test("Case 14: questions about a board and copies of it never change it")
  func questionsChangeNothing() throws {
    var environment = try GameEnvironment<Board>(seed: 14)
    let (board, _) = environment.reset(seed: 14)
    let before = environment.snapshot
    var copy = environment
    for _ in 0..<1_000 {
      _ = environment.actionMask
      _ = environment.info
      _ = board.isTerminal
      _ = Action.allCases.map { board.sliding($0)?.reward }
      _ = board.afterstates
      if copy.actionMask.isEmpty { _ = copy.reset() }
      _ = try copy.step(copy.actionMask.member(at: 0))
    }
    #expect(environment.snapshot == before)
    #expect(copy.snapshot != before)
  }

  @Test(
    "Cases 19, 20: tiles beyond a 4x4 board's largest merge on larger boards",
    arguments: [(5, 131_072), (6, 2_147_483_648), (8, 1 << 60)])
  func largeTiles(side: Int, value: Int) throws {
    var grid = Grid(shape: BoardShape(side, side))
    grid[0] = value.trailingZeroBitCount
    grid[1] = value.trailingZeroBitCount
    let slide = try #require(grid.sliding(.left))
    #expect(slide.reward == 2 * value)
    #expect(slide.afterstate[0] == value.trailingZeroBitCount + 1)
    #expect(slide.afterstate.largestTile == 2 * value)
    #expect(slide.afterstate.tileSum == 2 * value)
    #expect(slide.afterstate.emptyCount == side * side - 1)
  }

  @Test("Case 18: a slide keeps the tile sum and a tile adds 2 or 4")
  func tileSum() throws {
    var environment = try GameEnvironment<Board>()
    var (board, _) = environment.reset(seed: 18)
    var random = RandomSource(seed: 81)
    for _ in 0..<repetitions(100_000) {
      if environment.actionMask.isEmpty {
        board = environment.reset().observation
      }
      let action = try #require(
        environment.actionSpace.sample(among: environment.actionMask, using: &random))
      let afterstate = try #require(board.sliding(action)).afterstate
      let step = try environment.step(action)
      let tile = try #require(step.info.spawned)
      // Compared first: a million calls of #expect would take seconds.
      if afterstate.tileSum != board.tileSum
        || step.observation.tileSum != board.tileSum + 1 << tile.exponent
      {
        Issue.record("\(board) \(action) \(step.observation)")
      }
      board = step.observation
    }
  }
}
