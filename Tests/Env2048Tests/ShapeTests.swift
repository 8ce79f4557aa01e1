import Testing

@testable import Env2048

/// Boards that are not 4×4.
@Suite struct ShapeTests {
  /// A board with the outcome of each action, up, right, down, left; `nil`
  /// where it is illegal.
  struct Slides: Sendable, CustomTestStringConvertible {
    let caseID: Int
    let board: String
    let outcomes: [(afterstate: String, reward: Int)?]

    var testDescription: String { "case \(caseID): \(board)" }
  }

  static let boards: [Slides] = [
    Slides(
      caseID: 23, board: "2 2 4 / 4 2 4",
      outcomes: [
        ("2 4 8 / 4 0 0", 12), ("0 4 4 / 4 2 4", 4), ("2 0 0 / 4 4 8", 12), ("4 4 0 / 4 2 4", 4),
      ]),
    Slides(
      caseID: 25, board: "2 2 0 4", outcomes: [nil, ("0 0 4 4", 4), nil, ("4 4 0 0", 4)]),
    Slides(
      caseID: 25, board: "2 / 2 / 0 / 4",
      outcomes: [("4 / 4 / 0 / 0", 4), nil, ("0 / 0 / 4 / 4", 4), nil]),
    Slides(
      caseID: 28, board: "2 4 8 / 16 32 64 / 128 256 256",
      outcomes: [
        nil, ("2 4 8 / 16 32 64 / 0 128 512", 512), nil, ("2 4 8 / 16 32 64 / 128 512 0", 512),
      ]),
    Slides(caseID: 28, board: "2 4 / 4 2", outcomes: [nil, nil, nil, nil]),
    Slides(
      caseID: 28, board: "2 4 / 8 4", outcomes: [("2 8 / 8 0", 8), nil, ("2 0 / 8 8", 8), nil]),
  ]

  @Test("Boards of other shapes slide", arguments: boards)
  func slides(of slides: Slides) {
    let grid = Grid(slides.board)
    #expect(grid.isTerminal == slides.outcomes.allSatisfy { $0 == nil })
    for (action, outcome) in zip(Action.allCases, slides.outcomes) {
      let slide = grid.sliding(action)
      #expect(slide?.afterstate == outcome.map { Grid($0.afterstate) }, "\(action)")
      #expect(slide?.reward == outcome?.reward, "\(action)")
      #expect(grid.legalActions.contains(action) == (outcome != nil), "\(action)")
    }
  }

  @Test(
    "Case 27: shapes that cannot host a game are refused before anything is made",
    arguments: [(1, 1), (0, 4), (4, 0), (-1, 4), (4, -1), (9, 4), (4, 9), (1_000_000, 1_000_000)])
  func refusedShapes(rows: Int, columns: Int) {
    #expect(throws: BoardError.shape(rows: rows, columns: columns)) {
      try BoardShape(rows: rows, columns: columns)
    }
  }

  @Test("Every other shape is accepted")
  func acceptedShapes() {
    #expect(BoardShape.everyShape.count == 63)
    #expect(BoardShape.everyShape.filter { Board.supports($0) } == [.standard])
    #expect(BoardShape.everyShape.allSatisfy { Grid.supports($0) })
    #expect(BoardShape(2, 3).description == "2x3")
  }

  @Test("Grids of every shape slide as the plain rules say", arguments: BoardShape.everyShape)
  func againstPlainRules(shape: BoardShape) {
    var random = RandomSource(seed: UInt64(shape.rows * 10 + shape.columns))
    for round in 0..<repetitions(300) {
      let grid = Grid.random(
        shape: shape, fill: UInt32(2 + round % 7), largest: 1 + round % 9, using: &random)
      let plain = PlainBoard(grid)
      let all = grid.afterstates
      for action in Action.allCases {
        let (afterstate, reward) = plain.sliding(action)
        let slide = grid.sliding(action)
        let isLegal = afterstate != plain
        if (slide != nil) != isLegal || isLegal != grid.legalActions.contains(action)
          || all.legal.contains(action) != isLegal
          || PlainBoard(slide?.afterstate ?? grid) != afterstate || (slide?.reward ?? 0) != reward
          || PlainBoard(all[action]) != afterstate || all.reward(action) != reward
        {
          Issue.record("\(grid) \(action)")
        }
      }
    }
  }

  @Test("Counts of cells and tiles hold on every shape", arguments: BoardShape.everyShape)
  func facts(shape: BoardShape) {
    var random = RandomSource(seed: UInt64(shape.cellCount))
    // Small enough for the text of every shape to be accepted.
    let largest = min(10, max(2, shape.cellCount - 3))
    for _ in 0..<50 {
      var grid = Grid.random(shape: shape, fill: 4, largest: largest, using: &random)
      let exponents = grid.exponents
      #expect(exponents.count == shape.cellCount)
      #expect(grid.emptyCount == exponents.count { $0 == 0 })
      #expect(grid.largestExponent == exponents.max())
      #expect(grid.tileSum == exponents.reduce(0) { $0 + ($1 == 0 ? 0 : 1 << $1) })
      #expect(Grid(grid.description) == grid)
      guard grid.emptyCount > 0 else { continue }
      let rank = Int(random.draw(below: UInt32(grid.emptyCount)))
      let cell = grid.placeTile(exponent: 2, onEmptyCell: rank)
      #expect(exponents[cell] == 0)
      #expect(exponents[..<cell].count { $0 == 0 } == rank)
      #expect(grid[cell] == 2)
    }
  }

  @Test("Play from an accepted board cannot pass the largest reachable tile")
  func largestReachable() throws {
    #expect(BoardShape.standard.largestReachableExponent == 17)
    #expect(BoardShape.standard.largestReachableTileSum == 262_140)
    let fullest = Board(
      "131072 65536 32768 16384 / 8192 4096 2048 1024 / 512 256 128 64 / 32 16 8 4")
    #expect(fullest.tileSum == 262_140)
    #expect(fullest.isTerminal)
    #expect(BoardShape(2, 2).largestReachableTileSum == 60)
    #expect(BoardShape(8, 8).largestReachableExponent == 62)
    #expect(throws: BoardError.tileSum(shape: BoardShape(2, 2), maximum: 60)) {
      try Grid(text: "32 32 / 0 0")
    }
  }
}
