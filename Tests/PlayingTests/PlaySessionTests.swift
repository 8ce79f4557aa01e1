import Console
import Env2048
import Experiments
import Testing

@testable import Playing

/// A sitting on a given board, with the agent `greedy` unless another is named.
func sitting(
  on text: String, win: Int = 2048, undo: Int = 1, best: Int = 0, agent: String = "greedy"
) throws -> PlaySession<Grid> {
  let board = try Grid(text: text)
  var game = try Game<Grid>(
    rules: Rules(shape: board.shape, winTile: win), undoLimit: undo, seed: 1)
  try game.restart(on: board)
  let loaded = try LoadedAgent(named: agent, shape: board.shape)
  return PlaySession(
    game: game, advisor: Advisor(loaded, random: RandomSource(seed: 2)), bestScore: best)
}

@Suite struct PlaySessionTests {
  @Test("Case 33: an illegal move changes nothing, is told, and the next one works")
  func illegalMove() throws {
    var session = try sitting(on: "0 0 0 0 / 0 0 0 0 / 4 2 4 0 / 16 8 2 4")
    let before = session.game.board
    session.perform(.move(.left))
    #expect(session.game.board == before)
    #expect(session.game.moves == 0)
    #expect(session.notice == .illegal(.left, legal: [.up, .right]))
    #expect(session.notice?.text == "Nothing moves left; try up, right.")
    session.perform(.move(.up))
    #expect(session.notice == nil)
    #expect(session.game.moves == 1)
    let afterstate = try Grid(text: "4 2 4 4 / 16 8 2 0 / 0 0 0 0 / 0 0 0 0")
    let added = (0..<16).filter { session.game.board[$0] != afterstate[$0] }
    #expect(added.count == 1)
    #expect(added.allSatisfy { afterstate[$0] == 0 })
  }

