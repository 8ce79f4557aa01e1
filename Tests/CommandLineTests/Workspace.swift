import Foundation
import TestSupport

/// A folder in which a test runs the programs, removed with everything in it when the test ends.
final class Workspace {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Where it is.
  var path: String { folder.path }

  /// The absolute path of a name in the folder.
  func file(_ name: String) -> String { folder.file(name) }

  /// Starts a program of this package in the folder; `sh` stands for the system's shell.
  func start(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil
  ) throws -> RunningProgram {
    try RunningProgram(program, arguments, in: path, environment: environment)
  }

  /// Runs a program of this package in the folder to its end.
  func run(
    _ program: String, _ arguments: String..., environment: [String: String]? = nil
  ) async throws -> Outcome {
    try await start(program, arguments, environment: environment).outcome()
  }

  /// Runs a script of the shell, which finds the programs by their names.
  func shell(_ script: String) async throws -> Outcome {
    try await run("sh", "-c", script)
  }

  /// Trains a small network quickly; the run is called `run` unless options say otherwise.
  @discardableResult
  func train(_ arguments: String..., run: String = "run") async throws -> Outcome {
    let common = ["ntuple", "--network", "5x4", "--run", run]
    return try await start("train", common + arguments).outcome()
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: file(name))) }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  func write(_ data: Data, to name: String) throws { try data.write(to: URL(filePath: file(name))) }

  func copy(_ name: String, to other: String) throws { try write(bytes(name), to: other) }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  /// The names in a folder of the workspace, sorted.
  func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(name)).sorted()
  }
}
