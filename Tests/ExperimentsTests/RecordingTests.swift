import Agents
import Env2048
import TestSupport
import Testing

@testable import Experiments

@Suite struct RecordingTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("games.txt")
  }

  private static func games(
    _ count: Int = 2, of name: String = "random", shape: BoardShape = .standard, played: Int = 20
  ) throws -> [RecordedGame] {
    let agent = try LoadedAgent(named: name, shape: shape)
    let results = Evaluator(EvaluationSettings(games: played, seed: 5))
      .play(agent.player, rules: agent.rules)
    return try RecordedGame.record(count, of: agent, results: results, seed: 5)
  }

  @Test("Best, median and worst come first, then what halves the gaps")
  func places() {
    #expect(RecordedGame.places(5, of: 101) == [101, 51, 1, 76, 26])
    #expect(RecordedGame.places(9, of: 101) == [101, 51, 1, 76, 26, 88, 63, 38, 13])
    #expect(RecordedGame.places(2, of: 10) == [10, 5])
    #expect(RecordedGame.places(100, of: 4).sorted() == [1, 2, 3, 4])
    #expect(RecordedGame.places(3, of: 1) == [1])
  }

  @Test("The games recorded are those of the evaluation", arguments: ["random", "greedy"])
  func choice(name: String) throws {
    let agent = try LoadedAgent(named: name)
    let results = Evaluator(EvaluationSettings(games: 21, seed: 5))
      .play(agent.player, rules: agent.rules)
    let games = try RecordedGame.record(3, of: agent, results: results, seed: 5)
    let scores = results.map(\.score).sorted()
    #expect(games.map(\.score) == [scores[20], scores[10], scores[0]])
    #expect(games[0].rank.isBest && games[1].rank.isMedian && !games[2].rank.isBest)
    for game in games {
      let result = results[Int(game.seed - 5)]
      #expect(game.score == result.score && game.moves.count == result.moves)
      #expect(game.end.largestExponent == result.largestExponent && game.isOver)
    }
  }

  @Test("Games are read back as they were written, on boards of any shape")
  func roundTrip() throws {
    let games = try Self.games() + Self.games(1, shape: try BoardShape(rows: 3, columns: 5))
    try RecordingFile.write(games, to: path)
    #expect(try RecordingFile.read(path) == games)
  }

  @Test("The file is as documented")
  func format() throws {
    let game = try RecordedGame(
      agent: "random", rules: Rules(shape: try BoardShape(rows: 2, columns: 3)), seed: 23,
      rank: .init(place: 1, games: 2), actions: [.down, .left])
    let lines = try RecordingFile.lines(of: game)
    #expect(lines[0] == "agent random")
    #expect(lines[1].hasPrefix("rules {\"ends_at_win\":false,\"four_probability\":0.1,"))
    // As in the recording of Env2048Tests.
    #expect(
      lines[2...]
        == [
          "seed 23", "rank 1 of 2", "start 0 2 2 / 0 0 0", "down +0 4@0 : 4 0 0 / 0 2 2",
          lines[6], "end 4 points, 2 moves, largest tile 4, stopped",
        ])
    #expect(lines[6].hasPrefix("left +4 "))
  }

  @Test("Whatever is changed is found, with its line")
  func changes() throws {
    try RecordingFile.write(try Self.games(), to: path)
    let text = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // Header, empty line, agent, rules, seed, rank, start: the moves begin in line 8. The agent's
    // name and the rank are words about the game, which playing it cannot check.
    for index in lines.indices where ![2, 5].contains(index) && lines[index].contains(" ") {
      guard index < 60, !lines[index].hasPrefix("agent"), !lines[index].hasPrefix("rank") else {
        continue
      }
      for place in [0, lines[index].count / 2, lines[index].count - 1] {
        var changed = lines
        var characters = Array(changed[index])
        characters[place] = characters[place] == "2" ? "4" : "2"
        changed[index] = String(characters)
        try AtomicFile.write(changed.joined(separator: "\n"), to: path)
        #expect(throws: RecordingError.self, "line \(index + 1), place \(place)") {
          try RecordingFile.read(path)
        }
      }
    }
  }

  @Test("Messages name the line, what was expected and what was found")
  func messages() throws {
    try RecordingFile.write(try Self.games(1), to: path)
    let text = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    func error(_ changed: [String]) throws -> RecordingError? {
      try AtomicFile.write(changed.joined(separator: "\n"), to: path)
      do throws(RecordingError) {
        _ = try RecordingFile.read(path)
        return nil
      } catch {
        return error
      }
    }
    var changed = lines
    changed[8] = lines[8].replacing("+", with: "+9")
    #expect(
      try error(changed)
        == .wrongLine(path: path, line: 9, expected: lines[8], found: changed[8]))
    #expect(
      try error(["2048-games 2"] + lines.dropFirst())
        == .wrongLine(path: path, line: 1, expected: "2048-games 1", found: "2048-games 2"))
    changed = lines
    changed[3] = "rules {}"
    let wrongRules = try error(changed)
    #expect(wrongRules == .wrongRules(path: path, line: 4, reason: "'shape' is missing"))
    #expect(
      try error(Array(lines.dropLast(4)) + [""]) == .truncated(path: path, line: lines.count - 3))
    #expect(try error(Array(lines.dropLast(1))) == .truncated(path: path, line: lines.count - 1))
    #expect(try error(["2048-games 1", ""]) == .noGames(path: path))
    #expect(try error([""]) == .truncated(path: path, line: 1))
    #expect(try error(Array(lines.dropLast(1)) + ["more", ""]) != nil)
  }

  @Test("An action that changes nothing is refused with its line")
  func illegalMove() throws {
    let game = try Self.games(1)[0]
    let first = try #require(game.moves.first?.action)
    let illegal = try #require(
      Action.allCases.first { game.end.sliding($0) == nil }, "the last board takes no action")
    #expect(throws: RecordedGame.IllegalMove(index: game.moves.count, action: illegal)) {
      try RecordedGame(
        agent: game.agent, rules: game.rules, seed: game.seed, rank: game.rank,
        actions: game.moves.map(\.action) + [illegal])
    }
    try RecordingFile.write([game], to: path)
    let text = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    let end = try #require(text.firstRange(of: "\nend "))
    let line = text[..<end.lowerBound].count { $0 == "\n" } + 2
    try AtomicFile.write(
      String(text[..<end.lowerBound]) + "\n\(first.name) +0 2@0 : 0" + text[end.lowerBound...],
      to: path)
    #expect(throws: RecordingError.illegalMove(path: path, line: line, action: first)) {
      try RecordingFile.read(path)
    }
  }

  @Test("An agent that does not repeat its games is found out")
  func notRepeatable() throws {
    let agent = try LoadedAgent(named: "random")
    let results = [GameResult(score: 1, moves: 1, largestExponent: 1)]
    #expect(throws: RecordingError.self) {
      try RecordedGame.record(1, of: agent, results: results, seed: 5)
    }
  }
}
