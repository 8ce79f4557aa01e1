import Env2048

extension TDLWeightFile {
  /// Where everything stands in a file.
  struct Layout {
    /// A list of numbers.
    struct Block {
      let start: Int
      let count: Int
      /// 2, 4 or 8.
      let elementBytes: Int

      /// The number at an index; one too large for a `Float` is infinite.
      ///
      /// - Precondition: The block lies in `bytes`.
      func number(at index: Int, of bytes: RawSpan) -> Float {
        let place = start + index * elementBytes
        // Any bits are a number; the layout has checked the bounds, and so
        // does the load.
        switch elementBytes {
        case 2:
          let bits = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt16.self)
          return Float(halfBits: UInt16(littleEndian: bits))
        case 4:
          let bits = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt32.self)
          return Float(bitPattern: UInt32(littleEndian: bits))
        default:
          let bits = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
          return Float(Double(bitPattern: UInt64(littleEndian: bits)))
        }
      }
    }

    /// One pattern's weights and sums.
    struct Table {
      let pattern: NTuplePattern
      let weights: Block
      let sums: Block?
    }

    private(set) var tables: [Table] = []

    /// Whether the tables have sums of temporal coherence.
    var hasSums: Bool { tables.first?.sums != nil }

    /// Finds everything, and checks all but the numbers.
    init(of bytes: RawSpan) throws(TDLWeightFileError) {
      var reader = Reader()
      let version = try reader.integer(UInt8.self, of: bytes)
      guard version == 0 else { throw .version(found: Int(version)) }
      let count = Int(try reader.integer(UInt32.self, of: bytes))
      guard (1...NTupleConfiguration.maximumPatterns).contains(count) else {
        throw .tableCount(found: count)
      }
      for number in 0..<count {
        let table = try reader.table(number, of: bytes)
        guard number == 0 || (table.sums != nil) == hasSums else { throw .mixedSums(table: number) }
        tables.append(table)
      }
      guard reader.offset == bytes.byteCount else {
        throw .trailingBytes(expectedBytes: reader.offset, actualBytes: bytes.byteCount)
      }
    }
  }

  /// Walks through a file.
  private struct Reader {
    var offset = 0

    mutating func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
      _: Integer.Type, of bytes: RawSpan
    ) throws(TDLWeightFileError) -> Integer {
      let start = try skip(MemoryLayout<Integer>.size, of: bytes)
      return Integer(
        littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: Integer.self))
    }

    /// Goes over a number of bytes, and returns where they begin.
    mutating func skip(_ count: Int, of bytes: RawSpan) throws(TDLWeightFileError) -> Int {
      guard count <= bytes.byteCount - offset else {
        throw .truncated(expectedBytes: offset + count, actualBytes: bytes.byteCount)
      }
      defer { offset += count }
      return offset
    }

    mutating func table(
      _ number: Int, of bytes: RawSpan
    ) throws(TDLWeightFileError) -> Layout.Table {
      let kind = try integer(UInt8.self, of: bytes)
      guard kind == 4 else { throw .tableKind(table: number, found: Int(kind)) }
      let name = try integer(UInt32.self, of: bytes)
      let statedCells = Int(try integer(UInt16.self, of: bytes))
      _ = try integer(UInt16.self, of: bytes)
      let weightBytes = Int(try integer(UInt16.self, of: bytes))
      let weightCount = try integer(UInt64.self, of: bytes)
      // Old files do not state the number of cells; the weights tell it.
      let cells = statedCells > 0 ? statedCells : weightCount.trailingZeroBitCount / 4
      guard let pattern = Self.pattern(name, cells: cells) else {
        throw .name(table: number, name: name, cells: cells)
      }
      let weights = try block(
        weightBytes, weightCount, expected: pattern.weightCount, table: number, of: bytes)
      var sums: Layout.Block?
      while case let elementBytes = Int(try integer(UInt16.self, of: bytes)), elementBytes != 0 {
        guard sums == nil else { throw .unknownBlock(table: number) }
        sums = try block(
          elementBytes, integer(UInt64.self, of: bytes), expected: 2 * pattern.weightCount,
          table: number, of: bytes)
      }
      return Layout.Table(pattern: pattern, weights: weights, sums: sums)
    }

    private mutating func block(
      _ elementBytes: Int, _ count: UInt64, expected: Int, table: Int, of bytes: RawSpan
    ) throws(TDLWeightFileError) -> Layout.Block {
      guard [2, 4, 8].contains(elementBytes) else {
        throw .elementBytes(table: table, found: elementBytes)
      }
      guard count == UInt64(expected) else {
        throw .elementCount(table: table, found: count, expected: expected)
      }
      let start = try skip(expected * elementBytes, of: bytes)
      return Layout.Block(start: start, count: expected, elementBytes: elementBytes)
    }

    /// The pattern of a name's lowest hexadecimal digits, the last cell lowest.
    private static func pattern(_ name: UInt32, cells: Int) -> NTuplePattern? {
      guard (1...NTuplePattern.maximumCells).contains(cells), name >> (4 * cells) == 0 else {
        return nil
      }
      return try? NTuplePattern(
        cells: (0..<cells).reversed().map { Int(name >> (4 * $0) & 15) })
    }
  }
}
