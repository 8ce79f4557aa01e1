/// The best score of a person on each size of board, kept in a JSON file.
///
///     {
///       "4x4" : 20148
///     }
///
/// The file is `best-scores.json` in the folder that the environment variable `ENV2048_DATA` names;
/// without it, in `env2048` under `XDG_DATA_HOME`, or under `~/.local/share`.
public struct BestScores: Sendable {
  /// The file's path.
  public let file: String

  /// The variables that say where the file is, the first that is set and not empty wins.
  public static let variables = ["ENV2048_DATA", "XDG_DATA_HOME", "HOME"]

  /// Uses the file at a path, whether it exists or not.
  public init(file: String) { self.file = file }

  /// Finds the file's place; `nil` if the environment names none.
  ///
  /// A value that is no absolute path is passed over, as the XDG base directory specification
  /// asks, except that of `ENV2048_DATA`.
  public init?(environment: [String: String]) {
    let value = { (name: String) in environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let absolute = { (name: String) in value(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    if let folder = value("ENV2048_DATA") {
      self.init(file: "\(folder)/best-scores.json")
    } else if let data = absolute("XDG_DATA_HOME") {
      self.init(file: "\(data)/env2048/best-scores.json")
    } else if let home = absolute("HOME") {
      self.init(file: "\(home)/.local/share/env2048/best-scores.json")
    } else {
      return nil
    }
  }

  /// The best score on a board of this size, 0 if there is none yet.
  ///
  /// - Parameter board: The size, such as `4x4`.
  public func score(on board: String) throws(JSONFileError) -> Int {
    try scores()[board] ?? 0
  }

  /// Keeps a score if it is better than the one in the file.
  ///
  /// - Parameters:
  ///   - score: The score of a game.
  ///   - board: The size of its board, such as `4x4`.
  public func keep(_ score: Int, on board: String) throws(JSONFileError) {
    // Read again: another game may have ended since this one began.
    var scores = try scores()
    guard score > scores[board] ?? 0 else { return }
    scores[board] = score
    try JSONFileError.wrapping { () throws(FileError) in
      _ = try FileSystem.createDirectories(FileSystem.parent(of: file))
    }
    try JSONFile.write(scores, to: file)
  }

  private func scores() throws(JSONFileError) -> [String: Int] {
    do throws(JSONFileError) {
      return try JSONFile.read([String: Int].self, from: file)
    } catch .file(let error) where error.isMissingFile {
      return [:]
    } catch {
      throw error
    }
  }
}
