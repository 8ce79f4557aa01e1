import Agents
import Env2048
import Foundation

/// A file that holds an agent, in one of the formats that are known.
struct AgentFile: ~Copyable {
  /// What is in the file.
  enum Contents: ~Copyable {
    /// A checkpoint of this package.
    case checkpoint(SafetensorsReader)
    /// The bytes of a weight file of TDL2048.
    case tdl([UInt8])
  }

  /// The file.
  let path: String
  /// The run it belongs to, if it was named by its folder.
  let folder: RunFolder?
  /// What is in it.
  let contents: Contents

  /// Opens the folder of a run, a checkpoint or a weight file.
  ///
  /// A weight file is known by its first bytes, or by the end of its name.
  /// - Throws: What is wrong with folder or file.
  init(named name: String) throws {
    guard let status = try FileSystem.status(of: name) else {
      throw FileError(path: name, operation: .open, code: ENOENT)
    }
    let run = status.kind == .directory ? RunFolder(name) : nil
    try run?.check()
    // The checkpoint is never older than the weights saved to play with.
    let path = run.map { $0.hasCheckpoint ? $0.checkpointFile : $0.weightsFile } ?? name
    let contents = try Contents(of: path)
    self.path = path
    self.contents = contents
    folder = run
  }

  /// The kind of agent, such as `ntuple`.
  var kind: String {
    switch contents {
    case .checkpoint(let reader): reader.kind
    case .tdl: NTupleCheckpoint.kind
    }
  }
}

extension AgentFile.Contents {
  fileprivate init(of path: String) throws {
    if try path.hasSuffix(".w") || TDLWeightFile.isBeginning(Self.head(of: path)) {
      self = .tdl(try FileSystem.contents(of: path))
    } else {
      self = .checkpoint(try SafetensorsReader(opening: path))
    }
  }

  /// The first bytes of a file.
  private static func head(of path: String) throws(FileError) -> [UInt8] {
    let file = try FileDescriptor(path, .reading)
    var bytes = [UInt8](repeating: 0, count: min(try file.size(), 6))
    var span = bytes.mutableSpan
    // SAFETY: every pattern of bits is a valid `UInt8`.
    var rawSpan = unsafe span.mutableBytes
    let count = try file.read(into: &rawSpan, at: 0)
    return Array(bytes.prefix(count))
  }
}
