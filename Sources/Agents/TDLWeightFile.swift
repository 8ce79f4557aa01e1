import Env2048

/// The weight format of the program TDL2048 (`.w`), for import and export.
///
/// All numbers are little-endian, and none is aligned:
///
///     u8 0                      version
///     u32                       number of tables, then for each
///       u8 4                    kind of table
///       u32                     name: the pattern's hexadecimal digits
///       u16, u16 0              number of cells (0 in old files), unused
///       u16, u64, numbers       bytes a number, how many, the weights
///       u16, u64, numbers       optional: all sums E of temporal coherence,
///                               then all sums A
///       u16 0                   end of the table
///
/// The first cell is the lowest four bits of an index, as in `NTuplePattern`,
/// and every pattern is looked up under the eight symmetries. Source: files of
/// TDL2048, revision a99f620 (github.com/moporgic/TDL2048).
public struct TDLWeightFile {
  /// The network.
  public let network: NTupleNetwork<Board>
  /// The sums of temporal coherence, if the file has them.
  public let coherence: CoherenceSums?

  /// Combines a network and its sums, to be written.
  ///
  /// - Throws: `TDLWeightFileError.unsupported` for a network that the format
  ///   cannot hold.
  public init(
    network: NTupleNetwork<Board>, coherence: CoherenceSums? = nil
  ) throws(TDLWeightFileError) {
    guard network.configuration.usesSymmetries else {
      throw .unsupported(reason: "its patterns are not looked up under all symmetries")
    }
    precondition(
      (coherence?.weightCount ?? network.weights.count) == network.weights.count,
      "Sums of temporal coherence are of another network")
    self.network = network
    self.coherence = coherence
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - includingSums: Whether to read the sums too, which take twice the
  ///     memory of the weights.
  /// - Throws: `TDLWeightFileError` for the first thing that is wrong.
  public init(reading bytes: RawSpan, includingSums: Bool = true) throws(TDLWeightFileError) {
    let layout = try Layout(of: bytes)
    do {
      let structure = try NTupleConfiguration(patterns: layout.tables.map(\.pattern))
      network = try NTupleNetwork<Board>(structure)
      coherence =
        layout.hasSums && includingSums
        ? try CoherenceSums(weightCount: structure.weightCount) : nil
    } catch {
      throw .network(error)
    }
    for (number, (table, offset)) in zip(layout.tables, network.configuration.offsets).enumerated()
    {
      let count = table.pattern.weightCount
      try Self.copy(table.weights, of: bytes, number) { network.weights[offset + $0] = $1 }
      guard let sums = table.sums, let coherence else { continue }
      try Self.copy(sums, of: bytes, number) { index, value in
        let isAbsolute = index >= count
        let weight = offset + (isAbsolute ? index - count : index)
        coherence.table[2 * weight + (isAbsolute ? 1 : 0)] = value
      }
    }
  }

  /// Whether a file begins as one of this format does, and no safetensors file
  /// can: with a version, a number of tables and the kind of the first.
  public static func isBeginning(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 6 && bytes[0] == 0 && bytes[2..<6] == [0, 0, 0, 4]
  }

  /// Reads the structure of a file's network, and checks all but its numbers.
  ///
  /// - Throws: `TDLWeightFileError` for the first thing that is wrong.
  public static func configuration(
    of bytes: RawSpan
  ) throws(TDLWeightFileError) -> NTupleConfiguration {
    let layout = try Layout(of: bytes)
    do {
      return try NTupleConfiguration(patterns: layout.tables.map(\.pattern))
    } catch {
      throw .network(error)
    }
  }

  private static func copy(
    _ block: Layout.Block, of bytes: RawSpan, _ table: Int, to store: (Int, Float) -> Void
  ) throws(TDLWeightFileError) {
    for index in 0..<block.count {
      let value = block.number(at: index, of: bytes)
      guard value.isFinite else { throw .notFinite(table: table, index: index) }
      store(index, value)
    }
  }
}
