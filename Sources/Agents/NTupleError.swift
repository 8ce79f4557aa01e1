import Env2048

/// What is wrong with an n-tuple network that was asked for.
public enum NTupleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A pattern has too few or too many cells.
  case patternLength(cells: [Int], maximum: Int)
  /// A pattern lists a cell twice or a negative one.
  case patternCells([Int])
  /// A pattern's text is not one.
  case patternText(String)
  /// A pattern has a cell that the board lacks.
  case patternOutside(NTuplePattern, shape: BoardShape)
  /// There is no pattern, or there are too many.
  case patternCount(found: Int)
  /// Stages begin at tiles that are none, or not in order.
  case stages([Int])
  /// There are more weights than an index counts.
  case weightCount(found: Int)
  /// No network has that name for boards of that shape.
  case unknownNetwork(name: String, shape: BoardShape, known: [String])
  /// The weights do not fit into the machine's memory.
  case memory(neededBytes: Int, availableBytes: Int)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .patternLength(let cells, let maximum):
      "Pattern \(cells) has \(cells.count) cells: expected 1 to \(maximum)."
    case .patternCells(let cells):
      "Pattern \(cells): expected each cell once, counted from 0."
    case .patternText(let text):
      "Pattern '\(text)': expected hexadecimal digits such as 012456, "
        + "or numbers joined by dots such as 0.1.16."
    case .patternOutside(let pattern, let shape):
      "Pattern \(pattern): expected cells 0 to \(shape.cellCount - 1) of a \(shape) board."
    case .patternCount(let found):
      "Network of \(found) patterns: expected 1 to \(NTupleConfiguration.maximumPatterns)."
    case .stages(let tiles):
      "Stages from tiles \(tiles.map { "\($0)" }.joined(separator: ",")): expected powers of two "
        + "from \(NTupleConfiguration.possibleStageTiles.lowerBound) to "
        + "\(NTupleConfiguration.possibleStageTiles.upperBound), in ascending order."
    case .weightCount(let found):
      "Network of \(found) weights: expected at most \(NTupleConfiguration.maximumWeights): "
        + "choose fewer or shorter patterns."
    case .unknownNetwork(let name, let shape, let known):
      "Network '\(name)' for a \(shape) board: expected one of \(known.joined(separator: ", "))."
    case .memory(let needed, let available):
      "Network needs \(needed) bytes (\(needed >> 20) MiB) of memory, "
        + "\(available) bytes (\(available >> 20) MiB) are available: "
        + "choose fewer or shorter patterns."
    }
  }
}
