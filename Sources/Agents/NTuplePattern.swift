import Env2048

/// The cells that one weight table looks at, in the order of its index.
///
/// The first cell is the highest four bits of the index. Written as hexadecimal
/// digits, as in `012456`, or, where a cell has a number above 15, as numbers
/// joined by dots, as in `0.1.16`; a single one ends with its dot, as in `16.`.
public struct NTuplePattern: Hashable, Sendable {
  /// The cells, each once.
  public let cells: [Int]

  /// The largest number of cells: 16^7 weights are 1 GiB.
  public static let maximumCells = 7

  /// Creates a pattern from a list of cells.
  ///
  /// - Throws: `NTupleError` unless there are 1 to 7 cells, each once.
  public init(cells: [Int]) throws(NTupleError) {
    guard (1...Self.maximumCells).contains(cells.count) else {
      throw .patternLength(cells: cells, maximum: Self.maximumCells)
    }
    guard cells.allSatisfy({ $0 >= 0 }), Set(cells).count == cells.count else {
      throw .patternCells(cells)
    }
    self.cells = cells
  }

  /// Reads a pattern from hexadecimal digits or numbers joined by dots.
  ///
  /// - Throws: `NTupleError` for text that is neither.
  public init(text: some StringProtocol) throws(NTupleError) {
    var digits = text.map(\.hexDigitValue)
    if text.contains(".") {
      var numbers = text.split(separator: ".", omittingEmptySubsequences: false)
      if numbers.count == 2, numbers[1].isEmpty { numbers.removeLast() }
      digits = numbers.map { Int($0) }
    }
    let cells = digits.compactMap(\.self)
    guard !cells.isEmpty, cells.count == digits.count else {
      throw .patternText(String(text))
    }
    try self.init(cells: cells)
  }

  /// The number of weights in the pattern's table: 16 contents a cell.
  public var weightCount: Int { 1 << (4 * cells.count) }

  /// The index of the weight that stands at a place of a file, where the first
  /// cell is the lowest digit.
  ///
  /// - Precondition: `place` is in `0..<weightCount`.
  func index(ofPlace place: Int) -> Int {
    let digits = Board.turnedByHalf(nibbles: UInt64(place))
    return Int(truncatingIfNeeded: digits &>> UInt64(64 &- 4 &* cells.count))
  }
}

extension NTuplePattern: CustomStringConvertible {
  /// The text that `init(text:)` reads.
  public var description: String {
    if cells.allSatisfy({ $0 < 16 }) { return cells.map { String($0, radix: 16) }.joined() }
    let numbers = cells.map { String($0) }.joined(separator: ".")
    return cells.count == 1 ? numbers + "." : numbers
  }
}

extension NTuplePattern: Codable {
  /// Reads a pattern from its text.
  public init(from decoder: any Decoder) throws {
    try self.init(text: String(from: decoder))
  }

  /// Writes the pattern as its text.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
