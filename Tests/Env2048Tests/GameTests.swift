import Testing

@testable import Env2048

extension Game {
  /// Plays an action that is legal; fails the test if it is not.
  mutating func playLegal(_ action: Action) throws -> Turn {
    let turn = play(action)
    return try #require(turn)
  }
}

/// Winning, undo and new games, as a person or an agent meets them.
@Suite struct GameTests {
  /// Plays the first legal action until the game is over.
  static func playToTheEnd<State>(_ game: inout Game<State>) {
    while !game.isOver { _ = game.play(game.actionMask.member(at: 0)) }
  }

  @Test("A turn tells what happened, and the game adds it up")
  func turns() throws {
    var game = try Game<Board>(seed: 5)
    var (score, moves) = (0, 0)
    while !game.isOver {
      let before = game.board
      let action = game.actionMask.member(at: moves % game.actionMask.count)
      let turn = try game.playLegal(action)
      let slide = try #require(before.sliding(action))
      #expect(turn.action == action)
      #expect(turn.afterstate == slide.afterstate)
      #expect(turn.reward == slide.reward)
      var expected = slide.afterstate
      expected[turn.spawned.cell] = turn.spawned.exponent
      #expect(game.board == expected)
      score += turn.reward
      moves += 1
    }
    #expect(game.score == score)
    #expect(game.moves == moves)
    #expect(game.bestScore == score)
    #expect(game.board.isTerminal)
    #expect(game.play(.up) == nil)
  }

  @Test("An illegal action changes nothing, whatever the rules say to learners")
  func illegalAction() throws {
    for policy in [IllegalActionPolicy.ignore, .penalty(512), .terminate] {
      var game = try Game<Board>(rules: Rules(illegalAction: policy), undoLimit: 5, seed: 1)
      try game.restart(on: Board(padded: "2 4 0 0"))
      #expect(game.play(.left) == nil)
      #expect(game.play(.up) == nil)
      #expect(game.board == Board(padded: "2 4 0 0"))
      #expect(game.moves == 0)
      #expect(!game.isOver)
      #expect(game.undoableMoves == 0)
      #expect(game.actionMask == [.right, .down])
    }
  }

  @Test("Cases 55, 58: a win is announced once and play goes on")
  func winOnce() throws {
    var game = try Game<Board>(seed: 58)
    try game.restart(on: Board(padded: "1024 1024 0 0"))
    #expect(!game.hasWon)
    let turn = try game.playLegal(.left)
    #expect(turn.reward == 2_048)
    #expect(turn.justWon)
    #expect(game.hasWon)
    #expect(!game.isOver)
    for _ in 0..<5 {
      let next = try game.playLegal(game.actionMask.member(at: 0))
      #expect(!next.justWon)
      #expect(game.hasWon)
    }

    try game.restart(on: Board(padded: "256 256 0 0"))
    #expect(try game.playLegal(.left).justWon == false)
    #expect(!game.hasWon)
  }

  @Test("Case 59: the next game can be won again")
  func winInNextGame() throws {
    var game = try Game<Board>(seed: 59)
    for _ in 0..<2 {
      try game.restart(on: Board(padded: "1024 1024 0 0"))
      #expect(try game.playLegal(.right).justWon == true)
      game.restart()
      #expect(!game.hasWon)
    }
  }

  @Test("A win tile that lies there from the start is not announced")
  func winFromTheStart() throws {
    var game = try Game<Board>(seed: 57)
    try game.restart(on: Board(padded: "2048 2 2 0"))
    #expect(game.hasWon)
    #expect(try game.playLegal(.left).justWon == false)
  }

  @Test("Where the rules end a game at the win tile, it is over there")
  func endsAtWin() throws {
    var game = try Game<Board>(
      rules: Rules(winTile: 64, endsAtWin: true), undoLimit: 1, seed: 3)
    try game.restart(on: Board(padded: "32 32 0 0"))
    #expect(try game.playLegal(.left).justWon == true)
    #expect(game.isOver)
    #expect(game.actionMask.isEmpty)
    #expect(game.play(.right) == nil)
    #expect(game.undo() == true)
    #expect(!game.isOver)
  }

