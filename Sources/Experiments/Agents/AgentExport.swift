import Agents
import Env2048

/// Writes an agent's weights in the format that another use needs.
public struct AgentExport: Sendable {
  /// The formats that can be written.
  public enum Format: Sendable {
    /// A weight file of TDL2048 (`.w`).
    case tdl
    /// A checkpoint of this package, to play with or to begin a training.
    case checkpoint
    /// The same with weights in half precision.
    case halfCheckpoint
  }

  /// The format.
  public var format: Format
  /// Whether the sums of temporal coherence are written, too.
  public var includesSums: Bool

  /// Creates settings.
  public init(format: Format, includesSums: Bool = false) {
    self.format = format
    self.includesSums = includesSums
  }

  /// What was written.
  public struct Outcome: Sendable {
    /// The network.
    public let network: NTupleConfiguration
    /// The size of the file.
    public let byteCount: Int
  }

  /// Writes a file in place of the one that is there.
  ///
  /// - Parameters:
  ///   - name: The folder of a run, a checkpoint or a weight file of TDL2048.
  ///   - output: The file to be written.
  /// - Throws: What is wrong with either; `AgentExportError`.
  public func write(_ name: String, to output: String) throws -> Outcome {
    try FileSystem.requireReplaceable(output)
    let file = try AgentFile(named: name)
    let network = try file.ntupleStructure()
    if network.shape == .standard {
      try write(file, of: Board.self, to: output)
    } else {
      try write(file, of: Grid.self, to: output)
    }
    return Outcome(network: network, byteCount: try FileSystem.status(of: output)?.size ?? 0)
  }

  private func write<State: NTupleState>(
    _ file: borrowing AgentFile, of state: State.Type, to output: String
  ) throws {
    let rules = try file.ntupleRules()
    guard try !includesSums || file.hasSums() else {
      throw AgentExportError.noSums(path: file.path)
    }
    let network = try file.ntupleNetwork(makingSums: includesSums, for: State.self)
    switch format {
    case .tdl:
      guard let network = network as? NTupleNetwork<Board> else {
        throw TDLWeightFileError.unsupported(
          reason: "its board is \(rules.shape), expected \(BoardShape.standard)")
      }
      let tdl = try TDLWeightFile(network: network)
      let target = try AtomicFile(replacing: output)
      try tdl.write { bytes throws(FileError) in try target.append(bytes) }
      try target.commit()
    case .checkpoint, .halfCheckpoint:
      let isHalf = format == .halfCheckpoint
      if isHalf { try Self.requireHalves(network.weights, of: file.path) }
      try NTupleCheckpoint.contents(
        network: network, includingSums: includesSums, rules: rules, isHalf: isHalf
      ).save(to: output)
    }
  }

  /// Refuses weights beyond the largest number of half precision.
  private static func requireHalves(
    _ weights: borrowing WeightTable, of path: String
  ) throws(AgentExportError) {
    for index in 0..<weights.count where !Float(halfBits: weights[index].halfBits).isFinite {
      throw .tooLarge(path: path, weight: weights[index])
    }
  }
}

/// Weights that cannot be written as asked.
public enum AgentExportError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file holds no sums of temporal coherence.
  case noSums(path: String)
  /// A weight is beyond half precision.
  case tooLarge(path: String, weight: Float)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .noSums(let path):
      "'\(path)' holds no sums of temporal coherence: expected a checkpoint of a training with tc."
    case .tooLarge(let path, let weight):
      "'\(path)' has the weight \(weight): expected at most 65504 for half precision; "
        + "export it without."
    }
  }
}
