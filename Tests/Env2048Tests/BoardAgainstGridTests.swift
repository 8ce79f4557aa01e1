import Testing

@testable import Env2048

/// `Board`, which works on all cells at once, against `Grid`, which states
/// the rules cell by cell.
@Suite struct BoardAgainstGridTests {
  /// Every fact of the rules about one board, from both.
  ///
  /// Compares first and reports then: `#expect` in a loop of millions would
  /// take most of the time.
  static func expectAgreement(_ board: Board) {
    let grid = Grid(board)
    let all = board.afterstates
    let gridAll = grid.afterstates
    var agrees =
      all.legal == gridAll.legal && board.legalActions == gridAll.legal
      && board.emptyCount == grid.emptyCount && board.largestExponent == grid.largestExponent
    for action in Action.allCases {
      let slide = board.sliding(action)
      let afterstate = slide?.afterstate ?? board
      let reward = slide?.reward ?? 0
      agrees =
        agrees && (slide != nil) == gridAll.legal.contains(action)
        && afterstate == Board(gridAll[action]) && reward == gridAll.reward(action)
        && afterstate == all[action] && reward == all.reward(action)
    }
    if !agrees { Issue.record("Board and Grid differ on \(board)") }
  }

  @Test("All 65,536 rows slide alike in every direction, in every row and column")
  func everyRow() {
    for row in stride(from: UInt64(0), to: 65_536, by: isDebugBuild ? 7 : 1) {
      // The row in all four places at once: each direction meets it as a row
      // or, transposed, as a column.
      let rows = row | row &<< 16 | row &<< 32 | row &<< 48
      for nibbles in [rows, rows.transposed(where: ~0), row &<< (16 * (row % 4))] {
        Self.expectAgreement(Board(nibbles: nibbles))
      }
    }
  }

  @Test("A million random boards behave alike")
  func randomBoards() {
    var random = RandomSource(seed: 2048)
    for round in 0..<repetitions(1_000_000) {
      // From full boards of all exponents to sparse boards of few.
      let largest = UInt32(round % 15) + 2
      var board = Board.empty
      for cell in 0..<16 where random.draw(below: 8) < 3 + UInt32(round % 6) {
        board[cell] = Int(random.draw(below: largest))
      }
      Self.expectAgreement(board)
    }
  }

  @Test("Boards with tiles of 65,536 and 131,072 behave alike")
  func largeTiles() {
    var random = RandomSource(seed: 65_536)
    for _ in 0..<repetitions(20_000) {
      var board = Board.empty
      for cell in 0..<16 { board[cell] = 12 + Int(random.draw(below: 6)) }
      for cell in 0..<16 where random.draw(below: 3) == 0 { board[cell] = 0 }
      Self.expectAgreement(board)
      for symmetry in BoardShape.standard.symmetries {
        #expect(Grid(board.applying(symmetry)) == Grid(board).applying(symmetry))
      }
      if board.emptyCount > 0 {
        var placed = board
        var placedGrid = Grid(board)
        let rank = Int(random.draw(below: UInt32(board.emptyCount)))
        #expect(
          placed.placeTile(exponent: 2, onEmptyCell: rank)
            == placedGrid.placeTile(exponent: 2, onEmptyCell: rank))
        #expect(Grid(placed) == placedGrid)
      }
    }
  }
}
