#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Floats in one allocation that starts on a page, all 0 at first.
///
/// The system hands out the pages when they are first touched, so that a table
/// of which few rows are ever used takes memory for those alone.
///
/// Threads share a storage without a lock: they read it together, or write
/// parts of it that do not overlap. Whoever shares work out sees to that; the
/// methods check that every part lies within.
/// - Invariant: `base` addresses exactly `count` initialised Floats, a whole
///   number of lanes; it lives as long as the object.
@safe
final class FloatStorage: @unchecked Sendable {
  /// Sixteen numbers that are worked on at once; rows are filled up to them.
  typealias Lane = SIMD16<Float>

  /// The first Float.
  ///
  /// Only the kernels of this folder use it, on parts that a `Matrix` has
  /// checked.
  let base: UnsafeMutablePointer<Float>
  let count: Int
  private let byteCount: Int

  /// Allocates zeros.
  ///
  /// - Precondition: The system has the address space.
  init(count: Int) {
    precondition(count >= 0 && count % Lane.scalarCount == 0, "Not a whole number of lanes")
    self.count = count
    byteCount = max(count, Lane.scalarCount) * MemoryLayout<Float>.stride
    let mapped = unsafe mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let raw = unsafe mapped, unsafe raw != MAP_FAILED else {
      preconditionFailure("The system has no room for \(byteCount) bytes")
    }
    // Zero bytes are the Float 0.
    unsafe base = raw.bindMemory(to: Float.self, capacity: max(count, Lane.scalarCount))
  }

  deinit { unsafe munmap(base, byteCount) }

  /// The number of Floats that a row of `width` takes up.
  static func stride(for width: Int) -> Int {
    (width + Lane.scalarCount - 1) / Lane.scalarCount * Lane.scalarCount
  }
}
