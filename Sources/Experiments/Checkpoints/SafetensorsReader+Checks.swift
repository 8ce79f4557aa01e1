extension SafetensorsReader {
  /// The JSON of a file's header, its length checked.
  static func headerJSON(of file: borrowing FileDescriptor) throws(CheckpointError) -> [UInt8] {
    let size = try size(of: file)
    guard size >= 8 else {
      throw .truncated(path: file.path, expectedBytes: 8, actualBytes: size)
    }
    let prefix = try bytes(8, from: file, at: 0)
    let length = prefix.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let limit = SafetensorsHeader.lengthLimit
    guard length <= limit else {
      throw .headerTooLong(path: file.path, limitBytes: limit, foundBytes: length)
    }
    guard 8 + Int(length) <= size else {
      throw .truncated(path: file.path, expectedBytes: 8 + Int(length), actualBytes: size)
    }
    return try bytes(Int(length), from: file, at: 8)
  }

  /// Checks the header's own checksum.
  static func check(
    _ json: [UInt8], of file: borrowing FileDescriptor
  ) throws(CheckpointError) {
    guard let checksums = SafetensorsHeader.checksums(of: json) else {
      throw .missingMetadata(path: file.path, key: SafetensorsHeader.headerChecksumKey)
    }
    guard checksums.expected == checksums.found else {
      throw .wrongChecksum(
        path: file.path, part: .header, expected: checksums.expected, found: checksums.found)
    }
  }

  /// Checks the file's length, the metadata every checkpoint has, and the data.
  static func check(
    _ file: borrowing FileDescriptor, against header: SafetensorsHeader, dataOffset: Int
  ) throws(CheckpointError) {
    let size = try size(of: file)
    let expectedSize = dataOffset + header.dataByteCount
    if size < expectedSize {
      throw .truncated(path: file.path, expectedBytes: expectedSize, actualBytes: size)
    }
    if size > expectedSize {
      throw .trailingBytes(path: file.path, expectedBytes: expectedSize, actualBytes: size)
    }
    for key in [SafetensorsHeader.kindKey, SafetensorsHeader.versionKey]
    where header.metadata[key] == nil {
      throw .missingMetadata(path: file.path, key: key)
    }
    guard let expected = header.metadata[SafetensorsHeader.dataChecksumKey] else {
      throw .missingMetadata(path: file.path, key: SafetensorsHeader.dataChecksumKey)
    }
    let found = try checksum(of: file, from: dataOffset).text
    guard found == expected else {
      throw .wrongChecksum(path: file.path, part: .data, expected: expected, found: found)
    }
  }

  /// Reads exactly as many bytes as there is room for.
  static func fill(
    _ bytes: inout MutableRawSpan, from file: borrowing FileDescriptor, at offset: Int
  ) throws(CheckpointError) {
    let count = try read(into: &bytes, from: file, at: offset)
    guard count == bytes.byteCount else {
      // The file became shorter after it was measured.
      throw .truncated(
        path: file.path, expectedBytes: offset + bytes.byteCount, actualBytes: offset + count)
    }
  }

  /// The checksum of all bytes from an offset on.
  private static func checksum(
    of file: borrowing FileDescriptor, from offset: Int
  ) throws(CheckpointError) -> Checksum {
    var checksum = Checksum()
    var offset = offset
    // Read and summed in pieces that the cache holds; the last one ends with the file.
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      var span = buffer.mutableSpan
      // SAFETY: a `UInt8` has no padding and a value for every pattern of bits.
      var bytes = unsafe span.mutableBytes
      let count = try read(into: &bytes, from: file, at: offset)
      if count == 0 { return checksum }
      checksum.update(bytes.bytes.extracting(first: count))
      offset += count
    }
  }

  private static func bytes(
    _ count: Int, from file: borrowing FileDescriptor, at offset: Int
  ) throws(CheckpointError) -> [UInt8] {
    var array = [UInt8](repeating: 0, count: count)
    var span = array.mutableSpan
    // SAFETY: a `UInt8` has no padding and a value for every pattern of bits.
    var bytes = unsafe span.mutableBytes
    try fill(&bytes, from: file, at: offset)
    return array
  }

  private static func read(
    into bytes: inout MutableRawSpan, from file: borrowing FileDescriptor, at offset: Int
  ) throws(CheckpointError) -> Int {
    do throws(FileError) {
      return try file.read(into: &bytes, at: offset)
    } catch {
      throw .file(error)
    }
  }

  private static func size(of file: borrowing FileDescriptor) throws(CheckpointError) -> Int {
    try CheckpointError.wrapping { () throws(FileError) in try file.size() }
  }
}
