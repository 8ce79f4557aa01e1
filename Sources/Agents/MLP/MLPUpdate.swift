import Env2048
import Threads

/// Learning steps of a network on given boards, apart from any playing: what
/// is compared with other libraries.
package final class MLPUpdate {
  /// The network that is moved.
  package let network: MLPNetwork
  private let optimizer: MLPOptimizer

  /// Creates a fresh network and an Adam for it.
  package init(
    _ configuration: MLPConfiguration, batch: Int, threads: Int, seed: UInt64
  ) throws {
    network = try MLPNetwork(configuration)
    var random = RandomSource(seed: seed)
    network.initialize(using: &random)
    optimizer = MLPOptimizer(
      network, OptimizerConfiguration(), batchSize: batch, pool: try ThreadPool(threads: threads))
  }

  /// Makes one step.
  ///
  /// - Parameters:
  ///   - boards: A batch.
  ///   - targets: Their values, in points.
  ///   - rate: The learning rate.
  /// - Returns: The sum of the absolute errors before the step, in points.
  package func step(_ boards: [Board], targets: [Float], rate: Float) -> Double {
    let scaled = targets.map { $0 / MLPNetwork.scale }
    return optimizer.step(boards, targets: scaled, rate: rate) * Double(MLPNetwork.scale)
  }
}

/// A product of two matrices of ones, for measuring.
package struct MatrixProductProbe {
  private let a: Matrix
  private let b: Matrix
  private let result: Matrix

  /// Makes matrices of m×k and k×n.
  package init(m: Int, k: Int, n: Int) {
    a = Matrix(rows: m, columns: k)
    b = Matrix(rows: k, columns: n)
    result = Matrix(rows: m, columns: n)
    for row in 0..<m { for column in 0..<k { a[row, column] = 1 } }
    for row in 0..<k { for column in 0..<n { b[row, column] = 1 } }
  }

  /// Multiplications and additions in one product.
  package var operationCount: Int { 2 * a.rows * a.columns * b.columns }

  /// Multiplies.
  package func multiply() { MatrixProduct.multiply(a, b, into: result) }
}
