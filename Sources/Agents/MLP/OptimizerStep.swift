/// How gradients move parameters.
public enum OptimizerRule: String, CaseIterable, Sendable, Codable {
  /// Adam (Kingma and Ba, ICLR 2015), with β₁ 0.9, β₂ 0.999 and ε 1e-8.
  ///
  /// Deviation: (1) a feature's weights and moments stand still while the
  /// feature is not met; PyTorch calls that SparseAdam.
  case adam
  /// Gradient descent with momentum 0.9; (1) as above.
  case sgd
}

/// One step of an optimiser, its numbers worked out.
///
///     adam: m ← β₁m + (1 − β₁)g    v ← β₂v + (1 − β₂)g²
///           w ← w − rate · m / (1 − β₁ᵗ) / (√(v / (1 − β₂ᵗ)) + ε)
///     sgd:  m ← 0.9m + g           w ← w − rate · m
struct OptimizerStep {
  private let rule: OptimizerRule
  /// What gradients are multiplied by before anything else.
  private let gradientScale: Float
  private let rate: Float
  /// The factor 1 / √(1 − β₂ᵗ).
  private let rootCorrection: Float

  static let beta1: Float = 0.9
  static let beta2: Float = 0.999
  static let epsilon: Float = 1e-8
  static let momentum: Float = 0.9

  /// Prepares step `number`, counted from 1.
  init(_ rule: OptimizerRule, rate: Float, number: Int, gradientScale: Float) {
    self.rule = rule
    self.gradientScale = gradientScale
    func correction(_ beta: Float) -> Double {
      // β to the power of the number, by squaring.
      var (power, base, rest) = (1.0, Double(beta), number)
      while rest > 0 {
        if rest & 1 == 1 { power *= base }
        base *= base
        rest >>= 1
      }
      return 1 - power
    }
    self.rate = rule == .adam ? Float(Double(rate) / correction(Self.beta1)) : rate
    rootCorrection = Float(1 / correction(Self.beta2).squareRoot())
  }

  /// Moves one row of weights and its moments.
  ///
  /// - Parameters:
  ///   - weights: The weights.
  ///   - first: Their first moments, or velocities, in the same rows.
  ///   - second: Their second moments.
  ///   - row: The row that moves.
  ///   - gradient: The gradient.
  ///   - gradientRow: Its row.
  @inline(__always)
  func move(
    _ weights: Matrix, _ first: Matrix, _ second: Matrix, row: Int, by gradient: Matrix,
    row gradientRow: Int
  ) {
    let count = weights.stride
    precondition(first.stride == count && second.stride == count && gradient.stride == count)
    precondition(row >= 0 && row < min(weights.rows, first.rows, second.rows), "No such row")
    precondition(gradientRow >= 0 && gradientRow < gradient.rows, "No such row")
    let w = unsafe weights.floats + row * count
    let m = unsafe first.floats + row * count
    let v = unsafe second.floats + row * count
    let g = unsafe gradient.floats + gradientRow * count
    switch rule {
    case .adam:
      for index in 0..<count {
        let scaled = unsafe g[index] * gradientScale
        let mean = unsafe Self.beta1 * m[index] + (1 - Self.beta1) * scaled
        let square = unsafe Self.beta2 * v[index] + (1 - Self.beta2) * (scaled * scaled)
        unsafe m[index] = mean
        unsafe v[index] = square
        unsafe w[index] -= rate * mean / (square.squareRoot() * rootCorrection + Self.epsilon)
      }
    case .sgd:
      for index in 0..<count {
        let velocity = unsafe Self.momentum * m[index] + gradientScale * g[index]
        unsafe m[index] = velocity
        unsafe w[index] -= rate * velocity
      }
    }
  }
}
