extension SafetensorsReader {
  /// The text under a key of the metadata.
  public func text(forKey key: String) throws(CheckpointError) -> String {
    guard let text = metadata[key] else { throw .missingMetadata(path: path, key: key) }
    return text
  }

  /// The value whose JSON, as `JSONFile.text(of:for:)` gives it, stands under a key of the metadata.
  public func decode<Value: Decodable>(
    _ type: Value.Type, forKey key: String
  ) throws(CheckpointError) -> Value {
    let text = try text(forKey: key)
    do {
      return try JSONFile.value(type, in: text.utf8)
    } catch {
      throw .malformedMetadata(path: path, key: key, reason: JSONFile.reason(for: error))
    }
  }
}
