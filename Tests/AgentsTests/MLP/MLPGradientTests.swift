import Env2048
import Testing
import Threads

@testable import Agents

/// Gradients against finite differences.
@Suite struct MLPGradientTests {
  static let cases = [
    ("cells", [5], 1, 1), ("cells+01", [6, 7], 1, 1), ("01+cells+012", [5, 18, 4], 1, 2),
    ("cells", [9, 6], 4, 3),
  ]

  @Test("Every layer's gradient is the slope of the loss", arguments: cases)
  func slopes(features: String, hidden: [Int], outputCount: Int, threads: Int) throws {
    let network = try MLPNetwork.random(features, hidden, outputs: outputCount, limit: 0.4)
    let optimizer = MLPOptimizer(
      network, OptimizerConfiguration(errorLimit: 1024), batchSize: 12,
      pool: try ThreadPool(threads: threads))
    let boards: [Board] = RandomBoards.make(12, largestExponent: 6, seed: 8)
    let outputs = boards.indices.map { UInt8($0 % outputCount) }
    // Errors on both sides of the limit of 1.
    let targets = boards.indices.map { Float($0 % 3) * 0.9 - 0.9 }

    let norm = optimizer.gradient(boards, outputs: outputs, targets: targets)
    func loss() -> Double {
      let reference = ReferenceNetwork(network)
      return boards.indices.reduce(0) { sum, index in
        let value = reference.outputs(of: boards[index])[Int(outputs[index])]
        let error = abs(value - Double(targets[index]))
        return sum + (error <= 1 ? error * error / 2 : error - 0.5)
      } / Double(boards.count)
    }

    var squares = 0.0
    func check(_ matrix: Matrix, _ row: Int, _ column: Int, _ gradient: Float, _ name: String) {
      squares += Double(gradient) * Double(gradient)
      let middle = matrix[row, column]
      // Small, so that hardly any unit goes from off to on in between; what
      // rounding leaves of the difference is what the slope is taken over.
      let (high, low) = (middle + 0x1p-15, middle - 0x1p-15)
      matrix[row, column] = high
      let above = loss()
      matrix[row, column] = low
      let below = loss()
      matrix[row, column] = middle
      let slope = (above - below) / (Double(high) - Double(low))
      #expect(
        abs(Double(gradient) - slope) < 2e-3 * max(abs(slope), 0.1), "\(name) \(row) \(column)")
    }

    let dense = [
      (network.dense.firstBias, optimizer.denseGradient.firstBias, "first bias"),
      (network.dense.outputWeights, optimizer.denseGradient.outputWeights, "output weights"),
      (network.dense.outputBias, optimizer.denseGradient.outputBias, "output bias"),
    ]
    let layers = zip(network.dense.layers, optimizer.denseGradient.layers).enumerated().flatMap {
      [
        ($1.0.weights, $1.1.weights, "weights of layer \($0 + 1)"),
        ($1.0.bias, $1.1.bias, "bias of layer \($0 + 1)"),
      ]
    }
    for (parameters, gradient, name) in dense + layers {
      for row in 0..<parameters.rows {
        for column in 0..<parameters.columns {
          check(parameters, row, column, gradient[row, column], name)
        }
      }
    }
    let table = optimizer.tableGradient
    for (feature, row) in table {
      for (column, gradient) in row.enumerated() {
        check(network.table, Int(feature), column, gradient, "feature")
      }
    }
    // Features that no board has have no gradient.
    let met = Set(
      boards.flatMap { board in
        var indices = [UInt32](repeating: 0, count: network.indexer.patternCount)
        var span = indices.mutableSpan
        network.indexer.write(board, to: &span, from: 0)
        return indices
      })
    #expect(Set(table.keys) == met)
    #expect(abs(Double(norm) - squares.squareRoot()) < 1e-4 * Double(norm))
    #expect(norm > 0.01)
  }

  @Test("Any number of threads gives the same gradient but for rounding")
  func threads() throws {
    let boards: [Board] = RandomBoards.make(64, largestExponent: 11, seed: 9)
    let targets = boards.indices.map { Float($0) / 16 }
    func gradient(threads: Int) throws -> [Float] {
      let network = try MLPNetwork.random("cells+pairs", [32, 16])
      let optimizer = MLPOptimizer(
        network, OptimizerConfiguration(), batchSize: 64, pool: try ThreadPool(threads: threads))
      _ = optimizer.gradient(boards, targets: targets)
      let table = optimizer.tableGradient.sorted { $0.key < $1.key }.flatMap(\.value)
      return table + optimizer.denseGradient.all.numbers[0]
    }
    let one = try gradient(threads: 1)
    for threads in [2, 3, 7] {
      let other = try gradient(threads: threads)
      #expect(zip(one, other).allSatisfy { abs($0 - $1) <= 1e-5 * max(abs($0), 1) })
    }
  }
}
