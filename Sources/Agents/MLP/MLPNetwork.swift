import Env2048
import Synchronization
import Threads

/// A multilayer perceptron that values afterstates of 4×4 boards.
///
///     h1 = ReLU(b1 + Σ over patterns p of W1[contents of p])
///     hi = ReLU(bi + h(i-1) · Wi)              for the further hidden layers
///     V  = scale · (b + h · w)
///
/// The input is one-hot, one feature a pattern (`FeatureSet`), so that the
/// first layer is a sum of rows. Weights lie [inputs, outputs], row-major.
///
/// Reading is safe from any number of threads while no learner writes.
public final class MLPNetwork: AfterstateValue, @unchecked Sendable {
  // Sendable: nothing changes but through a learner, whose owner sees to it
  // that no other thread reads meanwhile.

  /// Inputs and layers.
  public let configuration: MLPConfiguration
  /// The first layer's weights, [features, width].
  let table: Matrix
  /// All other parameters.
  let dense: DenseParameters
  let indexer: FeatureIndexer

  /// The points that an output of 1 stands for: outputs and errors are then of
  /// the size that initial weights and learning rates are made for.
  public static let scale: Float = 1024

  /// A batch is a product of matrices.
  public static var gamesSideBySide: Int { 64 }

  /// Workspaces that nobody uses just now.
  private let workspaces = Mutex<[MLPWorkspace]>([])

  /// Creates a network whose parameters are all 0.
  ///
  /// - Throws: `NTupleError.memory` if they do not fit.
  public init(_ configuration: MLPConfiguration) throws(NTupleError) {
    try NTupleError.requireMemory(configuration.parameterCount * MemoryLayout<Float>.stride)
    self.configuration = configuration
    table = Matrix(rows: configuration.features.count, columns: configuration.hidden[0])
    dense = DenseParameters(configuration)
    indexer = FeatureIndexer(
      configuration.features, isCanonical: configuration.isCanonical)
  }

  /// The score expected from an afterstate, in points.
  ///
  /// - Precondition: The network has one output.
  public func value(of afterstate: Board) -> Float {
    withWorkspace { workspace in
      precondition(configuration.outputs == 1, "A network of actions values no afterstates")
      var value = InlineArray<1, Float>(repeating: 0)
      let boards = InlineArray<1, Board>(repeating: afterstate)
      var values = value.mutableSpan
      forward(boards.span, 0..<1, into: &values, from: 0, workspace)
      return value[0] * Self.scale
    }
  }

  /// Values many afterstates at once, in batches of 256.
  public func evaluate(_ afterstates: Span<Board>, into values: inout MutableSpan<Float>) {
    precondition(afterstates.count == values.count, "Boards and values differ in number")
    precondition(configuration.outputs == 1, "A network of actions values no afterstates")
    withWorkspace { workspace in
      var start = 0
      while start < afterstates.count {
        let batch = start..<min(start + workspace.capacity, afterstates.count)
        forward(afterstates, batch, into: &values, from: start, workspace)
        start = batch.upperBound
      }
    }
    for index in values.indices { values[index] *= Self.scale }
  }

  /// All outputs of some boards, in units of `scale`: [boards, outputs].
  func outputs(of boards: [Board]) -> [Float] {
    let count = configuration.outputs
    var outputs = [Float](repeating: 0, count: boards.count * count)
    withWorkspace { workspace in
      var span = outputs.mutableSpan
      var start = 0
      while start < boards.count {
        let batch = start..<min(start + workspace.capacity, boards.count)
        forward(boards.span, batch, into: &span, from: start * count, workspace)
        start = batch.upperBound
      }
    }
    return outputs
  }

  private func withWorkspace<Result>(_ body: (MLPWorkspace) -> Result) -> Result {
    let workspace =
      workspaces.withLock { $0.popLast() } ?? MLPWorkspace(configuration, capacity: 256)
    defer { workspaces.withLock { $0.append(workspace) } }
    return body(workspace)
  }

  /// The outputs of a batch, in units of `scale`: [batch, outputs].
  ///
  /// - Parameters:
  ///   - boards: The boards.
  ///   - range: The boards of the batch, at most `workspace.capacity`.
  ///   - outputs: Receives the outputs.
  ///   - first: Where the first output goes.
  ///   - workspace: Keeps features and activations.
  func forward(
    _ boards: Span<Board>, _ range: Range<Int>, into outputs: inout MutableSpan<Float>,
    from first: Int, _ workspace: MLPWorkspace
  ) {
    precondition(range.count <= workspace.capacity, "The batch is larger than its workspace")
    let patterns = indexer.patternCount
    var indices = workspace.indices.mutableSpan
    for (row, place) in range.enumerated() {
      indexer.write(boards[place], to: &indices, from: row &* patterns)
    }
    var layer = workspace.activations[0][0..<range.count]
    layer.setToSums(
      of: table, at: indices.span, from: 0, count: patterns, adding: dense.firstBias)
    for (activations, next) in zip(workspace.activations.dropFirst(), dense.layers) {
      let result = activations[0..<range.count]
      MatrixProduct.multiply(layer, next.weights, into: result)
      result.addAndRectify(next.bias)
      layer = result
    }
    layer.multiply(
      dense.outputWeights, adding: dense.outputBias, into: &outputs, from: first)
  }
}

extension MLPNetwork {
  /// All parameters.
  public var tensors: [MLPTensor] { MLPTensor.all(table: table, dense: dense) }

  /// Takes over all parameters of a network of the same structure.
  func copy(_ other: MLPNetwork) {
    precondition(configuration == other.configuration, "Networks differ in structure")
    table.copy(other.table)
    dense.all.copy(other.dense.all)
  }

  /// Goes a share of the way to the parameters of a network of the same
  /// structure.
  func approach(_ other: MLPNetwork, by share: Float, pool: ThreadPool) {
    precondition(configuration == other.configuration, "Networks differ in structure")
    let parts = pool.threads
    let rows = table.rows
    pool.run(parts + 1) { part in
      if part == 0 {
        self.dense.all.approach(other.dense.all, by: share)
      } else {
        let range = rows * (part - 1) / parts..<rows * part / parts
        self.table[range].approach(other.table[range], by: share)
      }
    }
  }

  /// Draws the weights anew: uniform with the variance 2 / active inputs;
  /// biases are 0.
  ///
  /// Source: He, Zhang, Ren and Sun, "Delving deep into rectifiers" (ICCV 2015).
  /// Deviations: (1) of the first layer only the shortest patterns' weights are
  /// drawn; those of the longer ones start with 0, so that contents never met
  /// count for nothing. (2) The output's weights are 1/16 of that size, so that
  /// all values are near 0 at first.
  public func initialize(using random: inout RandomSource) {
    let features = configuration.features
    let shortest = features.patterns.map(\.cells.count).min() ?? 1
    let drawn = zip(features.patterns, features.ranges).filter { $0.0.cells.count == shortest }
    for (_, range) in drawn { table[range].draw(inputs: drawn.count, using: &random) }
    for layer in dense.layers {
      layer.weights.draw(inputs: layer.weights.rows, using: &random)
    }
    dense.outputWeights.draw(inputs: 256 * dense.outputWeights.columns, using: &random)
  }
}

extension Matrix {
  /// Fills the matrix with uniform numbers of variance 2 / `inputs`.
  fileprivate func draw(inputs: Int, using random: inout RandomSource) {
    let limit = (6 / Double(inputs)).squareRoot()
    for row in 0..<rows {
      for column in 0..<columns {
        self[row, column] = Float((2 * random.drawUnit() - 1) * limit)
      }
    }
  }
}
