/// What a safetensors file says of one tensor: name, number format and shape.
public struct TensorDescription: Equatable, Sendable {
  /// The name, unique in its file.
  public let name: String

  /// The format of its numbers.
  public let type: TensorType

  /// The extents, row-major, slowest first; empty for a single number.
  public let shape: [Int]

  /// The bytes of all its numbers.
  public let byteCount: Int

  /// Describes a tensor that is to be written.
  ///
  /// - Precondition: No extent is negative and the size in bytes is an `Int`.
  public init(name: String, type: TensorType, shape: [Int]) {
    guard let byteCount = Self.byteCount(type: type, shape: shape) else {
      preconditionFailure("Tensor '\(name)' cannot have the shape \(shape)")
    }
    self.name = name
    self.type = type
    self.shape = shape
    self.byteCount = byteCount
  }

  /// The bytes of a tensor; `nil` where an extent is negative or the size no `Int`.
  static func byteCount(type: TensorType, shape: [Int]) -> Int? {
    var byteCount = type.byteCount
    for extent in shape {
      let (product, overflow) = byteCount.multipliedReportingOverflow(by: extent)
      if extent < 0 || overflow { return nil }
      byteCount = product
    }
    return byteCount
  }
}
