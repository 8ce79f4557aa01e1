@testable import Env2048

/// The rules a third time, over arrays of face values and with no thought of
/// speed: what `Board` and `Grid` are both checked against.
///
/// Unlike them it slides in one direction only, by filtering and rebuilding a
/// line, and turns the whole board for the others.
struct PlainBoard: Hashable {
  var rows: [[Int]]

  /// The face values of a board.
  init(_ board: some BoardState) {
    rows = (0..<board.shape.rows).map { row in
      (0..<board.shape.columns).map {
        Tile.faceValue(ofExponent: board[row * board.shape.columns + $0])
      }
    }
  }

  init(rows: [[Int]]) { self.rows = rows }

  /// A line slid towards its front: tiles first, then merges, then zeros.
  static func slide(_ line: [Int]) -> (line: [Int], reward: Int) {
    var tiles = line.filter { $0 > 0 }[...]
    var slid: [Int] = []
    var reward = 0
    while let tile = tiles.popFirst() {
      if tiles.first == tile {
        tiles.removeFirst()
        slid.append(tile + tile)
        reward += tile + tile
      } else {
        slid.append(tile)
      }
    }
    return (slid + Array(repeating: 0, count: line.count - slid.count), reward)
  }

  /// The board turned a quarter anticlockwise: its right side comes to the top.
  var turned: PlainBoard {
    let columns = rows.first?.count ?? 0
    return PlainBoard(rows: (0..<columns).reversed().map { column in rows.map { $0[column] } })
  }

  /// Where a direction's wall comes to be the left one: after that many turns.
  private static let turns: [Action: Int] = [.left: 0, .up: 1, .right: 2, .down: 3]

  func sliding(_ action: Action) -> (afterstate: PlainBoard, reward: Int) {
    let turns = Self.turns[action] ?? 0
    var board = self
    for _ in 0..<turns { board = board.turned }
    let lines = board.rows.map(Self.slide)
    board.rows = lines.map(\.line)
    for _ in 0..<(4 - turns) % 4 { board = board.turned }
    return (board, lines.reduce(0) { $0 + $1.reward })
  }

  /// The actions that change the board.
  var legalActions: [Action] { Action.allCases.filter { sliding($0).afterstate != self } }

  /// The boards that one legal action and one tile can lead to.
  var successors: [PlainBoard] {
    legalActions.flatMap { action in
      let afterstate = sliding(action).afterstate
      return afterstate.rows.indices.flatMap { row in
        afterstate.rows[row].indices.filter { afterstate.rows[row][$0] == 0 }.flatMap { column in
          [2, 4].map { tile in
            var next = afterstate
            next.rows[row][column] = tile
            return next
          }
        }
      }
    }
  }
}
