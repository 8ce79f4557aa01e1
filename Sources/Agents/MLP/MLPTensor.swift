/// Parameters of a network, or numbers that belong to them, as PyTorch's
/// `nn.Linear` would name and shape them.
///
/// | name | shape |
/// | --- | --- |
/// | `layers.0.weight` | [width, features] |
/// | `layers.0.bias` | [width] |
/// | `layers.1.weight` … | [outputs, inputs] |
/// | `output.weight` | [outputs, width] |
/// | `output.bias` | [outputs] |
public struct MLPTensor: Sendable {
  /// The name.
  public let name: String
  /// The extents, row-major.
  public let shape: [Int]

  private let matrix: Matrix
  /// Whether rows and columns are exchanged.
  private let isTransposed: Bool

  private init(_ name: String, _ matrix: Matrix, isTransposed: Bool = false, isBias: Bool = false) {
    self.name = name
    self.matrix = matrix
    self.isTransposed = isTransposed
    shape =
      isBias
      ? [matrix.columns]
      : isTransposed ? [matrix.columns, matrix.rows] : [matrix.rows, matrix.columns]
  }

  /// The tensors of a network's parameters, or of what has their layout.
  static func all(table: Matrix, dense: DenseParameters, prefix: String = "") -> [MLPTensor] {
    let weights = [table] + dense.layers.map(\.weights)
    let biases = [dense.firstBias] + dense.layers.map(\.bias)
    let layers = zip(weights, biases).enumerated().flatMap { number, layer in
      [
        MLPTensor("\(prefix)layers.\(number).weight", layer.0, isTransposed: true),
        MLPTensor("\(prefix)layers.\(number).bias", layer.1, isBias: true),
      ]
    }
    return layers + [
      MLPTensor("\(prefix)output.weight", dense.outputWeights),
      MLPTensor("\(prefix)output.bias", dense.outputBias, isBias: true),
    ]
  }

  /// Hands over all numbers in their order, in pieces.
  public func read<Failure: Error>(
    _ body: (Span<Float>) throws(Failure) -> Void
  ) throws(Failure) {
    let (rows, columns) = (matrix.rows, matrix.columns)
    guard isTransposed else {
      for row in 0..<rows {
        let numbers = (0..<columns).map { matrix[row, $0] }
        try body(numbers.span)
      }
      return
    }
    // A lane of columns at once: each line of memory is then read once.
    let group = Matrix.Lane.scalarCount
    var numbers = [Float](repeating: 0, count: group * rows)
    for first in stride(from: 0, to: columns, by: group) {
      let count = min(group, columns - first)
      for row in 0..<rows {
        for column in 0..<count { numbers[column * rows + row] = matrix[row, first + column] }
      }
      try body(numbers.span.extracting(first: count * rows))
    }
  }

  /// Takes over all numbers.
  ///
  /// - Precondition: `numbers` has as many as the tensor.
  public func write(_ numbers: Span<Float>) {
    let (rows, columns) = (matrix.rows, matrix.columns)
    precondition(numbers.count == rows * columns, "Numbers of another tensor")
    let group = Matrix.Lane.scalarCount
    for first in stride(from: 0, to: columns, by: group) {
      for row in 0..<rows {
        for column in first..<min(first + group, columns) {
          matrix[row, column] = numbers[isTransposed ? column * rows + row : row * columns + column]
        }
      }
    }
  }
}
