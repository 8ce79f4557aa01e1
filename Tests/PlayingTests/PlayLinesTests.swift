import Env2048
import Testing

@testable import Playing

@Suite struct PlayLinesTests {
  /// Plays these lines and returns what was printed.
  func play(
    _ session: PlaySession<Grid>, _ lines: [String]
  ) throws -> (output: String, complaints: [String], session: PlaySession<Grid>) {
    var rest = lines[...]
    var output = ""
    var complaints: [String] = []
    var game = PlayLines(
      session, read: { rest.popFirst() }, write: { output += $0 },
      complain: { complaints.append($0) })
    try game.run()
    return (output, complaints, game.session)
  }

  @Test("Case 33: an illegal move in lines is told and the next one works")
  func illegal() throws {
    let start = try sitting(on: "0 0 0 0 / 0 0 0 0 / 4 2 4 0 / 16 8 2 4")
    let result = try play(start, ["left up"])
    #expect(result.output.contains("Nothing moves left; try up, right.\n"))
    #expect(result.session.game.moves == 1)
    #expect(result.output.hasSuffix("score 0, largest tile 16, 1 moves\n"))
  }

  @Test("Moves are words or letters, several on a line, and blank lines are nothing")
  func words() throws {
    let start = try sitting(on: "2 2 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0", undo: 9)
    let result = try play(start, ["", "LEFT  d", "\tw s", "u undo"])
    #expect(result.session.game.moves == 2)
    #expect(result.complaints == [])
  }

  @Test("A word that is no move is told, and the game goes on")
  func unknownWord() throws {
    let result = try play(try sitting(on: "2 2 / 0 0"), ["sideways left"])
    #expect(result.complaints.count == 1)
    #expect(result.complaints[0].hasPrefix("'sideways': no move; expected up, right"))
    #expect(result.session.game.moves == 1)
  }

  @Test("quit ends it, and what follows is not read")
  func quit() throws {
    let result = try play(try sitting(on: "2 2 / 0 0"), ["quit left", "left"])
    #expect(result.session.game.moves == 0)
    #expect(result.session.isEnded)
  }

  @Test("A hint prints the worth of the actions")
  func hint() throws {
    let result = try play(try sitting(on: "2 2 / 0 0"), ["hint"])
    #expect(result.output.contains("Hint: right.\nup -, right 4.0, down 0.0, left 4.0\n"))
  }

  @Test("Case 182: without one line there is an error")
  func empty() throws {
    let session = try sitting(on: "2 2 / 0 0")
    #expect(throws: PlayLinesError.noInput) { try play(session, []) }
  }

  @Test("An agent's game needs no input, has a line a move and ends with the final board")
  func agent() throws {
    var start = try sitting(on: "2 2 / 0 0")
    start.perform(.toggleAgent)
    let result = try play(start, [])
    let game = result.session.game
    #expect(game.isOver)
    let moves = result.output.split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(moves.count == game.moves)
    #expect(moves.last?.hasSuffix("score \(game.score): \(game.board)") == true)
    #expect(
      result.output.hasSuffix(
        BoardRenderer().render(game.board) + "\n\(result.session.scene.summary)\n"))
    #expect(!result.output.utf8.contains(0x1B))
  }

  @Test("Each line of an agent's game follows from the one before")
  func agentMoves() throws {
    var start = try sitting(on: "2 2 0 / 0 0 0 / 4 0 0")
    start.perform(.toggleAgent)
    var board = start.game.board
    var score = 0
    for line in try play(start, []).output.split(separator: "\n") where line.first?.isNumber == true
    {
      let parts = line.split(separator: ": ", maxSplits: 1)
      let action = try #require(Action.allCases.first { line.contains(" \($0.name) ") })
      let slide = try #require(board.sliding(action))
      score += slide.reward
      #expect(parts[0].hasSuffix(" +\(slide.reward), score \(score)"))
      let next = try Grid(text: String(parts[1]))
      #expect((0..<9).count { next[$0] != slide.afterstate[$0] } == 1)
      board = next
    }
  }
}
