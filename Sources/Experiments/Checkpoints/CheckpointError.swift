/// A checkpoint that cannot be read, or is not the one asked for.
public enum CheckpointError: FileErrorWrapping, Equatable, CustomStringConvertible {
  /// The two parts of a file that have a checksum.
  public enum Part: String, Equatable, Sendable {
    case header
    case data
  }

  /// The system refused the file.
  case file(FileError)
  /// The file ends before what its first bytes promise.
  case truncated(path: String, expectedBytes: Int, actualBytes: Int)
  /// The file goes on after its last tensor.
  case trailingBytes(path: String, expectedBytes: Int, actualBytes: Int)
  /// The header's length is beyond reason.
  case headerTooLong(path: String, limitBytes: Int, foundBytes: UInt64)
  /// The header is not the JSON it must be.
  case malformedHeader(path: String, byte: Int, expected: String)
  /// Two entries of the header bear one name.
  case duplicateName(path: String, name: String)
  /// A tensor is of a number format that safetensors does not have, or that is not known here.
  case unknownType(path: String, tensor: String, found: String)
  /// A tensor's place in the file is not as long as its shape and number format ask for.
  case wrongTensorSize(path: String, tensor: String, expectedBytes: Int, foundBytes: Int)
  /// A tensor does not begin where the one before it ends: they overlap or leave a gap.
  case misplacedTensor(path: String, tensor: String, expectedOffset: Int, foundOffset: Int)
  /// The bytes are not those that were written.
  case wrongChecksum(path: String, part: Part, expected: String, found: String)
  /// The metadata lack an entry.
  case missingMetadata(path: String, key: String)
  /// An entry of the metadata cannot be understood.
  case malformedMetadata(path: String, key: String, reason: String)
  /// The file holds another kind of agent.
  case wrongKind(path: String, expected: String, found: String)
  /// The file holds an agent of the right kind that is built in another way.
  case wrongAgent(path: String, expected: String, found: String)
  /// The file is of another version of the format.
  case wrongVersion(path: String, expected: Int, found: String)
  /// The file holds no tensor of that name.
  case missingTensor(path: String, tensor: String, found: [String])
  /// A tensor has another shape.
  case wrongShape(path: String, tensor: String, expected: [Int], found: [Int])
  /// A tensor has another number format.
  case wrongType(path: String, tensor: String, expected: TensorType, found: TensorType)
  /// What a tensor is to be read into is of another size.
  case wrongDestination(path: String, tensor: String, expectedBytes: Int, foundBytes: Int)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .file(let error):
      error.description
    case .truncated(let path, let expected, let actual):
      "Checkpoint '\(path)' is truncated: expected \(expected) bytes, found \(actual)."
    case .trailingBytes(let path, let expected, let actual):
      damaged(path, "expected \(expected) bytes, found \(actual)")
    case .headerTooLong(let path, let limit, let found):
      damaged(path, "expected a header of at most \(limit) bytes, found \(found)")
    case .malformedHeader(let path, let byte, let expected):
      damaged(path, "expected \(expected) at byte \(byte) of the file")
    case .duplicateName(let path, let name):
      damaged(path, "its header names '\(name)' twice")
    case .unknownType(let path, let tensor, let found):
      damaged(path, "tensor '\(tensor)' has the unknown number format '\(found)'")
    case .wrongTensorSize(let path, let tensor, let expected, let found):
      damaged(path, "tensor '\(tensor)' expected to take \(expected) bytes, found \(found)")
    case .misplacedTensor(let path, let tensor, let expected, let found):
      damaged(path, "tensor '\(tensor)' expected at data byte \(expected), found at \(found)")
    case .wrongChecksum(let path, let part, let expected, let found):
      damaged(path, "checksum of its \(part.rawValue) expected \(expected), found \(found)")
    case .missingMetadata(let path, let key):
      "Checkpoint '\(path)' lacks '\(key)' in its metadata; it was not written by this package."
    case .malformedMetadata(let path, let key, let reason):
      "Checkpoint '\(path)' has metadata '\(key)' that cannot be understood: \(reason)."
    case .wrongKind(let path, let expected, let found):
      "Checkpoint '\(path)' is of the wrong kind: expected '\(expected)', found '\(found)'."
    case .wrongAgent(let path, let expected, let found):
      "Checkpoint '\(path)' is of another agent: expected \(expected), found \(found)."
    case .wrongVersion(let path, let expected, let found):
      "Checkpoint '\(path)' has an unknown format version: expected \(expected), found \(found)."
    case .missingTensor(let path, let tensor, let found):
      "Checkpoint '\(path)' has no tensor '\(tensor)'; found \(list(found))."
    case .wrongShape(let path, let tensor, let expected, let found):
      "Checkpoint '\(path)': tensor '\(tensor)' expected in shape \(expected), found \(found)."
    case .wrongType(let path, let tensor, let expected, let found):
      "Checkpoint '\(path)': tensor '\(tensor)' expected as \(expected.rawValue), "
        + "found \(found.rawValue)."
    case .wrongDestination(let path, let tensor, let expected, let found):
      "Checkpoint '\(path)': tensor '\(tensor)' expected to have \(expected) bytes, found \(found)."
    }
  }

  private func damaged(_ path: String, _ fact: String) -> String {
    "Checkpoint '\(path)' is damaged: \(fact)."
  }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: ", ")
  }
}

extension CheckpointError {
  /// Checks that a file holds the agent that is expected.
  static func require<Structure: Equatable & CustomStringConvertible>(
    _ expected: Structure, found: Structure, in path: String
  ) throws(CheckpointError) {
    guard found == expected else {
      throw .wrongAgent(path: path, expected: expected.description, found: found.description)
    }
  }
}
