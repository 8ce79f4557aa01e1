/// A row-major matrix of Floats: a view of a part of a storage.
///
/// Rows are `stride` Floats apart, a whole number of lanes; what lies between
/// the end of one and the start of the next stays 0. Copying a matrix copies
/// the view, not the numbers.
struct Matrix: Sendable {
  let storage: FloatStorage
  /// Where the first row starts, in lanes.
  let start: Int
  let rows: Int
  let columns: Int

  typealias Lane = FloatStorage.Lane

  /// Views `rows` rows of a storage from the Float numbered `offset` on.
  init(_ storage: FloatStorage, offset: Int = 0, rows: Int, columns: Int) {
    precondition(offset >= 0 && rows >= 0 && columns >= 0, "A matrix has no negative size")
    precondition(offset % Lane.scalarCount == 0, "A matrix starts with a lane")
    let stride = FloatStorage.stride(for: columns)
    precondition(offset + rows * stride <= storage.count, "A matrix lies within its storage")
    self.storage = storage
    start = offset / Lane.scalarCount
    self.rows = rows
    self.columns = columns
  }

  /// Allocates a matrix of zeros.
  init(rows: Int, columns: Int) {
    let stride = FloatStorage.stride(for: columns)
    self.init(FloatStorage(count: rows * stride), rows: rows, columns: columns)
  }

  /// The Floats from one row to the next.
  var stride: Int { FloatStorage.stride(for: columns) }
  /// The lanes of a row.
  var lanesPerRow: Int { stride / Lane.scalarCount }

  /// Some rows of the matrix.
  subscript(range: Range<Int>) -> Matrix {
    precondition(range.lowerBound >= 0 && range.upperBound <= rows, "Rows out of bounds")
    return Matrix(
      storage, offset: start * Lane.scalarCount + range.lowerBound * stride, rows: range.count,
      columns: columns)
  }

  /// One number.
  subscript(row: Int, column: Int) -> Float {
    get {
      precondition(row >= 0 && row < rows && column >= 0 && column < columns, "Out of bounds")
      return unsafe floats[row * stride + column]
    }
    nonmutating set {
      precondition(row >= 0 && row < rows && column >= 0 && column < columns, "Out of bounds")
      unsafe floats[row * stride + column] = newValue
    }
  }

  /// The first Float; a kernel may go `rows * stride` far.
  @unsafe
  var floats: UnsafeMutablePointer<Float> {
    unsafe storage.base + start * Lane.scalarCount
  }

  /// The first lane; a kernel may go `rows * lanesPerRow` far.
  ///
  /// Sixteen Floats lie as a `SIMD16<Float>` does, and a lane starts on a
  /// multiple of its size.
  @unsafe
  var lanes: UnsafeMutablePointer<Lane> {
    unsafe UnsafeMutableRawPointer(floats).assumingMemoryBound(to: Lane.self)
  }
}
