import Testing

@testable import Env2048

/// The boards that play can reach in so many moves, counted by the rules under
/// test and by `PlainBoard`.
@Suite struct ReachableBoardsTests {
  /// The boards that one legal action and one tile can lead to.
  static func successors<State: BoardState>(of board: State) -> [State] {
    let all = board.afterstates
    return all.legal.flatMap { action in
      (0..<all[action].emptyCount).flatMap { rank in
        [1, 2].map { exponent in
          var next = all[action]
          next.placeTile(exponent: exponent, onEmptyCell: rank)
          return next
        }
      }
    }
  }

  /// The different boards after 0, 1, 2, … moves, until `depth` or until no
  /// game goes on.
  static func layers<Position: Hashable>(
    from start: Set<Position>, depth: Int, successors: (Position) -> [Position]
  ) -> [Set<Position>] {
    var layers = [start]
    while layers.count <= depth, let last = layers.last {
      let next = last.reduce(into: Set()) { $0.formUnion(successors($1)) }
      if next.isEmpty { break }
      layers.append(next)
    }
    return layers
  }

  static func startingBoards<State: BoardState>(_ shape: BoardShape) -> Set<State> {
    var boards: Set<State> = []
    for first in 0..<shape.cellCount {
      for second in 0..<first {
        for (one, other) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
          var board = State(shape: shape)
          (board[first], board[second]) = (one, other)
          boards.insert(board)
        }
      }
    }
    return boards
  }

  /// Compares every layer and returns their sizes.
  static func sizes<State: BoardState>(from start: Set<State>, depth: Int) -> [Int] {
    let boards = layers(from: start, depth: depth, successors: successors)
    let plain = layers(from: Set(start.map { PlainBoard($0) }), depth: depth) { $0.successors }
    #expect(boards.count == plain.count)
    for (layer, plainLayer) in zip(boards, plain)
    where Set(layer.map { PlainBoard($0) }) != plainLayer {
      Issue.record("Layers of \(layer.count) and \(plainLayer.count) boards differ")
    }
    return boards.map(\.count)
  }

  @Test("4x4 from every starting board, one move")
  func firstMove() {
    let sizes = Self.sizes(from: Self.startingBoards(.standard) as Set<Board>, depth: 1)
    #expect(sizes == [480, 3_142])
  }

  @Test(
    "4x4 from given boards",
    arguments: [
      ("0 0 0 0 / 0 2 0 0 / 0 0 2 0 / 0 0 0 0", depth: 2, sizes: [1, 112, 1_976]),
      (
        "2 2 4 8 / 4 8 16 32 / 8 16 32 64 / 16 32 64 128", 5, [1, 4, 26, 234, 2_940, 41_402]
      ),
      ("2 4 2 4 / 4 8 8 2 / 2 4 2 4 / 4 2 4 2", 5, [1, 4, 31, 329, 4_546, 70_969]),
      (
        "32768 32768 16384 16384 / 2 4 2 4 / 4 2 4 2 / 65536 4 4 65536", 3,
        [1, 16, 194, 2_104]
      ),
    ])
  func fourByFour(board: String, depth: Int, sizes: [Int]) {
    #expect(Self.sizes(from: [Board(board)], depth: depth) == sizes)
    #expect(Self.sizes(from: [Grid(board)], depth: depth) == sizes)
  }

  @Test("Every board that 2x2 and line games can reach, to their end")
  func smallBoards() {
    let square = Self.sizes(
      from: Self.startingBoards(BoardShape(2, 2)) as Set<Grid>, depth: .max - 1)
    #expect(
      square == [
        24, 74, 114, 122, 178, 212, 228, 224, 212, 268, 292, 272, 304, 312, 288, 264, 240, 212,
        168, 152, 128, 104, 80, 56, 32,
      ])
    let line = Self.sizes(
      from: Self.startingBoards(BoardShape(1, 4)) as Set<Grid>, depth: .max - 1)
    #expect(
      line == [
        24, 39, 74, 83, 123, 144, 156, 150, 136, 176, 188, 170, 184, 186, 172, 160, 148, 124, 90,
        80, 66, 52, 40, 30, 16,
      ])
  }
}
