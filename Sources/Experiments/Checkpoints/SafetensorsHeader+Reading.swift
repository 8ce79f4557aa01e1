extension SafetensorsHeader {
  /// Understands and checks the JSON of a header.
  ///
  /// The tensors must fill the data without gap or overlap, as the format demands; then their
  /// descriptions in the order of their data say where each one lies.
  /// - Parameters:
  ///   - json: The bytes after the length.
  ///   - path: The file they come from, for errors.
  init(reading json: [UInt8], path: String) throws(CheckpointError) {
    let scanner: HeaderScanner
    do throws(HeaderScanner.Failure) {
      scanner = try HeaderScanner(json)
    } catch {
      throw .malformedHeader(path: path, byte: 8 + error.byte, expected: error.expected)
    }
    guard scanner.metadataCount <= 1 else {
      throw .duplicateName(path: path, name: Self.metadataName)
    }
    metadata = [:]
    for (key, value) in scanner.metadata {
      guard metadata.updateValue(value, forKey: key) == nil else {
        throw .duplicateName(path: path, name: key)
      }
    }
    var names: Set<String> = []
    for entry in scanner.tensors where !names.insert(entry.name).inserted {
      throw .duplicateName(path: path, name: entry.name)
    }
    tensors = []
    var offset = 0
    // An empty tensor comes before the one that begins at the same place.
    for entry in scanner.tensors.sorted(by: { ($0.begin, $0.end) < ($1.begin, $1.end) }) {
      let tensor = try Self.checked(entry, path: path)
      guard entry.begin == offset else {
        throw .misplacedTensor(
          path: path, tensor: entry.name, expectedOffset: offset, foundOffset: entry.begin)
      }
      offset = entry.end
      tensors.append(tensor)
    }
  }

  /// Checks one tensor's number format and size.
  private static func checked(
    _ entry: HeaderScanner.Entry, path: String
  ) throws(CheckpointError) -> TensorDescription {
    guard let type = TensorType(rawValue: entry.type) else {
      throw .unknownType(path: path, tensor: entry.name, found: entry.type)
    }
    let byteCount = TensorDescription.byteCount(type: type, shape: entry.shape)
    guard let byteCount, byteCount == entry.end - entry.begin else {
      throw .wrongTensorSize(
        path: path, tensor: entry.name, expectedBytes: byteCount ?? .max,
        foundBytes: entry.end - entry.begin)
    }
    return TensorDescription(name: entry.name, type: type, shape: entry.shape)
  }
}
