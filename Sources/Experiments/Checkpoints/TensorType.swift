/// The number format of a tensor, by its name in a safetensors file.
public enum TensorType: String, CaseIterable, Equatable, Sendable {
  /// One byte, 0 or 1.
  case bool = "BOOL"
  /// An unsigned byte.
  case uint8 = "U8"
  /// A signed byte.
  case int8 = "I8"
  /// Unsigned, 16 bits.
  case uint16 = "U16"
  /// Signed, 16 bits.
  case int16 = "I16"
  /// IEEE half precision.
  case float16 = "F16"
  /// The upper half of a `float32`.
  case bfloat16 = "BF16"
  /// Unsigned, 32 bits.
  case uint32 = "U32"
  /// Signed, 32 bits.
  case int32 = "I32"
  /// IEEE single precision.
  case float32 = "F32"
  /// Unsigned, 64 bits.
  case uint64 = "U64"
  /// Signed, 64 bits.
  case int64 = "I64"
  /// IEEE double precision.
  case float64 = "F64"

  /// The bytes one number takes.
  public var byteCount: Int {
    switch self {
    case .bool, .uint8, .int8: 1
    case .uint16, .int16, .float16, .bfloat16: 2
    case .uint32, .int32, .float32: 4
    case .uint64, .int64, .float64: 8
    }
  }
}

/// A Swift number with a format in safetensors files.
///
/// A conforming type has the format's size, no padding, and a value for every pattern of bits.
public protocol TensorElement: BitwiseCopyable, Numeric, Sendable {
  /// The format of an array of such numbers.
  static var tensorType: TensorType { get }
}

extension UInt8: TensorElement {
  /// An unsigned byte.
  public static var tensorType: TensorType { .uint8 }
}

extension UInt16: TensorElement {
  /// Unsigned, 16 bits.
  public static var tensorType: TensorType { .uint16 }
}

extension UInt32: TensorElement {
  /// Unsigned, 32 bits.
  public static var tensorType: TensorType { .uint32 }
}

extension UInt64: TensorElement {
  /// Unsigned, 64 bits.
  public static var tensorType: TensorType { .uint64 }
}

extension Int64: TensorElement {
  /// Signed, 64 bits.
  public static var tensorType: TensorType { .int64 }
}

extension Float: TensorElement {
  /// IEEE single precision.
  public static var tensorType: TensorType { .float32 }
}

extension Double: TensorElement {
  /// IEEE double precision.
  public static var tensorType: TensorType { .float64 }
}
