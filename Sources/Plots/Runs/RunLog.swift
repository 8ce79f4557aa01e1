import Experiments

/// The log of a run, and the name it has in pictures.
public struct RunLog: Equatable, Sendable {
  /// The name in legends: the folder's own, or its path where two runs share that.
  public let name: String
  /// The file.
  public let file: String
  /// What was in it.
  public let contents: TrainingLogContents

  /// Names a log that was read.
  public init(name: String, file: String, contents: TrainingLogContents) {
    self.name = name
    self.file = file
    self.contents = contents
  }

  /// Its rows.
  public var records: [TrainingRecord] { contents.records }

  /// What a user should hear about lines passed over, with the file's name.
  public var warnings: [String] { contents.warnings.map { "\(file): \($0)" } }

  /// Reads the logs of runs.
  ///
  /// - Parameter paths: The runs' folders, or log files themselves.
  /// - Throws: `RunFolderError` or `TrainingLogError` for the first that cannot be read.
  public static func read(_ paths: [String]) throws -> [RunLog] {
    let names = Self.names(for: paths)
    return try zip(paths, names).map { path, name in
      let file = try logFile(path)
      return RunLog(name: name, file: file, contents: try TrainingLogContents(reading: file))
    }
  }

  /// The log file of a run's folder, or the file itself.
  public static func logFile(_ path: String) throws -> String {
    guard let status = try FileSystem.status(of: path) else {
      throw RunFolderError.missing(path: path)
    }
    return status.kind == .directory ? RunFolder(path).logFile : path
  }

  /// The shortest names that tell the paths apart.
  static func names(for paths: [String]) -> [String] {
    let whole = paths.map { RunFolder($0).path }
    let last = whole.map { path in
      let name = FileSystem.name(of: path)
      // A folder named from within says nothing.
      return [".", "..", ""].contains(name) ? path : name
    }
    return zip(whole, last).map { path, name in last.count { $0 == name } > 1 ? path : name }
  }
}
