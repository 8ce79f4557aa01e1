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

  /// Starts a program in the folder: one of this package by its name, others by their path.
  ///
  /// - Parameters:
  ///   - environment: All of it, in place of this process's own.
  ///   - input: What it reads; nothing unless given.
  func start(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil,
    input: String? = nil
  ) throws -> RunningProgram {
    try RunningProgram(program, arguments, in: path, environment: environment, input: input)
  }

  /// Runs a program of this package in the folder to its end.
  func run(
    _ program: String, _ arguments: String..., environment: [String: String]? = nil
  ) async throws -> Outcome {
    try await start(program, arguments, environment: environment).outcome()
  }

  /// Starts a program by its command line.
  ///
  /// - Parameters:
  ///   - line: Name and arguments, separated by spaces.
  ///   - arguments: Further arguments, which may hold spaces.
  ///   - changes: What differs from this process's own environment.
  func start(
    line: String, _ arguments: [String] = [], environment changes: [String: String] = [:]
  ) throws -> RunningProgram {
    let words = line.split(separator: " ").map(String.init)
    let environment = ProcessInfo.processInfo.environment.merging(changes) { $1 }
    return try start(words[0], words.dropFirst() + arguments, environment: environment)
  }

  /// Runs a program by its command line to its end.
  func run(
    line: String, _ arguments: [String] = [], environment changes: [String: String] = [:]
  ) async throws -> Outcome {
    try await start(line: line, arguments, environment: changes).outcome()
  }

  /// Runs a script of the shell, which finds the programs by their names.
  func shell(_ script: String) async throws -> Outcome {
    try await run("/bin/sh", "-c", script)
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
