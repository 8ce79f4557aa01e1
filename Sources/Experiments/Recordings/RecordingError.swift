import Env2048

/// Games that cannot be recorded, or a recording that is not borne out.
public enum RecordingError: FileErrorWrapping, Equatable, CustomStringConvertible {
  /// The system refused the file.
  case file(FileError)
  /// A line is not what the rules make it.
  case wrongLine(path: String, line: Int, expected: String, found: String)
  /// The rules cannot be read.
  case wrongRules(path: String, line: Int, reason: String)
  /// A recorded action changes nothing on its board.
  case illegalMove(path: String, line: Int, action: Action)
  /// The file ends within a game.
  case truncated(path: String, line: Int)
  /// The file holds no game.
  case noGames(path: String)
  /// The agent played a game in another way than before.
  case notRepeatable(agent: String, seed: UInt64, expectedScore: Int, foundScore: Int)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .file(let error):
      error.description
    case .wrongLine(let path, let line, let expected, let found):
      "Recording '\(path)', line \(line): expected '\(Self.shortened(expected))', "
        + "found '\(Self.shortened(found))'."
    case .wrongRules(let path, let line, let reason):
      "Recording '\(path)', line \(line): the rules cannot be read: \(reason)."
    case .illegalMove(let path, let line, let action):
      "Recording '\(path)', line \(line): \(action.name) is not legal on the board before it."
    case .truncated(let path, let line):
      "Recording '\(path)' is cut off at line \(line)."
    case .noGames(let path):
      "Recording '\(path)' holds no game."
    case .notRepeatable(let agent, let seed, let expected, let found):
      "Agent '\(agent)' does not repeat its game of seed \(seed): expected \(expected) points, "
        + "found \(found); it cannot be recorded."
    }
  }

  private static func shortened(_ line: String) -> String {
    line.count <= 120 ? line : "\(line.prefix(117))…"
  }
}
