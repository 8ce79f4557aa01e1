/// The kernels of the backward pass, on whole lanes.
extension Matrix {
  /// Sets each row to an error times the weights of the output that it is of,
  /// where an activation is above 0, and to 0 elsewhere: the way back through
  /// output and ReLU.
  func setToErrors(
    _ errors: Span<Float>, of outputs: Span<UInt8>, times weights: Matrix, where active: Matrix
  ) {
    precondition(weights.columns == columns, "Widths differ")
    precondition(active.columns == columns && active.rows == rows, "Shapes differ")
    precondition(errors.count == rows && outputs.count == rows, "Errors and rows differ in number")
    var row = unsafe lanes
    var activations = unsafe active.lanes
    for place in 0..<rows {
      precondition(outputs[place] < weights.rows, "No such output")
      let factors = unsafe weights.lanes + Int(outputs[place]) * lanesPerRow
      let error = Lane(repeating: errors[place])
      for lane in 0..<lanesPerRow {
        let product = unsafe error * factors[lane]
        unsafe row[lane] = product.replacing(with: 0, where: activations[lane] .<= 0)
      }
      unsafe row += lanesPerRow
      unsafe activations += lanesPerRow
    }
  }

  /// Sets to 0 what has no activation above 0: the way back through ReLU.
  func clear(whereNot active: Matrix) {
    precondition(active.columns == columns && active.rows == rows, "Shapes differ")
    let numbers = unsafe lanes
    let activations = unsafe active.lanes
    for lane in 0..<(rows * lanesPerRow) {
      unsafe numbers[lane].replace(with: 0, where: activations[lane] .<= 0)
    }
  }

  /// Sets each row to the sum of the rows of another matrix whose errors are
  /// of that output, times the errors: the gradient of the output's weights.
  func setToSums(of other: Matrix, times errors: Span<Float>, of outputs: Span<UInt8>) {
    precondition(other.columns == columns, "Widths differ")
    precondition(
      errors.count == other.rows && outputs.count == other.rows, "Rows and errors differ in number")
    clear()
    var row = unsafe other.lanes
    for place in 0..<other.rows {
      precondition(outputs[place] < rows, "No such output")
      let sums = unsafe lanes + Int(outputs[place]) * lanesPerRow
      let factor = Lane(repeating: errors[place])
      for lane in 0..<lanesPerRow { unsafe sums[lane] += factor * row[lane] }
      unsafe row += lanesPerRow
    }
  }

  /// Sets one row to the sum of all rows of another matrix: a gradient of a
  /// bias.
  func setToSum(of other: Matrix) {
    precondition(other.columns == columns && rows == 1, "Widths differ")
    clear()
    let sums = unsafe lanes
    var row = unsafe other.lanes
    for _ in 0..<other.rows {
      for lane in 0..<lanesPerRow { unsafe sums[lane] += row[lane] }
      unsafe row += lanesPerRow
    }
  }

  /// Sets one row to the sum of some rows of another matrix: a gradient of one
  /// feature's weights.
  ///
  /// - Parameters:
  ///   - row: The row that is set.
  ///   - other: The matrix whose rows are summed.
  ///   - entries: The numbers of its rows in the lower 32 bits.
  ///   - range: The entries that count.
  func setRow(_ row: Int, toSumOf other: Matrix, at entries: Span<UInt64>, _ range: Range<Int>) {
    precondition(other.columns == columns && row >= 0 && row < rows, "Widths differ")
    let lanes = lanesPerRow
    let sums = unsafe self.lanes + row * lanes
    let source = unsafe other.lanes
    for lane in 0..<lanes { unsafe sums[lane] = .zero }
    for place in range {
      let number = Int(truncatingIfNeeded: entries[place] & 0xFFFF_FFFF)
      precondition(number < other.rows, "Row out of bounds")
      let added = unsafe source + number &* lanes
      for lane in 0..<lanes { unsafe sums[lane] += added[lane] }
    }
  }

  /// Adds another matrix.
  func add(_ other: Matrix) {
    precondition(other.columns == columns && other.rows == rows, "Shapes differ")
    let numbers = unsafe lanes
    let added = unsafe other.lanes
    for lane in 0..<(rows * lanesPerRow) { unsafe numbers[lane] += added[lane] }
  }

  /// Goes a share of the way to another matrix.
  func approach(_ other: Matrix, by share: Float) {
    precondition(other.columns == columns && other.rows == rows, "Shapes differ")
    let numbers = unsafe lanes
    let goals = unsafe other.lanes
    for lane in 0..<(rows * lanesPerRow) {
      unsafe numbers[lane] += (goals[lane] - numbers[lane]) * share
    }
  }

  /// Takes over all numbers of another matrix.
  func copy(_ other: Matrix) {
    precondition(other.columns == columns && other.rows == rows, "Shapes differ")
    unsafe lanes.update(from: other.lanes, count: rows * lanesPerRow)
  }

  /// Sets everything to 0.
  func clear() {
    let numbers = unsafe lanes
    for lane in 0..<(rows * lanesPerRow) { unsafe numbers[lane] = .zero }
  }

  /// The sum of the squares of the numbers of some rows.
  func sumOfSquares(_ range: Range<Int>) -> Double {
    precondition(range.lowerBound >= 0 && range.upperBound <= rows, "Rows out of bounds")
    let numbers = unsafe lanes
    var total = 0.0
    for row in range {
      var sum = Lane.zero
      for lane in (row * lanesPerRow)..<((row + 1) * lanesPerRow) {
        unsafe sum += numbers[lane] * numbers[lane]
      }
      total += Double(sum.sum())
    }
    return total
  }
}
