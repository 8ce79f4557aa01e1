import Agents
import Env2048

/// How an n-tuple network lies in a checkpoint.
///
/// | tensor | type, shape | what it holds |
/// | --- | --- | --- |
/// | `weights.PATTERN` | F32 or F16 [16^cells] | a pattern's weights; the first cell is the lowest digit of a weight's place |
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
  /// - Parameters:
  ///   - includingSums: Whether the sums of temporal coherence are written;
  ///     the network has them then.
  ///   - isHalf: Whether weights are written in half precision.
  static func contents<State>(
    network: NTupleNetwork<State>, includingSums: Bool, rules: Rules, isHalf: Bool = false
  ) throws -> CheckpointContents {
    let configuration = network.configuration
    var tensors = configuration.patterns.map {
      weightsTensor($0, isHalf ? .float16 : .float32)
    }
    if includingSums { tensors += configuration.patterns.map(coherenceTensor) }
    return CheckpointContents(
      kind: kind, formatVersion: formatVersion,
      metadata: [
        networkKey: try JSONFile.text(of: configuration, for: networkKey),
        rulesKey: try JSONFile.text(of: rules, for: rulesKey),
      ],
      tensors: tensors,
      write: { sink throws(FileError) in
        if isHalf {
          try append(of: network, to: &sink) { weights, index, numbers in
            numbers.append(weights[index].halfBits.littleEndian)
          }
        } else {
          try append(of: network, to: &sink) { weights, index, numbers in
            numbers.append(weights[index])
          }
        }
        guard includingSums else { return }
        try append(of: network, to: &sink) { weights, index, numbers in
          numbers.append(weights[index, .errorSum])
          numbers.append(weights[index, .absoluteErrorSum])
        }
      })
  }

  /// Writes numbers for each weight, pattern by pattern.
  ///
  /// - Parameter add: Appends the numbers of the weight at an index.
  private static func append<Number: TensorElement>(
    of network: NTupleNetwork<some NTupleState>, to sink: inout TensorSink,
    _ add: (borrowing WeightTable, Int, inout [Number]) -> Void
  ) throws(FileError) {
    let configuration = network.configuration
    var numbers: [Number] = []
    for (pattern, offset) in zip(configuration.patterns, configuration.offsets) {
      for start in stride(from: 0, to: pattern.weightCount, by: pieceCount) {
        for place in start..<min(start + pieceCount, pattern.weightCount) {
          add(network.weights, offset + pattern.index(ofPlace: place), &numbers)
        }
        try sink.append(numbers.span)
        numbers.removeAll(keepingCapacity: true)
      }
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

  /// Reads a network.
  ///
  /// - Parameter makingSums: Whether it gets sums of temporal coherence; they
  ///   are 0 if the file has none.
  /// - Throws: `CheckpointError`, `NTupleError.memory`.
  static func network<State>(
    from reader: borrowing SafetensorsReader, makingSums: Bool, for state: State.Type = State.self
  ) throws -> NTupleNetwork<State> {
    let configuration = try configuration(of: reader)
    let tensors = try configuration.patterns.map { pattern throws(CheckpointError) in
      let found = try reader.tensor(named: weightsTensor(pattern, .float32).name)
      let tensor = weightsTensor(pattern, found.type == .float16 ? .float16 : .float32)
      try reader.require(tensor)
      return tensor
    }
    let readsSums = makingSums && hasSums(reader)
    if readsSums {
      for pattern in configuration.patterns { try reader.require(coherenceTensor(pattern)) }
    }
    let network = try NTupleNetwork<State>(configuration, hasSums: makingSums)
    for ((pattern, offset), tensor) in zip(
      zip(configuration.patterns, configuration.offsets), tensors)
    {
      if tensor.type == .float16 {
        let halves = try numbers(UInt16.self, pattern.weightCount, of: tensor.name, from: reader)
        for (place, half) in halves.enumerated() {
          network.weights[offset + pattern.index(ofPlace: place)] =
            Float(halfBits: UInt16(littleEndian: half))
        }
      } else {
        let weights = try numbers(Float.self, pattern.weightCount, of: tensor.name, from: reader)
        for (place, weight) in weights.enumerated() {
          network.weights[offset + pattern.index(ofPlace: place)] = weight
        }
      }
      guard readsSums else { continue }
      let sums = try numbers(
        Float.self, 2 * pattern.weightCount, of: coherenceTensor(pattern).name, from: reader)
      for place in 0..<pattern.weightCount {
        let index = offset + pattern.index(ofPlace: place)
        network.weights[index, .errorSum] = sums[2 * place]
        network.weights[index, .absoluteErrorSum] = sums[2 * place + 1]
      }
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
