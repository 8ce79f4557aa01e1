import Env2048

/// A file of recorded games, such as `games.txt` in a run's folder.
///
/// ```
/// 2048-games 1
///
/// agent ntuple 5x4
/// rules {"ends_at_win":false,"four_probability":0.1, … }
/// seed 17
/// rank 500 of 500
/// start 0 0 0 2 / 0 0 0 0 / 0 2 0 0 / 0 0 0 0
/// left +0 2@6 : 2 0 0 0 / 0 0 2 0 / 2 0 0 0 / 0 0 0 0
/// …
/// end 1156 points, 127 moves, largest tile 128, over
/// ```
///
/// The first line names the format and its version. Each game follows an empty line. Its rules are
/// those of `config.json` on one line; its rank is its place by score among the games it was played
/// with, 1 the lowest. A move's line holds the action, the reward, the new tile with its cell,
/// counted row by row from 0, and the board with that tile, all as face values. The last line is
/// `over` where no action is legal, else `stopped`. Lines end with a line feed; text is UTF-8.
///
/// Seed and actions say all: the rest follows from them by the rules, and reading checks that it
/// does, line by line.
public enum RecordingFile {
  static let header = "2048-games 1"

  /// Writes games in place of a file.
  public static func write(_ games: [RecordedGame], to path: String) throws {
    var text = header + "\n"
    for game in games { text += "\n" + (try lines(of: game).joined(separator: "\n")) + "\n" }
    try RecordingError.wrapping { () throws(FileError) in try AtomicFile.write(text, to: path) }
  }

  /// Reads games, and checks each line of them by playing them again.
  ///
  /// - Throws: `RecordingError` for the first line that is not what the rules make it.
  public static func read(_ path: String) throws(RecordingError) -> [RecordedGame] {
    let bytes = try RecordingError.wrapping { () throws(FileError) in
      try FileSystem.contents(of: path)
    }
    var reader = RecordingReader(path: path, text: String(decoding: bytes, as: UTF8.self))
    return try reader.games()
  }

  /// The lines of a game.
  static func lines(of game: RecordedGame) throws(JSONFileError) -> [String] {
    let rules = try JSONFile.text(of: game.rules, for: "rules")
    let head = [
      "agent \(game.agent.split(whereSeparator: \.isNewline).joined(separator: " "))",
      "rules \(rules)", "seed \(game.seed)", "rank \(game.rank.place) of \(game.rank.games)",
      "start \(game.start)",
    ]
    let moves = game.moves.map { move in
      let tile = Tile.faceValue(ofExponent: move.spawned.exponent)
      return "\(move.action.name) +\(move.reward) \(tile)@\(move.spawned.cell) : \(move.board)"
    }
    let end =
      "end \(game.score) points, \(game.moves.count) moves, largest tile \(game.end.largestTile), "
      + (game.isOver ? "over" : "stopped")
    return head + moves + [end]
  }
}
