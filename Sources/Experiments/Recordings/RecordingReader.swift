import Env2048

/// Goes through the lines of a file of recorded games.
struct RecordingReader {
  private let path: String
  private let lines: [Substring]
  /// The number of lines passed.
  private var position = 0

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Reads all games of the file.
  mutating func games() throws(RecordingError) -> [RecordedGame] {
    let first = next()
    guard first.map(String.init) == RecordingFile.header else {
      throw wrong(expected: RecordingFile.header, found: first)
    }
    guard lines.last?.isEmpty == true else { throw .truncated(path: path, line: lines.count) }
    var games: [RecordedGame] = []
    // After the last line feed comes an empty text.
    while position < lines.count - 1 {
      let empty = next()
      guard empty?.isEmpty == true else { throw wrong(expected: "", found: empty) }
      games.append(try game())
    }
    guard !games.isEmpty else { throw .noGames(path: path) }
    return games
  }

  private mutating func next() -> Substring? {
    guard position < lines.count else { return nil }
    defer { position += 1 }
    return lines[position]
  }

  /// Reads seed and actions, plays the game and compares all its lines.
  private mutating func game() throws(RecordingError) -> RecordedGame {
    let firstLine = position
    let agent = try value(of: "agent")
    let rulesText = try value(of: "rules")
    let rules = try rules(rulesText)
    guard let seed = UInt64(try value(of: "seed")) else {
      throw wrong(expected: "seed and a number", found: lines[position - 1])
    }
    let rankText = try value(of: "rank")
    let rank = try rank(rankText)
    _ = try value(of: "start")
    let firstMove = position
    let actions = try actions()
    let game: RecordedGame
    do throws(RecordedGame.IllegalMove) {
      game = try RecordedGame(
        agent: String(agent), rules: rules, seed: seed, rank: rank, actions: actions)
    } catch {
      throw .illegalMove(path: path, line: firstMove + error.index + 1, action: error.action)
    }
    try compare(game, from: firstLine)
    return game
  }

  /// What follows a key; the line must begin with it.
  private mutating func value(of key: String) throws(RecordingError) -> Substring {
    let line = next()
    guard let line, line.hasPrefix(key + " ") else {
      throw wrong(expected: "\(key) …", found: line)
    }
    return line.dropFirst(key.count + 1)
  }

  private func rules(_ text: Substring) throws(RecordingError) -> Rules {
    do {
      return try JSONFile.value(Rules.self, in: text.utf8)
    } catch {
      throw .wrongRules(path: path, line: position, reason: JSONFile.reason(for: error))
    }
  }

  private func rank(_ text: Substring) throws(RecordingError) -> RecordedGame.Rank {
    let words = text.split(separator: " ")
    guard words.count == 3, words[1] == "of", let place = Int(words[0]), let games = Int(words[2]),
      games > 0, (1...games).contains(place)
    else { throw wrong(expected: "rank … of …", found: lines[position - 1]) }
    return RecordedGame.Rank(place: place, games: games)
  }

  /// The actions of the moves, up to the line of the end, which is passed too.
  private mutating func actions() throws(RecordingError) -> [Action] {
    var actions: [Action] = []
    while true {
      let line = next()
      let word = line?.prefix { $0 != " " }
      if word.map(String.init) == "end" { return actions }
      guard let action = Action.allCases.first(where: { $0.name == word.map(String.init) }) else {
        throw wrong(expected: "a move or the end", found: line)
      }
      actions.append(action)
    }
  }

  private func compare(_ game: RecordedGame, from firstLine: Int) throws(RecordingError) {
    let expected: [String]
    do throws(JSONFileError) {
      expected = try RecordingFile.lines(of: game)
    } catch {
      throw .wrongRules(path: path, line: firstLine + 2, reason: error.description)
    }
    for (index, line) in expected.enumerated() where lines[firstLine + index] != line {
      throw .wrongLine(
        path: path, line: firstLine + index + 1, expected: line,
        found: String(lines[firstLine + index]))
    }
  }

  /// The error of the line passed last.
  private func wrong(expected: String, found: Substring?) -> RecordingError {
    // The empty text after the last line feed is no line.
    guard let found, position < lines.count || !found.isEmpty else {
      return .truncated(path: path, line: lines.count)
    }
    return .wrongLine(path: path, line: position, expected: expected, found: String(found))
  }
}
