import Env2048
import Threads

/// Moves the parameters of a network towards targets, a batch at a time.
///
/// A step has three parts, each shared out over the threads: forward and back
/// by slices of the batch; the sums of gradients, one pattern of features at a
/// time; the moves.
final class MLPOptimizer {
  let network: MLPNetwork
  let configuration: OptimizerConfiguration
  /// The number of boards in a batch.
  let batchSize: Int
  /// The steps so far.
  var steps = 0

  /// First and second moments, those of the first layer's weights apart.
  let tableMoments: (first: Matrix, second: Matrix)
  let denseMoments: (first: DenseParameters, second: DenseParameters)

  private let pool: ThreadPool
  private let deltas: [Matrix]
  private let slices: [BatchSlice]
  private let patterns: [TableGradient]
  /// The output of every board, where there is but one.
  private let onlyOutput: [UInt8]

  init(
    _ network: MLPNetwork, _ configuration: OptimizerConfiguration, batchSize: Int,
    pool: ThreadPool
  ) {
    let structure = network.configuration
    let width = structure.hidden[0]
    self.network = network
    self.configuration = configuration
    self.batchSize = batchSize
    self.pool = pool
    tableMoments = (
      Matrix(rows: structure.features.count, columns: width),
      Matrix(rows: structure.features.count, columns: width)
    )
    denseMoments = (DenseParameters(structure), DenseParameters(structure))
    let workspace = MLPWorkspace(structure, capacity: batchSize)
    let deltas = structure.hidden.map { Matrix(rows: batchSize, columns: $0) }
    self.deltas = deltas
    onlyOutput = Array(repeating: 0, count: batchSize)
    let count = min(pool.threads, batchSize)
    slices = (0..<count).map { slice in
      BatchSlice(
        structure, workspace: workspace, deltas: deltas,
        rows: batchSize * slice / count..<batchSize * (slice + 1) / count)
    }
    patterns = structure.features.ranges.map {
      TableGradient(range: $0, width: width, capacity: batchSize)
    }
  }

  /// Makes one step.
  ///
  /// - Parameters:
  ///   - boards: The boards of the batch, `batchSize` of them.
  ///   - outputs: The number of the output, for each board, that has a
  ///     target; `nil` where the network has one.
  ///   - targets: Their targets, in units of `MLPNetwork.scale`.
  ///   - rate: The learning rate.
  /// - Returns: The sum of the absolute errors before the step, in the same
  ///   units.
  @discardableResult
  func step(
    _ boards: [Board], outputs: [UInt8]? = nil, targets: [Float], rate: Float
  ) -> Double {
    let norm = gradient(boards, outputs: outputs, targets: targets)
    steps += 1
    let limit = configuration.gradientLimit ?? .infinity
    let step = OptimizerStep(
      configuration.rule, rate: rate, number: steps, gradientScale: norm > limit ? limit / norm : 1)
    let (network, patterns) = (network, patterns)
    let (gradient, tableMoments, denseMoments) = (slices[0].gradient, tableMoments, denseMoments)
    pool.run(patterns.count + 1) { task in
      if task == 0 {
        step.move(
          network.dense.all, denseMoments.first.all, denseMoments.second.all, row: 0,
          by: gradient.all, row: 0)
      } else {
        patterns[task - 1].move(network.table, tableMoments.first, tableMoments.second, by: step)
      }
    }
    return slices.reduce(0) { $0 + $1.absoluteErrorSum }
  }

  /// Works out the gradient of a batch's mean loss.
  ///
  /// - Returns: Its norm.
  func gradient(_ boards: [Board], outputs: [UInt8]? = nil, targets: [Float]) -> Float {
    precondition(outputs != nil || network.configuration.outputs == 1, "Which output is meant")
    let outputs = outputs ?? onlyOutput
    precondition(boards.count == batchSize && targets.count == batchSize, "Not a batch")
    precondition(outputs.count == batchSize, "Not a batch")
    let (network, slices, patterns, deltas) = (network, slices, patterns, deltas)
    let errorLimit = configuration.errorLimit / MLPNetwork.scale
    pool.run(slices.count) {
      slices[$0].work(
        network, boards.span, outputs: outputs.span, targets: targets.span,
        errorLimit: errorLimit)
    }
    pool.run(patterns.count + 1) { task in
      if task == 0 {
        for slice in slices.dropFirst() { slices[0].gradient.all.add(slice.gradient.all) }
      } else {
        let pattern = patterns[task - 1]
        pattern.begin()
        for slice in slices {
          let indices = slice.workspace.indices
          pattern.add(
            indices.span, pattern: task - 1, of: patterns.count,
            first: slice.rows.lowerBound)
        }
        pattern.sum(deltas[0])
      }
    }
    let sum = patterns.reduce(slices[0].gradient.all.sumOfSquares(0..<1)) { $0 + $1.sumOfSquares }
    return Float(sum.squareRoot())
  }

  /// Starts again, as if no step had been made.
  func forgetMoments() {
    steps = 0
    tableMoments.first.clear()
    tableMoments.second.clear()
    denseMoments.first.all.clear()
    denseMoments.second.all.clear()
  }

  /// The gradient of everything but the first layer's weights, of the batch before.
  var denseGradient: DenseParameters { slices[0].gradient }

  /// The gradient of the first layer's weights that the batch before has met:
  /// rows by features.
  var tableGradient: [UInt32: [Float]] {
    var rows: [UInt32: [Float]] = [:]
    for pattern in patterns {
      for (row, feature) in pattern.features.enumerated() {
        rows[feature] = (0..<pattern.rows.columns).map { pattern.rows[row, $0] }
      }
    }
    return rows
  }
}
