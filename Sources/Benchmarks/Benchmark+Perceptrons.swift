import Agents
import Env2048
import Threads

extension Benchmark {
  /// The multilayer perceptron of `train mlp`'s preset: values of a batch of
  /// afterstates, a learning step on 1,024 boards, and whole training; and
  /// OpenBLAS's product of two large matrices, which none of them can pass.
  static let perceptrons: [Benchmark] =
    [1, 64, 1024].map(forward)
    + (ThreadPool.processors == 1 ? [1] : [1, ThreadPool.processors]).flatMap { threads in
      [update(threads: threads), train(threads: threads)]
    }
    + [layer, square]

  private static func structure() throws -> MLPConfiguration {
    try MLPConfiguration(features: FeatureSet(text: "cells+pairs"), hidden: [256, 256])
  }

  /// A network that has learnt for a short while, so that its activations are
  /// not those of chance.
  private static func learner(threads: Int = 1) throws -> MLPLearner {
    let learner = try MLPLearner(
      structure(), MLPLearningConfiguration(), rules: Rules(), seed: 1, threads: threads)
    for _ in 0..<20 { _ = try learner.learnRound() }
    return learner
  }

  private static func forward(batch: Int) -> Benchmark {
    Benchmark("mlp/forward/\(batch)", unit: "boards") {
      let network = try learner().network
      let boards = Array(afterstates(of: RandomPolicy<Board>(), count: 4096))
      var values = [Float](repeating: 0, count: batch)
      return { rounds in
        for _ in 0..<rounds {
          for start in stride(from: 0, to: boards.count, by: batch) {
            var output = values.mutableSpan
            network.evaluate(boards.span.extracting(start..<start + batch), into: &output)
          }
        }
        blackHole(values[0])
        return rounds * boards.count
      }
    }
  }

  private static func update(threads: Int) -> Benchmark {
    Benchmark(
      "mlp/update/1024" + (threads > 1 ? "/threads" : ""), unit: "boards", threads: threads
    ) {
      let update = try MLPUpdate(structure(), batch: 1024, threads: threads, seed: 1)
      let boards = afterstates(of: RandomPolicy<Board>(), count: 1024)
      let targets = boards.map { Float($0.tileSum) }
      return { rounds in
        var error = 0.0
        for _ in 0..<rounds { error += update.step(boards, targets: targets, rate: 1e-4) }
        blackHole(error)
        return rounds * boards.count
      }
    }
  }

  private static func train(threads: Int) -> Benchmark {
    Benchmark("mlp/train" + (threads > 1 ? "/threads" : ""), unit: "moves", threads: threads) {
      let learner = try learner(threads: threads)
      let moves = learner.configuration.games * learner.configuration.segment
      return { rounds in
        for _ in 0..<rounds { blackHole(try learner.learnRound()) }
        return rounds * moves
      }
    }
  }

  /// The second layer's product for a batch of 1,024, in multiplications and
  /// additions.
  private static let layer = Benchmark("mlp/sgemm/1024x256x256", unit: "flops") {
    let product = MatrixProductProbe(m: 1024, k: 256, n: 256)
    return { rounds in
      for _ in 0..<rounds { product.multiply() }
      return rounds * product.operationCount
    }
  }

  private static let square = Benchmark("mlp/sgemm/2048x2048x2048", unit: "flops") {
    let product = MatrixProductProbe(m: 2048, k: 2048, n: 2048)
    return { rounds in
      for _ in 0..<rounds { product.multiply() }
      return rounds * product.operationCount
    }
  }
}
