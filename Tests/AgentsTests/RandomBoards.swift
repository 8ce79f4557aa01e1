import Env2048

@testable import Agents

/// Boards for tests that ask for any board.
enum RandomBoards {
  /// Draws boards, from sparse ones of small tiles to full ones of all tiles.
  static func make<State: BoardState>(
    _ count: Int, shape: BoardShape = .standard, largestExponent: Int, seed: UInt64
  ) -> [State] {
    var random = RandomSource(seed: seed)
    return (0..<count).map { round in
      let largest = 1 + round % largestExponent
      let filledOfEight = UInt32(2 + round % 7)
      var board = State(shape: shape)
      for cell in 0..<shape.cellCount where random.draw(below: 8) < filledOfEight {
        board[cell] = 1 + Int(random.draw(below: UInt32(largest)))
      }
      return board
    }
  }
}

extension WeightTable {
  /// Fills the table with numbers drawn from 0..<1.
  func randomize(seed: UInt64) {
    var random = RandomSource(seed: seed)
    for column in columns {
      for index in 0..<count { self[index, column] = Float(random.drawUnit()) }
    }
  }
}
