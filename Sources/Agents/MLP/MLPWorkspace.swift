/// The room that a batch needs on its way through a network, used again and
/// again.
///
/// It belongs to one thread at a time.
final class MLPWorkspace: @unchecked Sendable {
  // Sendable: handed from thread to thread, used by one at a time.

  /// The largest batch.
  let capacity: Int
  /// The features of the boards, one a pattern.
  var indices: [UInt32]
  /// The activations of each hidden layer, [capacity, width].
  let activations: [Matrix]

  init(_ configuration: MLPConfiguration, capacity: Int) {
    precondition(capacity > 0, "A batch has at least one board")
    self.capacity = capacity
    indices = Array(repeating: 0, count: capacity * configuration.features.patterns.count)
    activations = configuration.hidden.map { Matrix(rows: capacity, columns: $0) }
  }

  /// Uses some rows of another workspace's activations.
  init(_ whole: MLPWorkspace, rows: Range<Int>) {
    capacity = rows.count
    indices = Array(repeating: 0, count: rows.count * (whole.indices.count / whole.capacity))
    activations = whole.activations.map { $0[rows] }
  }
}
