/// The folder of a run and the names of the files in it.
///
/// ```
/// config.json               everything needed to repeat the run
/// log.csv                   a row an interval of training
/// checkpoint.safetensors    everything needed to go on with it
/// weights.safetensors       the values only, to play with
/// best.safetensors          the same, of the best evaluation so far
/// evaluation.json           the last evaluation
/// curve.svg                 the learning curve, if asked for
/// games.txt                 games of the last evaluation, if asked for
/// report.html               a page about the run, if asked for
/// ```
public struct RunFolder: Equatable, Sendable {
  /// The folder as the user named it, without a slash at its end.
  public let path: String

  /// Names a folder, which need not exist.
  public init(_ path: String) {
    let trimmed = path.reversed().drop { $0 == "/" }.reversed()
    self.path = trimmed.isEmpty && !path.isEmpty ? "/" : String(trimmed)
  }

  /// The first of `path`, `path-2`, `path-3`, … that does not exist yet.
  public static func free(named path: String) -> RunFolder {
    var folder = RunFolder(path)
    var number = 1
    while (try? FileSystem.status(of: folder.path)) != nil {
      number += 1
      folder = RunFolder("\(path)-\(number)")
    }
    return folder
  }

  /// Everything needed to repeat the run.
  public var configurationFile: String { file("config.json") }
  /// A row an interval of training.
  public var logFile: String { file("log.csv") }
  /// Everything needed to go on.
  public var checkpointFile: String { file("checkpoint.safetensors") }
  /// The values only, to play with.
  public var weightsFile: String { file("weights.safetensors") }
  /// The values of the best evaluation so far.
  public var bestWeightsFile: String { file("best.safetensors") }
  /// The last evaluation.
  public var evaluationFile: String { file("evaluation.json") }
  /// The learning curve, if asked for.
  public var curveFile: String { file("curve.svg") }
  /// Games of the last evaluation, if asked for.
  public var recordingsFile: String { file("games.txt") }
  /// A page about the run, if asked for.
  public var reportFile: String { file("report.html") }

  /// Whether the run has a checkpoint.
  ///
  /// One that was killed before its first has none; it starts again from its configuration.
  public var hasCheckpoint: Bool {
    (try? FileSystem.status(of: checkpointFile)) != nil
  }

  /// Checks that the folder is there and holds a run, as reading it needs.
  public func check() throws(RunFolderError) {
    let folder = try status(of: path)
    guard let folder else { throw .missing(path: path) }
    guard folder.kind == .directory else { throw .notFolder(path: path) }
    guard try status(of: configurationFile) != nil else {
      throw .notRun(path: path, missingFile: FileSystem.name(of: configurationFile))
    }
  }

  /// Reads the configuration.
  public func configuration<Configuration: Decodable>(
    _ type: Configuration.Type
  ) throws(RunFolderError) -> Configuration {
    do throws(JSONFileError) {
      return try JSONFile.read(type, from: configurationFile)
    } catch {
      throw .configuration(error)
    }
  }

  private func status(of path: String) throws(RunFolderError) -> FileStatus? {
    try RunFolderError.wrapping { () throws(FileError) in try FileSystem.status(of: path) }
  }

  private func file(_ name: String) -> String { "\(path)/\(name)" }
}
