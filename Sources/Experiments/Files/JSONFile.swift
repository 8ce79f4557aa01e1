import Foundation

/// A JSON file that cannot be read or written.
public enum JSONFileError: FileErrorWrapping, Equatable, CustomStringConvertible {
  /// The system refused the file.
  case file(FileError)

  /// The file is not JSON, or not of the expected form.
  case malformed(path: String, reason: String)

  /// The value has no JSON form, as with a number that is not finite.
  case unencodable(path: String, reason: String)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .malformed(let path, let reason): "Cannot understand '\(path)': \(reason)."
    case .unencodable(let path, let reason): "Cannot write '\(path)' as JSON: \(reason)."
    }
  }
}

/// JSON files as every part of a run writes them: indented, keys sorted and in snake case,
/// replaced as a whole.
public enum JSONFile {
  /// Replaces the file at `path` by `value`.
  public static func write(_ value: some Encodable, to path: String) throws(JSONFileError) {
    let text = try text(of: value, for: path, formatting: .prettyPrinted)
    try JSONFileError.wrapping { () throws(FileError) in
      try AtomicFile.write(text + "\n", to: path)
    }
  }

  /// Reads the value in the file at `path`.
  public static func read<Value: Decodable>(
    _ type: Value.Type, from path: String
  ) throws(JSONFileError) -> Value {
    let bytes = try JSONFileError.wrapping { () throws(FileError) in
      try FileSystem.contents(of: path)
    }
    do {
      return try value(type, in: bytes)
    } catch {
      throw .malformed(path: path, reason: reason(for: error))
    }
  }

  /// The value that a JSON text stands for.
  package static func value<Value: Decodable>(
    _ type: Value.Type, in bytes: some Sequence<UInt8>
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: Data(bytes))
  }

  /// The JSON of a value, keys sorted, on one line unless asked otherwise.
  ///
  /// - Parameter name: What the text is for, as errors show it: a file or a key of metadata.
  public static func text(
    of value: some Encodable, for name: String, formatting: JSONEncoder.OutputFormatting = []
  ) throws(JSONFileError) -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .unencodable(path: name, reason: reason(for: error))
    }
  }

  /// What is wrong and where, in words.
  static func reason(for error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "'\(keyPath(context.codingPath + [key]))' is missing"
    case DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context):
      "'\(keyPath(context.codingPath))' is not of type \(type)"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      "'\(keyPath(context.codingPath))' has a wrong value: \(withoutFullStop(context))"
    case DecodingError.dataCorrupted:
      "it is not valid JSON"
    case EncodingError.invalidValue(let value, let context):
      "'\(keyPath(context.codingPath))' is \(value)"
    default:
      "\(error)"
    }
  }

  /// The decoder's own words, as a part of a sentence.
  private static func withoutFullStop(_ context: DecodingError.Context) -> String {
    let text = context.debugDescription
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private static func keyPath(_ keys: [any CodingKey]) -> String {
    keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}
