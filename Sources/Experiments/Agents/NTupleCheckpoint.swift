import Agents
import Env2048

/// How an n-tuple network lies in a checkpoint.
///
/// | tensor | type, shape | what it holds |
/// | --- | --- | --- |
/// | `weights.PATTERN` | F32 or F16 [16^cells] | a pattern's weights; the first cell is the lowest digit of a weight's place |
/// | `coherence.PATTERN` | F32 [16^cells, 2] | the sums E and A of temporal coherence, if used |
///
/// Of a later stage, the names end in `@` and the tile from which it begins, as in
/// `weights.012345@16384`; a weight that it has not learnt is 0 and counts as
/// that of the stage before.
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
  /// - Parameters:
  ///   - includingSums: Whether the sums of temporal coherence are written;
  ///     the network has them then.
  ///   - isHalf: Whether weights are written in half precision.
  static func contents<State>(
    network: NTupleNetwork<State>, includingSums: Bool, rules: Rules, isHalf: Bool = false
  ) throws -> CheckpointContents {
    let configuration = network.configuration
    var tensors = configuration.parts.map { weightsTensor($0, isHalf ? .float16 : .float32) }
    if includingSums { tensors += configuration.parts.map(coherenceTensor) }
    return CheckpointContents(
      kind: kind, formatVersion: formatVersion,
      metadata: [
        networkKey: try JSONFile.text(of: configuration, for: networkKey),
        rulesKey: try JSONFile.text(of: rules, for: rulesKey),
      ],
      tensors: tensors,
      write: { sink throws(FileError) in
        for part in configuration.parts {
          let weights = network.numbers(in: [.weight], of: part)
          if isHalf {
            try sink.append(halves(of: weights).span)
          } else {
            try sink.append(weights.span)
          }
        }
        for part in includingSums ? configuration.parts : [] {
          try sink.append(network.numbers(in: sums, of: part).span)
        }
      })
  }

  private static func halves(of numbers: [Float]) -> [UInt16] {
    numbers.map { $0.halfBits.littleEndian }
  }

  private static var sums: [WeightTable.Column] { [.errorSum, .absoluteErrorSum] }

  /// Reads the structure of the network.
  static func configuration(
    of reader: borrowing SafetensorsReader
  ) throws(CheckpointError) -> NTupleConfiguration {
    try reader.require(kind: kind)
    try reader.require(formatVersion: formatVersion)
    return try reader.decode(NTupleConfiguration.self, forKey: networkKey)
  }

  /// Reads a network.
  ///
  /// - Parameter makingSums: Whether it gets sums of temporal coherence; they
  ///   are 0 if the file has none.
  /// - Throws: `CheckpointError`, `NTupleError.memory`.
  static func network<State>(
    from reader: borrowing SafetensorsReader, makingSums: Bool, for state: State.Type = State.self
  ) throws -> NTupleNetwork<State> {
    let configuration = try configuration(of: reader)
    let tensors = try configuration.parts.map { part throws(CheckpointError) in
      let found = try reader.tensor(named: weightsTensor(part, .float32).name)
      let tensor = weightsTensor(part, found.type == .float16 ? .float16 : .float32)
      try reader.require(tensor)
      return tensor
    }
    let readsSums = makingSums && hasSums(reader)
    if readsSums {
      for part in configuration.parts { try reader.require(coherenceTensor(part)) }
    }
    let network = try NTupleNetwork<State>(configuration, hasSums: makingSums)
    for (part, tensor) in zip(configuration.parts, tensors) {
      let count = part.pattern.weightCount
      let weights =
        tensor.type == .float16
        ? try numbers(UInt16.self, count, of: tensor.name, from: reader)
          .map { Float(halfBits: UInt16(littleEndian: $0)) }
        : try numbers(Float.self, count, of: tensor.name, from: reader)
      network.set([.weight], of: part, to: weights.span)
      guard readsSums else { continue }
      let sums = try numbers(Float.self, 2 * count, of: coherenceTensor(part).name, from: reader)
      network.set(Self.sums, of: part, to: sums.span)
    }
    return network
  }

  /// Whether a file has the sums of temporal coherence.
  static func hasSums(_ reader: borrowing SafetensorsReader) -> Bool {
    reader.tensors.contains { $0.name.hasPrefix(coherencePrefix) }
  }

  /// Reads all numbers of a tensor.
  private static func numbers<Number: TensorElement>(
    _: Number.Type, _ count: Int, of tensor: String, from reader: borrowing SafetensorsReader
  ) throws(CheckpointError) -> [Number] {
    var numbers = [Number](repeating: .zero, count: count)
    var span = numbers.mutableSpan
    // SAFETY: every pattern of bits is a valid number.
    var bytes = unsafe span.mutableBytes
    try reader.read(tensor, into: &bytes)
    return numbers
  }

  private static func weightsTensor(
    _ part: NTupleConfiguration.Part, _ type: TensorType
  ) -> TensorDescription {
    TensorDescription(
      name: "weights.\(name(of: part))", type: type, shape: [part.pattern.weightCount])
  }

  private static var coherencePrefix: String { "coherence." }

  private static func coherenceTensor(_ part: NTupleConfiguration.Part) -> TensorDescription {
    TensorDescription(
      name: "\(coherencePrefix)\(name(of: part))", type: .float32,
      shape: [part.pattern.weightCount, 2])
  }

  private static func name(of part: NTupleConfiguration.Part) -> String {
    "\(part.pattern)" + (part.stageTile.map { "@\($0)" } ?? "")
  }
}
