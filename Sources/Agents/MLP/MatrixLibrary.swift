/// What computes products of matrices, for the record: results of two
/// libraries or two kinds of kernels differ by rounding.
public struct MatrixLibrary: Codable, Equatable, Sendable {
  /// Name and version, such as `OpenBLAS 0.3.21`.
  public let name: String
  /// The kind of processor whose kernels are used, such as `Haswell`.
  public let kernels: String
  /// The threads that it uses for one product.
  public let threads: Int

  /// The one that this program uses.
  public static var current: MatrixLibrary {
    MatrixLibrary(
      name: MatrixProduct.libraryName, kernels: MatrixProduct.coreName,
      threads: MatrixProduct.threads)
  }
}
