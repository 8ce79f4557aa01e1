/// The kernels of the forward pass, on whole lanes.
extension Matrix {
  /// Sets each row to the sum of some rows of a table and a bias, and what is
  /// below 0 in it to 0.
  ///
  /// The first layer: its input is one-hot, so that its product is this sum.
  /// - Parameters:
  ///   - table: The rows to choose from, as wide as this matrix.
  ///   - indices: The rows of the table, `count` for each row of this matrix.
  ///   - start: Where the indices of the first row begin.
  ///   - count: The number of rows in a sum.
  ///   - bias: One row.
  /// - Precondition: The indices are below the table's number of rows; a
  ///   `FeatureIndexer` of the table's features sees to that.
  func setToSums(
    of table: Matrix, at indices: Span<UInt32>, from start: Int, count: Int, adding bias: Matrix
  ) {
    precondition(table.columns == columns && bias.columns == columns, "Widths differ")
    precondition(bias.rows == 1 && start >= 0 && start + rows * count <= indices.count)
    let lanes = lanesPerRow
    let source = unsafe table.lanes
    let added = unsafe bias.lanes
    var result = unsafe self.lanes
    var first = start
    for _ in 0..<rows {
      var lane = 0
      // Four sums at once, so that an addition need not wait for the last.
      while lane &+ 4 <= lanes {
        var sum0 = unsafe added[lane]
        var sum1 = unsafe added[lane &+ 1]
        var sum2 = unsafe added[lane &+ 2]
        var sum3 = unsafe added[lane &+ 3]
        for place in first..<(first &+ count) {
          let row = unsafe source + (Int(indices[unchecked: place]) &* lanes &+ lane)
          unsafe sum0 += row[0]
          unsafe sum1 += row[1]
          unsafe sum2 += row[2]
          unsafe sum3 += row[3]
        }
        unsafe result[lane] = sum0.nonnegative
        unsafe result[lane &+ 1] = sum1.nonnegative
        unsafe result[lane &+ 2] = sum2.nonnegative
        unsafe result[lane &+ 3] = sum3.nonnegative
        lane &+= 4
      }
      while lane < lanes {
        var sum = unsafe added[lane]
        for place in first..<(first &+ count) {
          unsafe sum += source[Int(indices[unchecked: place]) &* lanes &+ lane]
        }
        unsafe result[lane] = sum.nonnegative
        lane &+= 1
      }
      unsafe result += lanes
      first &+= count
    }
  }

  /// Adds a bias to each row, and sets what is below 0 then to 0.
  func addAndRectify(_ bias: Matrix) {
    precondition(bias.columns == columns && bias.rows == 1, "Widths differ")
    let added = unsafe bias.lanes
    var row = unsafe lanes
    for _ in 0..<rows {
      for lane in 0..<lanesPerRow { unsafe row[lane] = (row[lane] + added[lane]).nonnegative }
      unsafe row += lanesPerRow
    }
  }

  /// The products of each row with each of a few rows of weights, and biases:
  /// the output layer.
  ///
  /// - Parameter values: Receives one number for each of this matrix's rows and
  ///   each row of weights, from `first` on.
  func multiply(
    _ weights: Matrix, adding bias: Matrix, into values: inout MutableSpan<Float>, from first: Int
  ) {
    let outputs = weights.rows
    precondition(weights.columns == columns && bias.columns == outputs, "Widths differ")
    precondition(first >= 0 && first + rows * outputs <= values.count, "Too few places")
    var row = unsafe lanes
    var place = first
    for _ in 0..<rows {
      var factors = unsafe weights.lanes
      for output in 0..<outputs {
        var sum = Lane.zero
        for lane in 0..<lanesPerRow { unsafe sum += row[lane] * factors[lane] }
        values[place] = sum.sum() + bias[0, output]
        place += 1
        unsafe factors += lanesPerRow
      }
      unsafe row += lanesPerRow
    }
  }
}

extension SIMD16<Float> {
  /// The lanes above 0, and 0 for the others.
  @inline(__always)
  var nonnegative: Self { self.replacing(with: 0, where: self .<= 0) }
}
