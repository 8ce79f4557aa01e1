import Agents
import Foundation

/// Where a result comes from: enough to make it again.
public struct ProvenanceRecord: Codable, Equatable, Sendable {
  /// The command line, program first.
  public let command: [String]
  /// The version of this package.
  public let version: String
  /// The commit the program was built from, with `-dirty` where files differed; `nil` if unknown.
  public let commit: String?
  /// When it began, in ISO 8601, UTC.
  public let date: String
  /// What it ran on.
  public let machine: MachineDescription
  /// What computes products of matrices; `nil` where there are none.
  public var matrixProducts: MatrixLibrary?

  /// Describes the running program.
  ///
  /// - Parameters:
  ///   - command: The command line, program first.
  ///   - version: The version of this package.
  public init(command: [String], version: String) {
    self.command = command
    self.version = version
    // Asked beside the program, not in the current folder, which may belong to another repository.
    commit = Bundle.main.executablePath.flatMap { Self.commit(in: FileSystem.parent(of: $0)) }
    date = Date.now.formatted(.iso8601)
    machine = .current
  }

  /// The commit checked out in a folder; `nil` without git or outside a repository.
  static func commit(in directory: String) -> String? {
    let git = Process()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = [
      "git", "-C", directory, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*",
    ]
    let output = Pipe()
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    git.standardInput = FileHandle.nullDevice
    guard (try? git.run()) != nil else { return nil }
    let answer = try? output.fileHandleForReading.readToEnd()
    git.waitUntilExit()
    guard git.terminationStatus == 0, let answer else { return nil }
    let commit = String(decoding: answer, as: UTF8.self).prefix { !$0.isNewline }
    return commit.isEmpty ? nil : String(commit)
  }
}
