import Testing

@testable import Env2048

/// Legal actions, the end of the game and winning, on boards whose outcome is
/// known.
@Suite struct LegalActionTests {
  struct Position: Sendable, CustomTestStringConvertible {
    let caseID: Int
    let board: String
    let legal: ActionMask

    var testDescription: String { "case \(caseID): \(board)" }
  }

  static let positions = [
    Position(
      caseID: 31, board: "8 4 4 2 / 0 2 2 0 / 0 0 0 0 / 0 0 0 0", legal: [.right, .down, .left]),
    Position(
      caseID: 33, board: "0 0 0 0 / 0 0 0 0 / 4 2 4 0 / 16 8 2 4", legal: [.up, .right]),
    Position(
      caseID: 34, board: "8 2 0 0 / 8 0 0 0 / 8 0 0 0 / 8 0 0 0", legal: [.up, .right, .down]),
    Position(
      caseID: 50, board: "2 4 8 16 / 4 8 16 32 / 8 16 32 64 / 16 32 128 128",
      legal: [.left, .right]),
    Position(
      caseID: 52, board: "2 4 2 4 / 4 8 8 2 / 2 4 2 4 / 4 2 4 2", legal: [.left, .right]),
    Position(caseID: 53, board: "2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2", legal: []),
    Position(caseID: 63, board: "2 4 32 4 / 4 8 4 2 / 8 2 128 8 / 16 32 2 16", legal: []),
  ]

  @Test("Legal actions and the end of the game", arguments: positions)
  func legalActions(position: Position) throws {
    let board = Board(position.board)
    #expect(board.legalActions == position.legal)
    #expect(board.afterstates.legal == position.legal)
    #expect(Grid(board).legalActions == position.legal)
    #expect(board.isTerminal == position.legal.isEmpty)
    #expect(Grid(board).isTerminal == position.legal.isEmpty)

    var environment = try GameEnvironment<Board>(seed: 1)
    let (_, info) = try environment.reset(to: board)
    #expect(info.actionMask == position.legal)
    #expect(environment.actionMask == position.legal)
  }

  @Test(
    "Cases 31, 33, 34, 50: afterstates of the legal actions",
    arguments: [
      (
        "8 4 4 2 / 0 2 2 0 / 0 0 0 0 / 0 0 0 0", Action.left,
        "8 8 2 0 / 4 0 0 0 / 0 0 0 0 / 0 0 0 0", 12
      ),
      (
        "0 0 0 0 / 0 0 0 0 / 4 2 4 0 / 16 8 2 4", .up,
        "4 2 4 4 / 16 8 2 0 / 0 0 0 0 / 0 0 0 0", 0
      ),
      (
        "8 2 0 0 / 8 0 0 0 / 8 0 0 0 / 8 0 0 0", .up,
        "16 2 0 0 / 16 0 0 0 / 0 0 0 0 / 0 0 0 0", 32
      ),
      (
        "2 4 8 16 / 4 8 16 32 / 8 16 32 64 / 16 32 128 128", .left,
        "2 4 8 16 / 4 8 16 32 / 8 16 32 64 / 16 32 256 0", 256
      ),
    ])
  func afterstates(board: String, action: Action, afterstate: String, reward: Int) throws {
    let slide = try #require(Board(board).sliding(action))
    #expect(slide.afterstate == Board(afterstate))
    #expect(slide.reward == reward)
  }

  @Test("Case 38: the mask is right after 10,000 resets and on 10,000 boards of play")
  func mask() throws {
    var environment = try GameEnvironment<Board>(seed: 38)
    var random = RandomSource(seed: 83)
    for _ in 0..<repetitions(10_000) {
      var board = environment.reset().observation
      for _ in 0...1 {
        let plain = PlainBoard(board)
        for action in Action.allCases {
          let isLegal = plain.sliding(action).afterstate != plain
          if environment.actionMask.contains(action) != isLegal {
            Issue.record("\(board) \(action)")
          }
        }
        // The second board is one of the middle of a game.
        for _ in 0..<random.draw(below: 100) where !environment.actionMask.isEmpty {
          let action = environment.actionSpace.sample(
            among: environment.actionMask, using: &random)
          board = try environment.step(try #require(action)).observation
        }
        if environment.actionMask.isEmpty { break }
      }
    }
  }

  @Test("Case 57: the win tile is found wherever it lies")
  func winTileAnywhere() throws {
    var environment = try GameEnvironment<Board>(seed: 57)
    for cell in 0..<15 {
      var board = Board.empty
      board[15] = 1
      let without = try environment.reset(to: board).info
      #expect(!without.hasWon)
      board[cell] = 11
      let with = try environment.reset(to: board).info
      #expect(with.hasWon)
      #expect(with.largestTile == 2_048)
    }
  }

  @Test("Case 63: score, largest tile and moves of a finished board fit together")
  func finishedBoard() {
    let board = Board("2 4 32 4 / 4 8 4 2 / 8 2 128 8 / 16 32 2 16")
    let (score, moves, fours) = (1_156, 127, 7)
    #expect(board.largestTile == 128)
    #expect(board.exponents.reduce(0) { $0 + ($1 == 0 ? 0 : (1 << $1) * ($1 - 1)) } == 1_184)
    #expect(score == 1_184 - 4 * fours)
    #expect(board.tileSum == 2 * (moves + 2) + 2 * fours)
  }

  @Test("Masks are sets of actions")
  func masks() {
    for bits in UInt8(0)..<16 {
      let mask = ActionMask(rawValue: bits)
      let members = Action.allCases.filter { bits >> $0.rawValue & 1 == 1 }
      #expect(Array(mask) == members)
      #expect(mask.count == members.count)
      #expect(mask.isEmpty == members.isEmpty)
      #expect(mask.flags == Action.allCases.map { members.contains($0) })
      #expect((0..<4).map { mask.lanes[$0] } == mask.flags)
      for action in Action.allCases {
        var without = mask
        without.remove(action)
        #expect(Array(without) == members.filter { $0 != action })
      }
      #expect(members.indices.allSatisfy { mask.member(at: $0) == members[$0] })
    }
    #expect(ActionMask.all == [.up, .right, .down, .left])
    let pair: ActionMask = [.left, .up]
    #expect(pair.description == "{up, left}")
    #expect(Action.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(Action.allCases.map(\.name) == ["up", "right", "down", "left"])
  }
}
