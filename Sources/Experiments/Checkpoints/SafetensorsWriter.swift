/// Writes checkpoints as safetensors files, each a whole replacement of the one before.
///
/// The tensors' bytes are streamed from wherever the agent keeps them; nothing is copied:
///
/// ```swift
/// let writer = SafetensorsWriter(
///   kind: "ntuple", formatVersion: 1, metadata: metadata,
///   tensors: [TensorDescription(name: "weights", type: .float32, shape: [count])])
/// try writer.write(to: path) { sink throws(FileError) in
///   try network.withWeights { weights throws(FileError) in try sink.append(weights) }
/// }
/// ```
public struct SafetensorsWriter: Sendable {
  private let header: SafetensorsHeader

  /// Lays out a file.
  ///
  /// - Parameters:
  ///   - kind: What kind of agent the tensors make; `SafetensorsReader.require(kind:)` asks for it.
  ///   - formatVersion: The version of that kind's format.
  ///   - metadata: Further text by key: configuration, counters, states of generators.
  ///   - tensors: The tensors in the order in which their bytes will come.
  /// - Precondition: Names are unique, and `metadata` holds none of the keys written here:
  ///   `kind`, `format_version`, `data_crc32` and `header_crc32`.
  public init(
    kind: String, formatVersion: Int, metadata: [String: String], tensors: [TensorDescription]
  ) {
    let own = [
      SafetensorsHeader.kindKey: kind, SafetensorsHeader.versionKey: String(formatVersion),
      SafetensorsHeader.dataChecksumKey: "", SafetensorsHeader.headerChecksumKey: "",
    ]
    precondition(own.keys.allSatisfy { metadata[$0] == nil }, "Metadata hold a reserved key")
    precondition(Set(tensors.map(\.name)).count == tensors.count, "Tensors share a name")
    precondition(
      tensors.allSatisfy { $0.name != SafetensorsHeader.metadataName },
      "A tensor has the name of the metadata")
    header = SafetensorsHeader(metadata: metadata.merging(own) { $1 }, tensors: tensors)
  }

  /// Writes a file beside `path`, flushes it to the disk and renames it over `path`.
  ///
  /// - Parameters:
  ///   - path: The file to be replaced; untouched if anything fails.
  ///   - contents: Hands over all bytes in the order of the tensors. It is called twice, first for
  ///     the checksum, which stands before the data, then to write.
  /// - Precondition: `contents` gives the same bytes twice, as many as the tensors have; nobody
  ///   changes them meanwhile.
  public func write(
    to path: String, contents: (inout TensorSink) throws(FileError) -> Void
  ) throws(FileError) {
    var summing = TensorSink(file: nil)
    try contents(&summing)
    precondition(
      summing.byteCount == header.dataByteCount,
      "The tensors have \(header.dataByteCount) bytes, not \(summing.byteCount)")

    var complete = header
    complete.metadata[SafetensorsHeader.dataChecksumKey] = summing.checksum.text
    let file = try AtomicFile(replacing: path)
    try file.append(complete.encoded())
    var writing = TensorSink(file: file)
    try contents(&writing)
    precondition(
      writing.checksum == summing.checksum && writing.byteCount == summing.byteCount,
      "The tensors changed while they were written")
    try writing.commit()
  }
}

/// Where a checkpoint's bytes go.
public struct TensorSink: ~Copyable {
  private var file: AtomicFile?
  fileprivate private(set) var checksum = Checksum()
  fileprivate private(set) var byteCount = 0

  fileprivate init(file: consuming AtomicFile?) {
    self.file = file
  }

  /// Takes the next bytes; they may end anywhere, also amid a tensor.
  public mutating func append(_ bytes: RawSpan) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      // Summed and written in pieces that the cache holds.
      let piece = rest.extracting(first: 1 << 18)
      rest = rest.extracting(droppingFirst: piece.byteCount)
      checksum.update(piece)
      byteCount += piece.byteCount
      try file?.append(piece)
    }
  }

  /// Takes the next numbers.
  public mutating func append<Element: TensorElement>(
    _ elements: Span<Element>
  ) throws(FileError) {
    // SAFETY: a `TensorElement` has no padding, so every byte of the span is initialised.
    try unsafe append(elements.bytes)
  }

  fileprivate consuming func commit() throws(FileError) {
    try file.take()?.commit()
  }
}
