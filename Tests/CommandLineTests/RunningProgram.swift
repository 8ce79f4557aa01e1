import Foundation
import TestSupport
import Testing

/// What a program printed and how it ended.
struct Outcome: Equatable {
  /// How a program ended.
  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  let end: End
  let output: String
  let error: String

  /// Ended with exit code 0.
  var isDone: Bool { end == .exit(0) }
}

/// A program that was started by a test, its output and errors going to files.
final class RunningProgram {
  private let process = Process()
  // Files, not pipes: nobody must read them meanwhile, and no other program can keep them open.
  private let inputFile: URL
  private let outputFile: URL
  private let errorFile: URL

  /// Longer than anything takes here, even on a machine with much else to do.
  private static let patience = Duration.seconds(180)

  init(
    _ program: String, _ arguments: [String], in folder: String, environment: [String: String]?,
    input: String?
  ) throws {
    let executable = URL(
      filePath: program.hasPrefix("/") ? program : BuiltProgram.path(program))
    let products = URL(filePath: BuiltProgram.path("")).path
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    var inherited = ProcessInfo.processInfo.environment
    inherited["PATH"] = "\(products):\(inherited["PATH"] ?? "/usr/bin:/bin")"
    process.environment = environment ?? inherited
    let captures = FileManager.default.temporaryDirectory
      .appending(path: "env2048-output-\(UUID().uuidString)").path
    inputFile = URL(filePath: captures + ".in")
    outputFile = URL(filePath: captures + ".out")
    errorFile = URL(filePath: captures + ".err")
    try Data((input ?? "").utf8).write(to: inputFile)
    for file in [outputFile, errorFile] { try Data().write(to: file) }
    process.standardInput =
      input == nil ? FileHandle.nullDevice : try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
  }

  deinit {
    if process.isRunning { send(SIGKILL) }
    for file in [inputFile, outputFile, errorFile] { try? FileManager.default.removeItem(at: file) }
  }

  var isRunning: Bool { process.isRunning }

  /// What the program has written to standard error so far.
  var error: String { Self.text(of: errorFile) }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until standard error satisfies a condition, or the program ends.
  func waitForError(_ condition: (String) -> Bool) async throws {
    try await wait { condition(error) || !isRunning }
    if condition(error) { return }
    let outcome = try await outcome()
    try #require(condition(error), "It ended without what was waited for: \(outcome)")
  }

  /// Waits until the program has ended.
  func outcome() async throws -> Outcome {
    try await wait { !isRunning }
    let status = process.terminationStatus
    return Outcome(
      end: process.terminationReason == .exit ? .exit(status) : .signal(status),
      output: Self.text(of: outputFile), error: error)
  }

  /// Waits until a condition holds.
  func wait(until condition: () -> Bool) async throws {
    let start = ContinuousClock.now
    while !condition() {
      guard ContinuousClock.now - start < Self.patience else {
        send(SIGKILL)
        throw TimeOut(error: error)
      }
      try await Task.sleep(for: .milliseconds(3))
    }
  }

  /// What was waited for did not come.
  struct TimeOut: Error {
    let error: String
  }

  private static func text(of file: URL) -> String {
    (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
