import Agents
import Env2048

/// How an n-tuple network lies in a checkpoint.
///
/// | tensor | type, shape | what it holds |
/// | --- | --- | --- |
/// | `weights.PATTERN` | F32 or F16 [16^cells] | a pattern's weights; the first cell is the lowest digit of the index |
/// | `coherence.PATTERN` | F32 [16^cells, 2] | the sums E and A of temporal coherence, if used |
///
/// Metadata: `network` (shape, patterns), `rules`, both JSON; a checkpoint of
/// training has more. F16 is for play: half the size, and weights to three
/// decimal digits.
enum NTupleCheckpoint {
  static let kind = "ntuple"
  static let formatVersion = 1
  static let networkKey = "network"
  static let rulesKey = "rules"

  /// The contents of a file to play with, or the first part of a checkpoint.
  ///
  /// - Parameter isHalf: Whether weights are written in half precision.
  static func contents<State>(
    network: NTupleNetwork<State>, coherence: CoherenceSums?, rules: Rules, isHalf: Bool = false
  ) throws -> CheckpointContents {
    let configuration = network.configuration
    var tensors = configuration.patterns.map {
      weightsTensor($0, isHalf ? .float16 : .float32)
    }
    if coherence != nil { tensors += configuration.patterns.map(coherenceTensor) }
    return CheckpointContents(
      kind: kind, formatVersion: formatVersion,
      metadata: [
        networkKey: try JSONFile.text(of: configuration, for: networkKey),
        rulesKey: try JSONFile.text(of: rules, for: rulesKey),
      ],
      tensors: tensors,
      write: { sink throws(FileError) in
        if isHalf {
          try appendHalves(of: network.weights, to: &sink)
        } else {
          try append(network.weights, to: &sink)
        }
        if let coherence { try append(coherence.table, to: &sink) }
      })
  }

  private static func append(
    _ table: borrowing WeightTable, to sink: inout TensorSink
  ) throws(FileError) {
    try table.withBytes(of: 0..<table.count) { bytes throws(FileError) in try sink.append(bytes) }
  }

  private static func appendHalves(
    of table: borrowing WeightTable, to sink: inout TensorSink
  ) throws(FileError) {
    for start in stride(from: 0, to: table.count, by: pieceCount) {
      let piece = (start..<min(start + pieceCount, table.count)).map {
        table[$0].halfBits.littleEndian
      }
      try sink.append(piece.span)
    }
  }

  /// How many weights are converted at a time.
  private static var pieceCount: Int { 1 << 16 }

  /// Reads the structure of the network.
  static func configuration(
    of reader: borrowing SafetensorsReader
  ) throws(CheckpointError) -> NTupleConfiguration {
    try reader.require(kind: kind)
    try reader.require(formatVersion: formatVersion)
    return try reader.decode(NTupleConfiguration.self, forKey: networkKey)
  }

  /// Reads the weights of a network.
  ///
  /// - Throws: `CheckpointError`, `NTupleError.memory`.
  static func network<State>(
    from reader: borrowing SafetensorsReader, for state: State.Type = State.self
  ) throws -> NTupleNetwork<State> {
    let configuration = try configuration(of: reader)
    let tensors = try configuration.patterns.map { pattern throws(CheckpointError) in
      let found = try reader.tensor(named: weightsTensor(pattern, .float32).name)
      let tensor = weightsTensor(pattern, found.type == .float16 ? .float16 : .float32)
      try reader.require(tensor)
      return tensor
    }
    let network = try NTupleNetwork<State>(configuration)
    for ((pattern, offset), tensor) in zip(
      zip(configuration.patterns, configuration.offsets), tensors)
    {
      let range = offset..<(offset + pattern.weightCount)
      if tensor.type == .float16 {
        try fillFromHalves(network.weights, range, from: tensor.name, of: reader)
      } else {
        try fill(network.weights, range, from: tensor.name, of: reader)
      }
    }
    return network
  }

  /// Whether a file has the sums of temporal coherence.
  static func hasCoherence(_ reader: borrowing SafetensorsReader) -> Bool {
    reader.tensors.contains { $0.name.hasPrefix(coherencePrefix) }
  }

  /// Reads the sums of temporal coherence of a network.
  static func coherence(
    from reader: borrowing SafetensorsReader, for configuration: NTupleConfiguration
  ) throws -> CoherenceSums {
    for pattern in configuration.patterns { try reader.require(coherenceTensor(pattern)) }
    let sums = try CoherenceSums(weightCount: configuration.weightCount)
    for (pattern, offset) in zip(configuration.patterns, configuration.offsets) {
      let range = 2 * offset..<2 * (offset + pattern.weightCount)
      try fill(sums.table, range, from: coherenceTensor(pattern).name, of: reader)
    }
    return sums
  }

  private static func fill(
    _ table: borrowing WeightTable, _ range: Range<Int>, from tensor: String,
    of reader: borrowing SafetensorsReader
  ) throws(CheckpointError) {
    // A noncopyable reader cannot be captured by a closure that may outlive it.
    var failure: CheckpointError?
    table.withMutableBytes(of: range) { bytes in
      do throws(CheckpointError) { try reader.read(tensor, into: &bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private static func fillFromHalves(
    _ table: borrowing WeightTable, _ range: Range<Int>, from tensor: String,
    of reader: borrowing SafetensorsReader
  ) throws(CheckpointError) {
    var halves = [UInt16](repeating: 0, count: range.count)
    var span = halves.mutableSpan
    // SAFETY: every pattern of bits is a valid `UInt16`.
    var bytes = unsafe span.mutableBytes
    try reader.read(tensor, into: &bytes)
    for (index, half) in zip(range, halves) {
      table[index] = Float(halfBits: UInt16(littleEndian: half))
    }
  }

  private static func weightsTensor(
    _ pattern: NTuplePattern, _ type: TensorType
  ) -> TensorDescription {
    TensorDescription(name: "weights.\(pattern)", type: type, shape: [pattern.weightCount])
  }

  private static var coherencePrefix: String { "coherence." }

  private static func coherenceTensor(_ pattern: NTuplePattern) -> TensorDescription {
    TensorDescription(
      name: "\(coherencePrefix)\(pattern)", type: .float32, shape: [pattern.weightCount, 2])
  }
}
