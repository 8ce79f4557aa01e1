/// Reads checkpoints from safetensors files.
///
/// Opening checks the whole file before anything is handed out: structure, sizes and checksums.
/// The file stays open, so what is read afterwards is what was checked even if a writer replaces
/// the name meanwhile.
public struct SafetensorsReader: ~Copyable {
  private let file: FileDescriptor
  private let header: SafetensorsHeader
  private let dataOffset: Int

  /// The file's name.
  public var path: String { file.path }

  /// Free text by key.
  public var metadata: [String: String] { header.metadata }

  /// What kind of agent the tensors make.
  public var kind: String { header.metadata[SafetensorsHeader.kindKey] ?? "" }

  /// The tensors in the order of their data.
  public var tensors: [TensorDescription] { header.tensors }

  /// Opens and checks a file.
  ///
  /// - Complexity: Reads the file once.
  public init(opening path: String) throws(CheckpointError) {
    let file = try CheckpointError.wrapping { () throws(FileError) in
      try FileDescriptor(path, .reading)
    }
    let json = try Self.headerJSON(of: file)
    let header = try SafetensorsHeader(reading: json, path: path)
    try Self.check(json, of: file)
    try Self.check(file, against: header, dataOffset: 8 + json.count)
    dataOffset = 8 + json.count
    self.header = header
    self.file = file
  }

  /// Reads a tensor into memory that is already there.
  ///
  /// - Parameter bytes: Receives the tensor; exactly as long as it.
  public func read(_ name: String, into bytes: inout MutableRawSpan) throws(CheckpointError) {
    var offset = dataOffset
    for tensor in tensors {
      guard tensor.name == name else {
        offset += tensor.byteCount
        continue
      }
      guard bytes.byteCount == tensor.byteCount else {
        throw .wrongDestination(
          path: path, tensor: name, expectedBytes: bytes.byteCount, foundBytes: tensor.byteCount)
      }
      return try Self.fill(&bytes, from: file, at: offset)
    }
    throw .missingTensor(path: path, tensor: name, found: tensors.map(\.name))
  }

  /// Reads a tensor's numbers into memory that is already there.
  ///
  /// - Parameter elements: Receives the numbers; exactly as many as the tensor has.
  public func read<Element: TensorElement>(
    _ name: String, into elements: inout MutableSpan<Element>
  ) throws(CheckpointError) {
    try requireType(Element.tensorType, of: tensor(named: name))
    // SAFETY: a `TensorElement` has no padding and a value for every pattern of bits.
    var bytes = unsafe elements.mutableBytes
    try read(name, into: &bytes)
  }

  /// Reads a tensor's numbers into a new array.
  public func array<Element: TensorElement>(
    _ name: String, of type: Element.Type
  ) throws(CheckpointError) -> [Element] {
    let tensor = try tensor(named: name)
    try requireType(Element.tensorType, of: tensor)
    var array = [Element](repeating: .zero, count: tensor.byteCount / tensor.type.byteCount)
    var span = array.mutableSpan
    try read(name, into: &span)
    return array
  }
}

// MARK: - Expectations

extension SafetensorsReader {
  /// The tensor of a name.
  public func tensor(named name: String) throws(CheckpointError) -> TensorDescription {
    guard let tensor = tensors.first(where: { $0.name == name }) else {
      throw .missingTensor(path: path, tensor: name, found: tensors.map(\.name))
    }
    return tensor
  }

  /// Refuses a file that holds another kind of agent.
  public func require(kind expected: String) throws(CheckpointError) {
    guard kind == expected else {
      throw .wrongKind(path: path, expected: expected, found: kind)
    }
  }

  /// Refuses a file of another version.
  public func require(formatVersion expected: Int) throws(CheckpointError) {
    let found = metadata[SafetensorsHeader.versionKey] ?? ""
    guard found == String(expected) else {
      throw .wrongVersion(path: path, expected: expected, found: found)
    }
  }

  /// Refuses a file without that very tensor.
  public func require(_ expected: TensorDescription) throws(CheckpointError) {
    let found = try tensor(named: expected.name)
    try requireType(expected.type, of: found)
    guard found.shape == expected.shape else {
      throw .wrongShape(
        path: path, tensor: found.name, expected: expected.shape, found: found.shape)
    }
  }

  private func requireType(
    _ expected: TensorType, of tensor: TensorDescription
  ) throws(CheckpointError) {
    guard tensor.type == expected else {
      throw .wrongType(path: path, tensor: tensor.name, expected: expected, found: tensor.type)
    }
  }
}
