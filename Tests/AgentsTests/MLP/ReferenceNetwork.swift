import Env2048

@testable import Agents

/// A network's outputs by plain loops in Double, from its parameters as
/// PyTorch would hold them.
struct ReferenceNetwork {
  var features: FeatureSet
  /// Weights [outputs][inputs] and bias of each layer, the output last.
  var layers: [(weights: [[Double]], bias: [Double])]

  init(_ network: MLPNetwork) {
    features = network.configuration.features
    let tensors = network.tensors
    layers = stride(from: 0, to: tensors.count, by: 2).map { place in
      let weights = tensors[place].doubles
      let columns = tensors[place].shape[1]
      return (
        stride(from: 0, to: weights.count, by: columns).map { Array(weights[$0..<$0 + columns]) },
        tensors[place + 1].doubles
      )
    }
  }

  func outputs(of board: Board) -> [Double] {
    // The inputs that are 1; all others are 0.
    let ones = zip(features.patterns, features.ranges).map { pattern, range in
      let digits = pattern.cells.map { min(board[$0], 15) }
      return range.lowerBound + digits.reversed().reduce(0) { 16 * $0 + $1 }
    }
    var numbers = zip(layers[0].weights, layers[0].bias).map { row, bias in
      ones.reduce(bias) { $0 + row[$1] }
    }
    for layer in layers.dropFirst() {
      let input = numbers.map { max($0, 0) }
      numbers = zip(layer.weights, layer.bias).map { row, bias in
        zip(row, input).reduce(bias) { $0 + $1.0 * $1.1 }
      }
    }
    return numbers
  }
}

extension MLPTensor {
  /// All numbers.
  var floats: [Float] {
    var floats: [Float] = []
    read { span in for index in span.indices { floats.append(span[index]) } }
    return floats
  }

  var doubles: [Double] { floats.map { Double($0) } }
}

extension MLPNetwork {
  /// A network all of whose parameters are drawn from -limit...limit.
  static func random(
    _ features: String, _ hidden: [Int], outputs: Int = 1, limit: Double = 0.5, seed: UInt64 = 1
  ) throws -> MLPNetwork {
    let network = try MLPNetwork(
      MLPConfiguration(features: FeatureSet(text: features), hidden: hidden, outputs: outputs))
    var random = RandomSource(seed: seed)
    for tensor in network.tensors {
      let numbers = tensor.floats.map { _ in Float((2 * random.drawUnit() - 1) * limit) }
      tensor.write(numbers.span)
    }
    return network
  }
}
