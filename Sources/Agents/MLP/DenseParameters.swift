/// All parameters but the first layer's weights, or numbers that belong to
/// them one by one: gradients, moments.
///
/// They lie in one storage, so that an optimiser is one loop over it.
struct DenseParameters: Sendable {
  /// A layer between two hidden layers.
  struct Layer: Sendable {
    /// The weights, [inputs, outputs], so that a forward pass reads rows.
    let weights: Matrix
    /// The bias, [1, outputs].
    let bias: Matrix
  }

  let storage: FloatStorage
  /// The bias of the first layer, [1, width].
  let firstBias: Matrix
  /// The layers after the first, without the output.
  let layers: [Layer]
  /// The output's weights, [outputs, width of the last hidden layer].
  let outputWeights: Matrix
  /// The output's bias, [1, outputs].
  let outputBias: Matrix

  /// Allocates zeros.
  init(_ configuration: MLPConfiguration) {
    let hidden = configuration.hidden
    var sizes = [(1, hidden[0])]
    for (inputs, outputs) in zip(hidden, hidden.dropFirst()) {
      sizes += [(inputs, outputs), (1, outputs)]
    }
    let outputs = configuration.outputs
    sizes += [(outputs, hidden[hidden.count - 1]), (1, outputs)]
    let counts = sizes.map { rows, columns in rows * FloatStorage.stride(for: columns) }
    let storage = FloatStorage(count: counts.reduce(0, +))
    var offset = 0
    let matrices = zip(sizes, counts).map { size, count in
      defer { offset += count }
      return Matrix(storage, offset: offset, rows: size.0, columns: size.1)
    }
    self.storage = storage
    firstBias = matrices[0]
    layers = stride(from: 1, to: matrices.count - 2, by: 2).map {
      Layer(weights: matrices[$0], bias: matrices[$0 + 1])
    }
    outputWeights = matrices[matrices.count - 2]
    outputBias = matrices[matrices.count - 1]
  }

  /// Everything as one long row.
  var all: Matrix { Matrix(storage, rows: 1, columns: storage.count) }
}