  @Test("Case 58: reaching the win tile is told once, and the game goes on")
  func winToldOnce() throws {
    var session = try sitting(on: "1024 1024 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    session.perform(.move(.left))
    #expect(session.notice == .won(tile: 2048))
    #expect(session.game.hasWon)
    for index in 0..<5 {
      let action = try #require(Array(session.game.actionMask).first)
      session.perform(.move(action))
      #expect(session.notice == nil, "move \(index)")
    }
    #expect(session.game.hasWon && !session.game.isOver)
    #expect(session.game.moves == 6)
  }

  @Test("Case 59: a new game is not won, and its win is told again")
  func winAfterNewGame() throws {
    var session = try sitting(on: "2 2 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", win: 4)
    session.perform(.move(.left))
    #expect(session.notice == .won(tile: 4))
    var wins = 0
    for _ in 0..<50 {
      session.perform(.newGame)
      if session.game.hasWon { continue }
      #expect(session.notice == .newGame)
      while !session.game.hasWon, let action = Array(session.game.actionMask).first {
        session.perform(.move(action))
      }
      if session.notice == .won(tile: 4) { wins += 1 }
    }
    #expect(wins > 30)
  }

  @Test("A win that is taken back and made again is not told again")
  func winUndone() throws {
    var session = try sitting(on: "1024 1024 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    session.perform(.move(.left))
    session.perform(.undo)
    #expect(session.notice == .undone)
    #expect(!session.game.hasWon)
    session.perform(.move(.left))
    #expect(session.game.hasWon)
    #expect(session.notice == nil)
  }

  @Test("Undo takes back as many moves as it may")
  func undo() throws {
    var session = try sitting(on: "2 2 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", undo: 2)
    let start = session.game.board
    for action in [Action.left, .right] { session.perform(.move(action)) }
    #expect(session.game.moves == 2)
    session.perform(.undo)
    session.perform(.undo)
    #expect(session.game.board == start)
    session.perform(.undo)
    #expect(session.notice == .nothingToUndo(limit: 2))

    var without = try sitting(on: "2 2 / 4 8", undo: 0)
    without.perform(.move(.left))
    without.perform(.undo)
    #expect(without.notice?.text == "Undo is off.")
    #expect(without.game.moves == 1)
  }

  @Test("A game given up by mistake comes back by undo, until the next one is begun")
  func undoNewGame() throws {
    var session = try sitting(on: "2 2 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    session.perform(.move(.left))
    let game = (session.game.board, session.game.score)
    session.perform(.newGame)
    session.perform(.newGame)
    #expect(session.game.moves == 0)
    session.perform(.undo)
    #expect((session.game.board, session.game.score) == game)
    session.perform(.newGame)
    session.perform(.move(try #require(Array(session.game.actionMask).first)))
    session.perform(.undo)
    #expect(session.game.moves == 0)
    session.perform(.undo)
    #expect(session.notice == .nothingToUndo(limit: 1))
  }

  @Test("A hint names the best action with the worth of all four")
  func hint() throws {
    var session = try sitting(on: "2 2 4 0 / 0 0 8 0 / 0 0 8 0 / 0 0 0 0")
    session.perform(.hint)
    #expect(session.notice == .hint(.up))
    let advice = try #require(session.scene.advice)
    #expect(advice.best == .up)
    #expect(advice.worth == [16, 4, 16, 4])
    #expect(session.game.moves == 0)
    session.perform(.move(.up))
    #expect(session.scene.advice == nil)
  }

  @Test("An illegal action has no worth")
  func hintWithIllegalActions() throws {
    var session = try sitting(on: "0 0 0 0 / 0 0 0 0 / 4 2 4 0 / 16 8 2 4")
    session.perform(.hint)
    #expect(session.scene.advice == Advice(best: .up, worth: [0, 0, nil, nil]))
  }

  @Test("The agent plays a game to its end, and the player may take over")
  func agent() throws {
    var session = try sitting(on: "2 2 / 0 0")
    session.playAgentMove()
    #expect(session.game.moves == 0)
    session.perform(.toggleAgent)
    #expect(session.notice == .agentPlays)
    session.playAgentMove()
    #expect(session.game.moves == 1)
    #expect(session.agentMoves == 1)
    session.perform(.toggleAgent)
    #expect(session.notice == .playerPlays)
    session.playAgentMove()
    #expect(session.game.moves == 1)
    session.perform(.toggleAgent)
    for _ in 0..<1000 where session.isAgentPlaying { session.playAgentMove() }
    #expect(session.game.isOver)
    #expect(!session.isAgentPlaying)
    #expect(session.notice == .over(score: session.game.score, canUndo: true))
    session.perform(.toggleAgent)
    #expect(!session.isAgentPlaying)
  }

  @Test("What the agent thinks is about the board that is seen")
  func adviceOfBoard() throws {
    var session = try sitting(on: "2 2 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    session.perform(.toggleAgent)
    for _ in 0..<50 {
      let before = session.scene
      let best = try #require(before.advice?.best)
      let expected = try #require(session.game.board.sliding(best))
      session.playAgentMove()
      #expect(session.game.score == before.score + expected.reward)
    }
  }

  @Test("The best score is that of games without an agent's move")
  func bestScore() throws {
    var session = try sitting(on: "8 8 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", best: 10)
    session.perform(.toggleAgent)
    for _ in 0..<30 { session.playAgentMove() }
    session.perform(.toggleAgent)
    let action = try #require(Array(session.game.actionMask).first)
    session.perform(.move(action))
    #expect(session.game.score > 16)
    #expect(session.bestScore == 10)

    var own = try sitting(on: "8 8 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", best: 10)
    own.perform(.move(.left))
    #expect(own.bestScore == 16)
    own.perform(.undo)
    #expect(own.bestScore == 16)
  }

  @Test("Case 188: the game-over scene shows the final board, full and without equal neighbours")
  func finalBoard() throws {
    for seed in UInt64(1)...20 {
      let game = try Game<Grid>(rules: Rules(shape: BoardShape(rows: 3, columns: 3)), seed: seed)
      let agent = try LoadedAgent(named: "random", shape: game.rules.shape)
      var session = PlaySession(
        game: game, advisor: Advisor(agent, random: RandomSource(seed: seed)))
      session.perform(.toggleAgent)
      while session.isAgentPlaying { session.playAgentMove() }
      let exponents = session.scene.exponents
      #expect(exponents == session.game.board.exponents)
      #expect(exponents.allSatisfy { $0 > 0 })
      for cell in 0..<9 {
        if cell % 3 < 2 { #expect(exponents[cell] != exponents[cell + 1]) }
        if cell < 6 { #expect(exponents[cell] != exponents[cell + 3]) }
      }
      #expect(session.notice?.text.hasPrefix("Game over") == true)
    }
  }

  @Test("An agent that does not weigh actions still gives hints")
  func randomAgent() throws {
    var session = try sitting(on: "0 0 0 0 / 0 0 0 0 / 4 2 4 0 / 16 8 2 4", agent: "random")
    session.perform(.hint)
    let advice = try #require(session.scene.advice)
    #expect(!advice.hasWorth)
    #expect([.up, .right].contains(advice.best))
  }

  @Test("Speeds double and halve between their limits")
  func speed() throws {
    var session = try sitting(on: "2 2 / 0 0")
    #expect(session.speed == .movesPerSecond(8))
    for _ in 0..<20 { session.perform(.faster) }
    #expect(session.speed == .unlimited)
    session.perform(.slower)
    #expect(session.speed == .movesPerSecond(1024))
    for _ in 0..<20 { session.perform(.slower) }
    #expect(session.speed == .movesPerSecond(1))
    #expect(AgentSpeed.movesPerSecond(1000).faster == .unlimited)
  }

  @Test("Keys, in either case, mean what the words mean")
  func commands() {
    let moves: [(Action, String)] = [
      (.up, "wkWK"), (.right, "dlDL"), (.down, "sjSJ"), (.left, "ahAH"),
    ]
    for (action, letters) in moves {
      for letter in letters { #expect(PlayerCommand(.character(letter)) == .move(action)) }
      #expect(PlayerCommand(word: action.name) == .move(action))
    }
    #expect(PlayerCommand(.up) == .move(.up))
    #expect(PlayerCommand(.right) == .move(.right))
    #expect(PlayerCommand(.down) == .move(.down))
    #expect(PlayerCommand(.left) == .move(.left))
    for (letter, command) in [
      ("u", PlayerCommand.undo), ("n", .newGame), ("?", .hint), (" ", .toggleAgent), ("+", .faster),
      ("-", .slower), ("q", .quit),
    ] { #expect(PlayerCommand(.character(Character(letter))) == command) }
    for key in [Key.escape, .enter, .character("x"), .character("語")] {
      #expect(PlayerCommand(key) == nil)
    }
  }

  @Test("Case 165: the summary tells what the live game tells")
  func summary() throws {
    var session = try sitting(on: "512 512 2 2 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    session.perform(.move(.left))
    #expect(session.scene.summary == "score 1,028, largest tile 1,024, 1 moves")
    #expect(session.game.score == 1028)
  }
}