  @Test("Cases 49, 65: a restart after a lost game clears everything at once")
  func restart() throws {
    var game = try Game<Board>(seed: 49)
    var best = 0
    for _ in 0..<repetitions(1_000) {
      Self.playToTheEnd(&game)
      best = max(best, game.score)
      if game.score == 0 || !game.isOver { Issue.record("\(game.board)") }
      game.restart()
      if game.board.tileCount != 2 || game.score != 0 || game.moves != 0 || game.isOver
        || game.hasWon
      {
        Issue.record("\(game.board)")
      }
    }
    #expect(game.bestScore == best)
  }

  @Test("Undo goes back move by move, and the same move brings the same tile")
  func undo() throws {
    var game = try Game<Board>(undoLimit: 100, seed: 6)
    var boards: [Board] = []
    var scores: [Int] = []
    var turns: [Game<Board>.Turn] = []
    for move in 0..<50 where !game.isOver {
      boards.append(game.board)
      scores.append(game.score)
      let action = game.actionMask.member(at: move % game.actionMask.count)
      turns.append(try game.playLegal(action))
    }
    let (lastBoard, lastScore) = (game.board, game.score)
    for index in turns.indices.reversed() {
      #expect(game.undoableMoves == index + 1)
      #expect(game.undo() == true)
      #expect(game.board == boards[index])
      #expect(game.score == scores[index])
      #expect(game.moves == index)
    }
    #expect(game.undo() == false)
    #expect(game.bestScore == lastScore)
    for turn in turns { #expect(game.play(turn.action) == turn) }
    #expect(game.board == lastBoard)
  }

  @Test("Undo stops at its limit", arguments: [0, 1, 3])
  func undoLimit(limit: Int) throws {
    var game = try Game<Grid>(rules: Rules(shape: BoardShape(5, 5)), undoLimit: limit, seed: 7)
    for _ in 0..<10 { _ = try game.playLegal(game.actionMask.member(at: 0)) }
    #expect(game.undoableMoves == limit)
    for _ in 0..<limit { #expect(game.undo() == true) }
    #expect(game.undo() == false)
    #expect(game.moves == 10 - limit)
  }

  @Test("Undo brings back a lost game, but not a game before, nor the announcement of a win")
  func undoAtTheEnds() throws {
    var game = try Game<Board>(undoLimit: 1, seed: 8)
    Self.playToTheEnd(&game)
    #expect(game.isOver)
    #expect(game.undo() == true)
    #expect(!game.isOver)

    _ = game.play(game.actionMask.member(at: 0))
    game.restart()
    #expect(game.undo() == false)

    try game.restart(on: Board(padded: "1024 1024 0 0"))
    #expect(try game.playLegal(.left).justWon == true)
    #expect(game.undo() == true)
    #expect(!game.hasWon)
    #expect(try game.playLegal(.left).justWon == false)
    #expect(game.hasWon)
  }

  @Test("Equal seeds play equal games; best scores of earlier games are kept")
  func seeds() throws {
    var first = try Game<Board>(bestScore: 1_000_000, seed: 42)
    var second = try Game<Board>(seed: 42)
    for _ in 0..<3 {
      Self.playToTheEnd(&first)
      Self.playToTheEnd(&second)
      #expect(first.board == second.board)
      first.restart()
      second.restart()
      #expect(first.board == second.board)
    }
    #expect(first.bestScore == 1_000_000)
    first.restart(seed: 42)
    #expect(first.board == (try Game<Board>(seed: 42)).board)
  }

  @Test("Boards and rules that do not fit are refused")
  func refusals() throws {
    var game = try Game<Grid>(rules: Rules(shape: BoardShape(3, 3)), seed: 1)
    let board = game.board
    #expect(
      throws: EnvironmentError.boardShape(found: .standard, expected: BoardShape(3, 3))
    ) {
      try game.restart(on: Grid(shape: .standard))
    }
    #expect(game.board == board)
    #expect(throws: RulesError.winTile(3)) { try Game<Board>(rules: Rules(winTile: 3)) }
  }
}
