import Testing

@testable import Agents

extension Matrix {
  /// Fills a matrix with numbers by row and column.
  init(rows: Int, columns: Int, _ number: (Int, Int) -> Float) {
    self.init(rows: rows, columns: columns)
    for row in 0..<rows {
      for column in 0..<columns { self[row, column] = number(row, column) }
    }
  }

  /// All numbers, row by row.
  var numbers: [[Float]] { (0..<rows).map { row in (0..<columns).map { self[row, $0] } } }

  /// Rows and columns exchanged.
  var transposed: Matrix { Matrix(rows: columns, columns: rows) { self[$1, $0] } }
}

@Suite struct MatrixProductTests {
  @Test("Case 118: a 3x2 matrix times a vector")
  func threeByTwo() {
    let a = Matrix(rows: 3, columns: 2) { Float(2 * $0 + $1 + 1) }
    let x = Matrix(rows: 2, columns: 1) { row, _ in Float(row + 1) }
    let result = Matrix(rows: 3, columns: 1)
    MatrixProduct.multiply(a, x, into: result)
    #expect(result.numbers == [[5], [11], [17]])
  }

  @Test("Case 120: what the result held before does not get through")
  func uninitialised() {
    let a = Matrix(rows: 3, columns: 2) { Float(2 * $0 + $1 + 1) }
    let b = Matrix(rows: 2, columns: 40) { Float($0 + $1) }
    let result = Matrix(rows: 3, columns: 40) { _, _ in .nan }
    MatrixProduct.multiply(a, b, into: result)
    for row in 0..<3 {
      for column in 0..<40 {
        let expected = Float((2 * row + 1) * column + (2 * row + 2) * (column + 1))
        #expect(result[row, column] == expected)
      }
    }
  }

  @Test(
    "Every shape and transposition gives the product by loops",
    arguments: [(1, 1, 1), (3, 5, 2), (17, 33, 16), (64, 1, 50)])
  func shapes(m: Int, k: Int, n: Int) {
    // Small whole numbers: the sums are exact.
    let a = Matrix(rows: m, columns: k) { Float(($0 * 7 + $1 * 3) % 11 - 5) }
    let b = Matrix(rows: k, columns: n) { Float(($0 * 5 + $1) % 7 - 3) }
    let expected = (0..<m).map { row in
      (0..<n).map { column in (0..<k).reduce(Float(0)) { $0 + a[row, $1] * b[$1, column] } }
    }
    let result = Matrix(rows: m, columns: n)
    MatrixProduct.multiply(a, b, into: result)
    #expect(result.numbers == expected)
    MatrixProduct.multiply(a.transposed, b, transposing: .first, into: result)
    #expect(result.numbers == expected)
    MatrixProduct.multiply(a, b.transposed, transposing: .second, into: result)
    #expect(result.numbers == expected)
    MatrixProduct.multiply(a, b, into: result, isAdded: true)
    #expect(result.numbers == expected.map { $0.map { 2 * $0 } })
  }

  @Test("What lies between the rows stays 0")
  func padding() {
    let a = Matrix(rows: 3, columns: 3) { _, _ in 1 }
    let result = Matrix(rows: 3, columns: 3)
    MatrixProduct.multiply(a, a, into: result)
    let whole = Matrix(result.storage, rows: 3, columns: 16)
    #expect(whole.numbers.allSatisfy { $0[3...].allSatisfy { $0 == 0 } })
  }

  @Test("Case 128: OpenBLAS has one thread, whatever the environment says")
  func threads() { #expect(MatrixProduct.threads == 1) }

  @Test("Shapes that do not fit stop the program")
  func misfit() async {
    await #expect(processExitsWith: .failure) {
      MatrixProduct.multiply(
        Matrix(rows: 2, columns: 3), Matrix(rows: 2, columns: 3), into: Matrix(rows: 2, columns: 3))
    }
  }
}
