import Env2048
import Testing
import Threads

@testable import Agents

@Suite struct OptimizerTests {
  @Test("Adam's steps are those of its formula")
  func adam() {
    let weights = Matrix(rows: 2, columns: 20) { Float($0) + Float($1) / 8 }
    let gradient = Matrix(rows: 1, columns: 20) { _, column in Float(column) - 9.5 }
    let (first, second) = (Matrix(rows: 2, columns: 20), Matrix(rows: 2, columns: 20))
    let untouched = weights.numbers[0]
    var (w, m, v) = (
      weights.numbers[1].map(Double.init), [Double](repeating: 0, count: 20),
      [Double](repeating: 0, count: 20)
    )
    for number in 1...3 {
      let step = OptimizerStep(.adam, rate: 0.01, number: number, gradientScale: 0.5)
      step.move(weights, first, second, row: 1, by: gradient, row: 0)
      for place in 0..<20 {
        let g = Double(gradient[0, place]) / 2
        m[place] = 0.9 * m[place] + 0.1 * g
        v[place] = 0.999 * v[place] + 0.001 * g * g
        let (b1, b2) = (pow(0.9, number), pow(0.999, number))
        w[place] -= 0.01 * (m[place] / (1 - b1)) / ((v[place] / (1 - b2)).squareRoot() + 1e-8)
      }
    }
    for place in 0..<20 { #expect(abs(Double(weights[1, place]) - w[place]) < 1e-5) }
    #expect(weights.numbers[0] == untouched)
  }

  private func pow(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  @Test("Momentum adds up")
  func momentum() {
    let weights = Matrix(rows: 1, columns: 3)
    let gradient = Matrix(rows: 1, columns: 3) { _, column in Float(column) }
    let (first, second) = (Matrix(rows: 1, columns: 3), Matrix(rows: 1, columns: 3))
    for number in 1...2 {
      OptimizerStep(.sgd, rate: 0.5, number: number, gradientScale: 1)
        .move(weights, first, second, row: 0, by: gradient, row: 0)
    }
    // 0.5 · g, then 0.5 · 1.9 · g
    for column in 0..<3 { #expect(abs(weights[0, column] + 1.45 * Float(column)) < 1e-6) }
  }

  @Test(
    "A gradient longer than the limit is shortened, a NaN shows", arguments: OptimizerRule.allCases)
  func limit(rule: OptimizerRule) throws {
    let boards: [Board] = RandomBoards.make(8, largestExponent: 5, seed: 1)
    func moved(limit: Float?, target: Float) throws -> (moved: Float, error: Double) {
      let network = try MLPNetwork.random("cells", [8])
      let before = network.tensors.flatMap(\.floats)
      let optimizer = MLPOptimizer(
        network, OptimizerConfiguration(rule: rule, errorLimit: 1e9, gradientLimit: limit),
        batchSize: 8, pool: try ThreadPool(threads: 1))
      let error = optimizer.step(
        boards, targets: Array(repeating: target, count: 8), rate: 1)
      let squares = zip(before, network.tensors.flatMap(\.floats)).reduce(Float(0)) {
        $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
      }
      return (squares.squareRoot(), error)
    }
    if rule == .sgd {
      let distance = try moved(limit: 0.5, target: 1000).moved
      #expect(abs(distance - 0.5) < 1e-3)
    }
    let error = try moved(limit: nil, target: .nan).error
    #expect(error.isNaN)
  }

  @Test("Case 114: large rewards leave everything finite")
  func largeRewards() throws {
    let network = try MLPNetwork.random("cells", [16, 16], limit: 0.2)
    let optimizer = MLPOptimizer(
      network, OptimizerConfiguration(), batchSize: 16, pool: try ThreadPool(threads: 1))
    let boards: [Board] = RandomBoards.make(16, largestExponent: 16, seed: 2)
    for update in 0..<200 {
      let targets = boards.indices.map { Float(4 << (($0 + update) % 15)) / MLPNetwork.scale }
      #expect(optimizer.step(boards, targets: targets, rate: 1e-2).isFinite)
    }
    #expect(network.tensors.flatMap(\.floats).allSatisfy { $0.isFinite })
  }

  @Test("Steps bring outputs to their targets", arguments: OptimizerRule.allCases)
  func learns(rule: OptimizerRule) throws {
    let network = try MLPNetwork(
      MLPConfiguration(features: FeatureSet(text: "cells+pairs"), hidden: [32, 16]))
    var random = RandomSource(seed: 3)
    network.initialize(using: &random)
    let optimizer = MLPOptimizer(
      network, OptimizerConfiguration(rule: rule), batchSize: 32, pool: try ThreadPool(threads: 2))
    let boards: [Board] = RandomBoards.make(32, largestExponent: 11, seed: 4)
    let targets = boards.indices.map { Float($0 % 5) }
    let start = optimizer.step(boards, targets: targets, rate: 0.003)
    for _ in 0..<200 { optimizer.step(boards, targets: targets, rate: 0.003) }
    #expect(optimizer.step(boards, targets: targets, rate: 0.003) < start / 20)
  }
}
