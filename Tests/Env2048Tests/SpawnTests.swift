import Testing

@testable import Env2048

/// Where new tiles appear and what they are.
///
/// Tolerances are four standard
/// deviations or more; the seeds are fixed.
@Suite struct SpawnTests {
  let spawner = TileSpawner(rules: Rules())

  @Test("Case 40: one tile in ten is a 4")
  func fours() {
    var random = RandomSource(seed: 40)
    var fours = 0
    for _ in 0..<20_000 {
      var board = Board.empty
      if spawner.spawn(on: &board, using: &random).exponent == 2 { fours += 1 }
    }
    #expect((1_830...2_170).contains(fours))
  }

  @Test("The share of 4s is that of the rules", arguments: [0, 0.25, 1])
  func otherShares(probability: Double) {
    let spawner = TileSpawner(rules: Rules(fourProbability: probability))
    var random = RandomSource(seed: 41)
    var fours = 0
    for _ in 0..<20_000 {
      var board = Board.empty
      if spawner.spawn(on: &board, using: &random).exponent == 2 { fours += 1 }
    }
    let deviation = (20_000 * probability * (1 - probability)).squareRoot()
    #expect(abs(Double(fours) - 20_000 * probability) <= 4 * deviation)
  }

  @Test("Case 42: a merge on a full board frees the one cell of the new tile")
  func fullBoard() throws {
    let full = Board("2 2 4 8 / 4 8 16 32 / 8 16 32 64 / 16 32 64 128")
    var environment = try GameEnvironment<Board>()
    for seed in UInt64(0)..<1_000 {
      _ = try environment.reset(to: full, seed: seed)
      let step = try environment.step(.left)
      let tile = try #require(step.info.spawned)
      #expect(tile.cell == 3)
      #expect([2, 4].contains(1 << tile.exponent))
      #expect(
        step.observation
          == Board("4 4 8 \(1 << tile.exponent) / 4 8 16 32 / 8 16 32 64 / 16 32 64 128"))
      #expect(step.reward == 4)
      #expect(!step.terminated)
    }
  }

  /// A full board on which one action frees several cells, and those cells.
  static let fullBoards: [(board: String, action: Action, freed: [Int])] = [
    ("2 2 4 8 / 4 4 16 32 / 8 8 32 64 / 16 16 64 128", .left, [3, 7, 11, 15]),
    ("2 2 4 4 / 8 16 32 64 / 2 2 8 8 / 16 32 64 2", .right, [0, 1, 8, 9]),
    ("2 4 8 16 / 2 4 8 16 / 32 64 32 64 / 64 32 64 32", .up, [12, 13, 14, 15]),
    ("2 4 2 4 / 8 16 32 8 / 2 2 2 2 / 2 2 2 2", .down, [0, 1, 2, 3]),
  ]

  @Test("Full boards: the freed cells get tiles alike", arguments: fullBoards)
  func freedCells(board: String, action: Action, freed: [Int]) throws {
    var environment = try GameEnvironment<Board>()
    var counts = [Int](repeating: 0, count: 16)
    for seed in UInt64(0)..<20_000 {
      _ = try environment.reset(to: Board(board), seed: seed)
      let tile = try #require(try environment.step(action).info.spawned)
      counts[tile.cell] += 1
    }
    #expect(freed.reduce(0) { $0 + counts[$1] } == 20_000)
    #expect(
      chiSquare(freed.map { counts[$0] }) < chiSquareLimit(degreesOfFreedom: freed.count - 1))
  }

  @Test("Case 44: every cell gets its share of starting tiles")
  func startingCells() throws {
    var environment = try GameEnvironment<Board>(seed: 44)
    var counts = [Int](repeating: 0, count: 16)
    for _ in 0..<10_000 {
      let board = environment.reset().observation
      for cell in 0..<16 where board[cell] != 0 { counts[cell] += 1 }
    }
    #expect(counts.allSatisfy { (1_085...1_415).contains($0) }, "\(counts)")
    #expect(counts.reduce(0, +) == 20_000)
  }

  @Test(
    "Case 45: a game starts with exactly two tiles",
    arguments: [BoardShape(4, 4), BoardShape(2, 2), BoardShape(1, 2), BoardShape(8, 8)])
  func startingTiles(shape: BoardShape) throws {
    var environment = try GameEnvironment<Grid>(rules: Rules(shape: shape), seed: 45)
    for _ in 0..<10_000 {
      let board = environment.reset().observation
      if board.tileCount != 2 || board.exponents.contains(where: { $0 > 2 }) {
        Issue.record("\(board)")
      }
    }
  }

  @Test("The rules set the number of starting tiles", arguments: [1, 3, 16])
  func otherNumbers(count: Int) {
    var random = RandomSource(seed: 46)
    let board: Board = TileSpawner(rules: Rules(startingTiles: count))
      .startingBoard(using: &random)
    #expect(board.tileCount == count)
  }

  @Test("Case 47: a legal move adds one tile and takes one for each merge")
  func oneTileAMove() throws {
    var environment = try GameEnvironment<Grid>(seed: 47)
    var board = environment.reset().observation
    for _ in 0..<repetitions(5_000) {
      if environment.actionMask.isEmpty { board = environment.reset().observation }
      let action = environment.actionMask.member(at: 0)
      let lines = PlainBoard(board).sliding(action).afterstate
      let tilesAfterSlide = lines.rows.joined().count { $0 > 0 }
      let step = try environment.step(action)
      #expect(step.observation.tileCount == tilesAfterSlide + 1)
      board = step.observation
    }
  }

  @Test("Case 48: empty cells get tiles alike", arguments: [3, 5, 6, 7, 11, 16])
  func uniformCells(empties: Int) {
    var random = RandomSource(seed: UInt64(empties))
    // Spread over the board: 5 and 16 have no common divisor.
    let free = (0..<empties).map { (5 * $0 + 2) % 16 }
    var board = Board.empty
    for cell in 0..<16 where !free.contains(cell) { board[cell] = 3 + cell % 9 }
    var counts = [Int](repeating: 0, count: 16)
    var fours = [Int](repeating: 0, count: 16)
    for _ in 0..<60_000 {
      var next = board
      let tile = spawner.spawn(on: &next, using: &random)
      counts[tile.cell] += 1
      if tile.exponent == 2 { fours[tile.cell] += 1 }
    }
    #expect(free.reduce(0) { $0 + counts[$1] } == 60_000)
    let limit = chiSquareLimit(degreesOfFreedom: empties - 1)
    #expect(chiSquare(free.map { counts[$0] }) < limit)
    // The cell and the tile come from halves of one draw: they must not tell
    // of each other.
    #expect(chiSquare(free.map { fours[$0] }) < limit)
  }

  @Test("Case 48: cells of a larger board get tiles alike")
  func uniformCellsOfGrid() {
    var random = RandomSource(seed: 88)
    var counts = [Int](repeating: 0, count: 64)
    let spawner = TileSpawner(rules: Rules(shape: BoardShape(8, 8)))
    for _ in 0..<60_000 {
      var grid = Grid(shape: BoardShape(8, 8))
      counts[spawner.spawn(on: &grid, using: &random).cell] += 1
    }
    #expect(chiSquare(counts) < chiSquareLimit(degreesOfFreedom: 63))
  }
}
