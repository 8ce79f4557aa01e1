import Foundation

/// A Python that has NumPy and safetensors, for tests that read files as others do.
public enum Python {
  /// The interpreter: that of `Python/.venv`, which `Scripts/test-python` makes, or `python3`.
  private static let interpreter: [String]? = {
    // Not resolved: only by its link does Python know that it is in `.venv`.
    let own = ProjectFolder.file("Python/.venv/bin/python")
    let candidates = [[own], ["/usr/bin/env", "python3"]]
    return candidates.first { candidate in
      let answer = try? output(of: candidate + ["-c", "import numpy, safetensors; print('yes')"])
      return answer == "yes\n"
    }
  }()

  /// Whether there is one.
  public static var hasSafetensors: Bool { interpreter != nil }

  /// Runs a script.
  ///
  /// - Returns: What it printed.
  public static func run(_ script: String, _ arguments: String...) throws -> String {
    try output(of: (interpreter ?? []) + ["-c", script] + arguments)
  }

  private static func output(of command: [String]) throws -> String {
    guard FileManager.default.isExecutableFile(atPath: command[0]) else {
      throw CocoaError(.fileNoSuchFile)
    }
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
