import Console
import Env2048
import Experiments

extension EvaluateCommand {
  static let record = CommandOption<Int?>(
    "record", placeholder: "COUNT",
    help: "record games move by move: the best, the median, the worst, then the quarters, eighths "
      + "and so on between them by score",
    otherwise: "none", as: .count)
  static let recordTo = CommandOption<String?>(
    "record-to", placeholder: "FILE", help: "the file of recorded games",
    otherwise: "games.txt in the run's folder", as: .path)
  static let verify = CommandOption<String?>(
    "verify", placeholder: "FILE",
    help: "instead of playing, play recorded games again and check each line",
    otherwise: "play games", as: .path)

  /// The file that games are recorded to; `nil` if none are.
  static func recordingFile(of agent: LoadedAgent, _ parsed: ParsedCommand) throws -> String? {
    guard parsed[record] != nil else {
      guard parsed[recordTo] == nil else {
        throw parsed.contradiction("'--record-to' says where and '--record' how many; add --record")
      }
      return nil
    }
    guard agent.search?.milliseconds == nil else {
      throw parsed.contradiction(
        "'--record' and '--milliseconds': such games depend on the machine's speed and cannot be "
          + "played again; expected '--nodes'")
    }
    guard let file = parsed[recordTo] ?? agent.folder?.recordingsFile else {
      throw parsed.contradiction(
        "'--record': '\(agent.name)' has no folder to record to; add --record-to FILE")
    }
    return file
  }

  /// The games of a file as a table, once all their lines have been checked.
  static func verification(of file: String, _ parsed: ParsedCommand) throws -> String {
    guard parsed.positionals.isEmpty else {
      throw parsed.contradiction("'--verify' plays no agent; leave out '\(parsed.positionals[0])'")
    }
    let games = try RecordingFile.read(file)
    var table = TextTable(
      columns: .left("agent"), .right("seed"), .right("rank"), .right("score"), .right("moves"),
      .right("largest"))
    for game in games {
      table.add(
        game.agent, String(game.seed), "\(game.rank.place) of \(game.rank.games)",
        Format.grouped(game.score), Format.grouped(game.moves.count),
        Format.grouped(game.end.largestTile))
    }
    let count = games.count == 1 ? "The game is" : "All \(games.count) games are"
    return table.text + "\n\(count) as the rules make \(games.count == 1 ? "it" : "them").\n"
  }
}
