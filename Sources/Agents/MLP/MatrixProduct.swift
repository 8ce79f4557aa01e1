import CBLAS

/// Matrix products on OpenBLAS.
///
/// The only file that calls it. Everything is row-major. OpenBLAS's own threads
/// are off: the learner shares its work out itself, in larger pieces, and a
/// product of a hundred rows is done before a second thread has woken up.
enum MatrixProduct {
  /// The factor that is taken with rows and columns exchanged.
  enum Transposed {
    case neither
    case first
    case second
  }

  /// The threads that OpenBLAS uses for one product, set when first asked for.
  static let threads: Int = {
    openblas_set_num_threads(1)
    return Int(openblas_get_num_threads())
  }()

  /// The name of the library and its version.
  static var libraryName: String {
    // A constant text of the library, never null.
    guard let text = unsafe openblas_get_config() else { return "OpenBLAS" }
    return unsafe String(cString: text).split(separator: " ").prefix(2).joined(separator: " ")
  }

  /// The kind of processor whose kernels OpenBLAS chose.
  static var coreName: String {
    // A constant text of the library, never null.
    guard let name = unsafe openblas_get_corename() else { return "unknown" }
    return unsafe String(cString: name)
  }

  /// Sets `result` to `a · b`, or adds the product to it.
  ///
  /// - Parameters:
  ///   - a: The left factor, [m, k] once transposed.
  ///   - b: The right factor, [k, n] once transposed.
  ///   - transposed: The factor that is transposed first.
  ///   - result: Receives the product, [m, n]. Unless the product is added,
  ///     what it held is not read: a NaN there does not get through.
  ///   - isAdded: Whether the product is added to what is there.
  /// - Precondition: The shapes fit; `result` overlaps no factor.
  static func multiply(
    _ a: Matrix, _ b: Matrix, transposing transposed: Transposed = .neither, into result: Matrix,
    isAdded: Bool = false
  ) {
    let (m, k) = transposed == .first ? (a.columns, a.rows) : (a.rows, a.columns)
    let (k2, n) = transposed == .second ? (b.columns, b.rows) : (b.rows, b.columns)
    precondition(k == k2, "The factors' inner sizes are \(k) and \(k2)")
    precondition(
      result.rows == m && result.columns == n,
      "The product is \(m)x\(n), its place \(result.rows)x\(result.columns)")
    guard m > 0, n > 0, k > 0 else { return }
    precondition(threads > 0, "OpenBLAS has a thread")
    // The views checked that all rows lie within their storages.
    unsafe cblas_sgemm(
      CblasRowMajor, transposed == .first ? CblasTrans : CblasNoTrans,
      transposed == .second ? CblasTrans : CblasNoTrans, blasint(m), blasint(n), blasint(k), 1,
      a.floats, blasint(a.stride), b.floats, blasint(b.stride), isAdded ? 1 : 0, result.floats,
      blasint(result.stride))
  }
}
