/// The gradient of one pattern's rows of the first layer's weights: a row for
/// each feature that the batch has met.
///
/// Sorting the boards by feature turns the sum over all boards with a feature
/// into one run, and leaves the rows that nobody met alone.
final class TableGradient: @unchecked Sendable {
  // Sendable: one thread at a time works on a pattern.

  /// The features met, in ascending order; row i of `rows` is the gradient of
  /// feature i.
  private(set) var features: [UInt32] = []
  /// The gradients.
  let rows: Matrix
  /// The sum of their squares.
  private(set) var sumOfSquares = 0.0

  private let range: Range<Int>
  private let sortedBits: Int
  /// A feature, counted from the pattern's first, in the upper 32 bits, the
  /// number of a board in the lower.
  private var entries: [UInt64] = []
  private var spare: [UInt64] = []

  /// Makes room for the features of a pattern.
  init(range: Range<Int>, width: Int, capacity: Int) {
    self.range = range
    sortedBits = (range.count - 1).bitWidth - (range.count - 1).leadingZeroBitCount
    rows = Matrix(rows: min(range.count, capacity), columns: width)
    entries.reserveCapacity(capacity)
  }

  /// Forgets the batch before.
  func begin() { entries.removeAll(keepingCapacity: true) }

  /// Adds boards of a batch.
  ///
  /// - Parameters:
  ///   - indices: The features of the boards, `patternCount` a board.
  ///   - pattern: The number of this pattern.
  ///   - first: The number of the first board.
  func add(_ indices: Span<UInt32>, pattern: Int, of patternCount: Int, first: Int) {
    var place = pattern
    var board = UInt64(first)
    while place < indices.count {
      let feature = UInt64(indices[place]) &- UInt64(range.lowerBound)
      entries.append(feature << 32 | board)
      place += patternCount
      board += 1
    }
  }

  /// Sums up the gradients.
  ///
  /// - Parameter deltas: The gradients of the first layer's sums, a row a board.
  func sum(_ deltas: Matrix) {
    sort()
    features.removeAll(keepingCapacity: true)
    let entries = entries
    let sorted = entries.span
    var start = 0
    while start < sorted.count {
      let feature = sorted[start] >> 32
      var end = start + 1
      while end < sorted.count, sorted[end] >> 32 == feature { end += 1 }
      rows.setRow(features.count, toSumOf: deltas, at: sorted, start..<end)
      features.append(UInt32(feature) + UInt32(range.lowerBound))
      start = end
    }
    sumOfSquares = rows.sumOfSquares(0..<features.count)
  }

  /// Moves the weights of the features met.
  func move(_ weights: Matrix, _ first: Matrix, _ second: Matrix, by step: OptimizerStep) {
    for (row, feature) in features.enumerated() {
      step.move(weights, first, second, row: Int(feature), by: rows, row: row)
    }
  }

  /// Sorts the entries by feature, stably: a radix sort, eight bits a pass.
  private func sort() {
    if spare.count < entries.count { spare = Array(repeating: 0, count: entries.count) }
    for shift in stride(from: 32, to: 32 + sortedBits, by: 8) {
      var places = InlineArray<256, Int>(repeating: 0)
      for entry in entries { places[Int(truncatingIfNeeded: entry >> UInt64(shift)) & 255] += 1 }
      var next = 0
      for digit in 0..<256 {
        let count = places[digit]
        places[digit] = next
        next += count
      }
      if spare.count > entries.count { spare.removeLast(spare.count - entries.count) }
      for entry in entries {
        let digit = Int(truncatingIfNeeded: entry >> UInt64(shift)) & 255
        spare[places[digit]] = entry
        places[digit] += 1
      }
      swap(&entries, &spare)
    }
  }
}
