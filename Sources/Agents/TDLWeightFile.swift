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
/// The first cell is the lowest four bits of a number's place in its list,
/// and every pattern is looked up under the eight symmetries. Source: files of
/// TDL2048, revision a99f620 (github.com/moporgic/TDL2048).
public struct TDLWeightFile {
  /// The network, with the sums of temporal coherence if they are in the file.
  public let network: NTupleNetwork<Board>

  /// Makes a network ready to be written, with its sums if it has them.
  ///
  /// - Throws: `TDLWeightFileError.unsupported` for a network that the format
  ///   cannot hold.
  public init(network: NTupleNetwork<Board>) throws(TDLWeightFileError) {
    guard network.configuration.usesSymmetries else {
      throw .unsupported(reason: "its patterns are not looked up under all symmetries")
    }
    guard network.configuration.stageTiles.isEmpty else {
      throw .unsupported(reason: "it has several stages")
    }
    self.network = network
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - makingSums: Whether the network gets sums of temporal coherence, which
  ///     take twice the memory of the weights; they are 0 if the file has none.
  ///     Unless given, it gets those that the file has.
  /// - Throws: `TDLWeightFileError` for the first thing that is wrong.
  public init(reading bytes: RawSpan, makingSums: Bool? = nil) throws(TDLWeightFileError) {
    let layout = try Layout(of: bytes)
    let makingSums = makingSums ?? layout.hasSums
    do {
      let structure = try NTupleConfiguration(patterns: layout.tables.map(\.pattern))
      network = try NTupleNetwork<Board>(structure, hasSums: makingSums)
    } catch {
      throw .network(error)
    }
    let tables = zip(layout.tables, network.configuration.parts)
    for (number, (table, part)) in tables.enumerated() {
      let weights = try Self.numbers(table.weights, of: bytes, table: number)
      network.set([.weight], of: part, to: weights.span)
      guard let block = table.sums, makingSums else { continue }
      let sums = try Self.numbers(block, of: bytes, table: number)
      let count = weights.count
      network.set([.errorSum], of: part, to: sums.span.extracting(first: count))
      network.set([.absoluteErrorSum], of: part, to: sums.span.extracting(last: count))
    }
  }

  /// Whether a file has the sums of temporal coherence.
  ///
  /// - Throws: `TDLWeightFileError` for the first thing that is wrong.
  public static func hasSums(_ bytes: RawSpan) throws(TDLWeightFileError) -> Bool {
    try Layout(of: bytes).hasSums
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

  private static func numbers(
    _ block: Layout.Block, of bytes: RawSpan, table: Int
  ) throws(TDLWeightFileError) -> [Float] {
    var numbers: [Float] = []
    numbers.reserveCapacity(block.count)
    for index in 0..<block.count {
      let value = block.number(at: index, of: bytes)
      guard value.isFinite else { throw .notFinite(table: table, index: index) }
      numbers.append(value)
    }
    return numbers
  }
}
