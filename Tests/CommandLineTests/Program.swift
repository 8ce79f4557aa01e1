import Foundation
import TestSupport

/// One of the package's programs, run as a user runs it.
struct Program {
  /// What a program that has ended leaves behind.
  struct Outcome: Equatable {
    /// The exit code, or the signal that killed it, negative.
    var code: Int32
    /// Standard output.
    var output: String
    /// Standard error.
    var errors: String
  }

  /// The folder it runs in.
  let folder: TemporaryFolder

  /// The folder of the built programs, beside the test bundle.
  static var products: URL {
    #if os(macOS)
      // swift-format-ignore: NeverForceUnwrap
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!
        .bundleURL.deletingLastPathComponent()
    #else
      // swift-format-ignore: NeverForceUnwrap
      Bundle.main.executableURL!.deletingLastPathComponent()
    #endif
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - line: Name and arguments, separated by spaces.
  ///   - arguments: Further arguments, which may hold spaces.
  ///   - environment: Changes of the environment.
  func run(
    _ line: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> Outcome {
    try start(line, arguments, environment: environment).wait()
  }

  /// Starts a program and lets it run.
  func start(
    _ line: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> Running {
    let words = line.split(separator: " ").map(String.init)
    return try Running(
      executable: Self.products.appending(path: words[0]),
      arguments: words.dropFirst() + arguments, folder: folder, environment: environment)
  }

  /// Runs a line of shell, in which `$P` is the folder of the programs.
  func shell(_ line: String) throws -> Outcome {
    try Running(
      executable: URL(filePath: "/bin/bash"), arguments: ["-c", line], folder: folder,
      environment: ["P": Self.products.path]
    ).wait()
  }
}

/// A program that is running.
final class Running {
  private let process = Process()
  private let outputFile: String
  private let errorFile: String

  init(
    executable: URL, arguments: [String], folder: TemporaryFolder, environment: [String: String]
  ) throws {
    // Files, not pipes: nobody has to read them meanwhile.
    let name = UUID().uuidString
    outputFile = folder.file(".\(name).out")
    errorFile = folder.file(".\(name).err")
    for file in [outputFile, errorFile] { try Data().write(to: URL(filePath: file)) }
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: outputFile)
    process.standardError = FileHandle(forWritingAtPath: errorFile)
    try process.run()
  }

  /// What it has written to standard error so far.
  var errors: String { (try? String(contentsOfFile: errorFile, encoding: .utf8)) ?? "" }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits until a condition holds or the program ends.
  func wait(until condition: () -> Bool) {
    while !condition(), process.isRunning { usleep(5_000) }
  }

  /// Waits until the program ends.
  func wait() -> Program.Outcome {
    process.waitUntilExit()
    let status = process.terminationStatus
    let outcome = Program.Outcome(
      code: process.terminationReason == .uncaughtSignal ? -status : status,
      output: (try? String(contentsOfFile: outputFile, encoding: .utf8)) ?? "", errors: errors)
    for file in [outputFile, errorFile] { try? FileManager.default.removeItem(atPath: file) }
    return outcome
  }
}

extension TemporaryFolder {
  /// The bytes of a file in it.
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: file(name))) }

  /// The lines of a text file in it.
  func lines(_ name: String) throws -> [String] {
    String(decoding: try bytes(name), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Whether it holds a file or folder.
  func contains(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  /// The rows of a run's log without the two columns that depend on the clock.
  func rowsWithoutTimes(_ run: String) throws -> [String] {
    try lines("\(run)/log.csv").map { line in
      var fields = line.split(separator: ",", omittingEmptySubsequences: false)
      fields.remove(at: 18)
      fields.remove(at: 2)
      return fields.joined(separator: ",")
    }
  }
}
