import Env2048

/// One thread's part of a batch on its way forward and back.
final class BatchSlice: @unchecked Sendable {
  // Sendable: one thread at a time works on a slice.

  /// The rows of the batch.
  let rows: Range<Int>
  let workspace: MLPWorkspace
  /// The gradient of this part, all but the first layer's weights.
  let gradient: DenseParameters
  /// The sum of the absolute errors, in outputs.
  private(set) var absoluteErrorSum = 0.0

  /// The gradients of each hidden layer's sums, [rows, width].
  private let deltas: [Matrix]
  private var values: [Float]
  private var errors: [Float]

  init(
    _ configuration: MLPConfiguration, workspace whole: MLPWorkspace, deltas: [Matrix],
    rows: Range<Int>
  ) {
    self.rows = rows
    workspace = MLPWorkspace(whole, rows: rows)
    gradient = DenseParameters(configuration)
    self.deltas = deltas.map { $0[rows] }
    values = Array(repeating: 0, count: rows.count * configuration.outputs)
    errors = Array(repeating: 0, count: rows.count)
  }

  /// Works out the gradient of the mean loss of a batch.
  ///
  /// - Parameters:
  ///   - boards: The boards of the batch.
  ///   - outputs: The number of the output, for each board, that has a target.
  ///   - targets: What these outputs should be.
  ///   - errorLimit: The error, in outputs, beyond which the loss is linear
  ///     (Huber): its derivative is the error, cut off at the limit.
  func work(
    _ network: MLPNetwork, _ boards: Span<Board>, outputs: Span<UInt8>, targets: Span<Float>,
    errorLimit: Float
  ) {
    values.withMutableSpan { network.forward(boards, rows, into: &$0, from: 0, workspace) }
    let outputs = outputs.extracting(rows)
    absoluteErrorSum = 0
    let share = 1 / Float(boards.count)
    let outputCount = network.configuration.outputs
    for row in 0..<rows.count {
      let value = values[row * outputCount + Int(outputs[row])]
      let error = value - targets[rows.lowerBound + row]
      absoluteErrorSum += Double(abs(error))
      // A comparison with a NaN is false, so that a NaN gets through and shows.
      let limited = abs(error) > errorLimit ? (error > 0 ? errorLimit : -errorLimit) : error
      errors[row] = limited * share
    }
    goBack(through: network.dense, outputs: outputs)
  }

  private func goBack(through dense: DenseParameters, outputs: Span<UInt8>) {
    let activations = workspace.activations
    let last = activations.count - 1
    let errors = errors
    gradient.outputWeights.setToSums(of: activations[last], times: errors.span, of: outputs)
    gradient.outputBias.clear()
    for (row, error) in errors.enumerated() { gradient.outputBias[0, Int(outputs[row])] += error }
    deltas[last].setToErrors(
      errors.span, of: outputs, times: dense.outputWeights, where: activations[last])
    for layer in stride(from: last, to: 0, by: -1) {
      let ours = dense.layers[layer - 1]
      let theirs = gradient.layers[layer - 1]
      MatrixProduct.multiply(
        activations[layer - 1], deltas[layer], transposing: .first, into: theirs.weights)
      theirs.bias.setToSum(of: deltas[layer])
      MatrixProduct.multiply(
        deltas[layer], ours.weights, transposing: .second, into: deltas[layer - 1])
      deltas[layer - 1].clear(whereNot: activations[layer - 1])
    }
    gradient.firstBias.setToSum(of: deltas[0])
  }
}
