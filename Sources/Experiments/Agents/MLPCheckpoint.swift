import Agents
import Env2048

/// How a multilayer perceptron lies in a checkpoint: as PyTorch would name and
/// shape it (`MLPTensor`), all F32.
///
/// `layers.0.weight` has a column for each feature: pattern by pattern, the
/// contents of a pattern of k cells being the number Σ exponent(i) · 16^i of
/// its cells, the first lowest; exponents above 15 count as 15. A canonical network
/// sees of a board's eight images the one that is largest as the number
/// Σ exponent(c) · 16^c of its cells. Outputs are in
/// units of `MLPNetwork.scale`, 1,024 points.
///
/// Metadata: `network` (features, is_canonical, hidden, outputs), `rules`, both JSON; a
/// checkpoint of training has more, and the tensors `moving.…` (the
/// parameters that are moved, of which the others are a running mean),
/// `first.…`, `second.…` (the optimiser's moments) and `best.…` (parameters to
/// go back to).
enum MLPCheckpoint {
  static let kind = "mlp"
  static let formatVersion = 1
  static let networkKey = "network"
  static let rulesKey = "rules"

  /// The contents of a file.
  static func contents(
    kind: String = kind, _ configuration: MLPConfiguration, tensors: [MLPTensor], rules: Rules
  ) throws -> CheckpointContents {
    CheckpointContents(
      kind: kind, formatVersion: formatVersion,
      metadata: [
        networkKey: try JSONFile.text(of: configuration, for: networkKey),
        rulesKey: try JSONFile.text(of: rules, for: rulesKey),
      ],
      tensors: tensors.map(description),
      write: { sink throws(FileError) in
        for tensor in tensors {
          try tensor.read { numbers throws(FileError) in try sink.append(numbers) }
        }
      })
  }

  /// Reads the structure of the network.
  static func configuration(
    of reader: borrowing SafetensorsReader, kind: String = kind
  ) throws(CheckpointError) -> MLPConfiguration {
    try reader.require(kind: kind)
    try reader.require(formatVersion: formatVersion)
    return try reader.decode(MLPConfiguration.self, forKey: networkKey)
  }

  /// Reads tensors.
  static func fill(
    _ tensors: [MLPTensor], from reader: borrowing SafetensorsReader
  ) throws(CheckpointError) {
    for tensor in tensors { try reader.require(description(tensor)) }
    for tensor in tensors {
      let numbers = try reader.array(tensor.name, of: Float.self)
      tensor.write(numbers.span)
    }
  }

  /// Reads a network to play with.
  static func network(
    from reader: borrowing SafetensorsReader, kind: String = kind
  ) throws -> MLPNetwork {
    let network = try MLPNetwork(configuration(of: reader, kind: kind))
    try fill(network.tensors, from: reader)
    return network
  }

  fileprivate static func rules(
    of reader: borrowing SafetensorsReader
  ) throws(CheckpointError) -> Rules {
    try reader.decode(Rules.self, forKey: rulesKey)
  }

  private static func description(_ tensor: MLPTensor) -> TensorDescription {
    TensorDescription(name: tensor.name, type: .float32, shape: tensor.shape)
  }
}

extension AgentFile {
  /// Reads a perceptron of some kind and the rules it was trained under.
  func network(kind: String) throws -> (MLPNetwork, Rules) {
    switch contents {
    case .tdl: throw CheckpointError.wrongKind(path: path, expected: kind, found: self.kind)
    case .checkpoint(let reader):
      (try MLPCheckpoint.network(from: reader, kind: kind), try MLPCheckpoint.rules(of: reader))
    }
  }
}
