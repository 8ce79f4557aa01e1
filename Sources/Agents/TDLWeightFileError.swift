/// What is wrong with a weight file of the program TDL2048.
public enum TDLWeightFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file ends before what it promises.
  case truncated(expectedBytes: Int, actualBytes: Int)
  /// The file goes on behind its last table.
  case trailingBytes(expectedBytes: Int, actualBytes: Int)
  /// The first byte is not the version that is known.
  case version(found: Int)
  /// There is no table, or there are too many.
  case tableCount(found: Int)
  /// A table is stored in a way that is not known.
  case tableKind(table: Int, found: Int)
  /// A table's name is not that of a pattern with the stated number of cells.
  case name(table: Int, name: UInt32, cells: Int)
  /// A number is neither 2, 4 nor 8 bytes long.
  case elementBytes(table: Int, found: Int)
  /// A table has another number of numbers than its pattern.
  case elementCount(table: Int, found: UInt64, expected: Int)
  /// A table has a third list of numbers.
  case unknownBlock(table: Int)
  /// Some tables have sums of temporal coherence and others do not.
  case mixedSums(table: Int)
  /// A number is infinite or none.
  case notFinite(table: Int, index: Int)
  /// The network cannot be made.
  case network(NTupleError)
  /// A network cannot be written in this format.
  case unsupported(reason: String)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .truncated(let expected, let actual):
      "Weight file is truncated: expected at least \(expected) bytes, found \(actual)."
    case .trailingBytes(let expected, let actual):
      "Weight file goes on behind its last table: expected \(expected) bytes, found \(actual)."
    case .version(let found):
      "Weight file has version \(found): expected 0. Is it a .w file of TDL2048?"
    case .tableCount(let found):
      "Weight file has \(found) tables: expected 1 to \(NTupleConfiguration.maximumPatterns)."
    case .tableKind(let table, let found):
      "Weight file, table \(table) is of kind \(found): expected 4."
    case .name(let table, let name, let cells):
      "Weight file, table \(table) has the name 0x\(String(name, radix: 16)) and \(cells) cells: "
        + "expected the hexadecimal digits of 1 to \(NTuplePattern.maximumCells) different cells."
    case .elementBytes(let table, let found):
      "Weight file, table \(table) has numbers of \(found) bytes: expected 2, 4 or 8."
    case .elementCount(let table, let found, let expected):
      "Weight file, table \(table) has a list of \(found) numbers: expected \(expected)."
    case .unknownBlock(let table):
      "Weight file, table \(table) has more than two lists: expected weights and, at most, sums."
    case .mixedSums(let table):
      "Weight file, table \(table): expected sums of temporal coherence for all tables or none."
    case .notFinite(let table, let index):
      "Weight file, table \(table) holds no finite number at \(index)."
    case .network(let error): error.description
    case .unsupported(let reason):
      "Network cannot be written as a weight file of TDL2048: \(reason)."
    }
  }
}
