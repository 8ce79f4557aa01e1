extension Decoder {
  /// The error for a value that is written well but cannot be right.
  func corrupted(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
  }
}
