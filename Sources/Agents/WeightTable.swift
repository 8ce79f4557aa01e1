import CPrefetch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Numbers that training threads share without a lock, in one allocation.
///
/// Threads race on purpose: a lost update costs one TD error, a lock would
/// cost the speed-up. Relaxed atomics keep the race defined; on the usual
/// machines they compile to plain loads and stores.
///
/// The memory is aligned to 2 MiB and asks for huge pages: look-ups are
/// random, and with pages of 4 KiB most of them would miss the TLB as well.
/// - Invariant: `base` addresses exactly `count` initialised numbers.
@safe
public struct WeightTable: ~Copyable, @unchecked Sendable {
  // Sendable: all access goes through atomics; nothing else is mutable.
  private let base: UnsafeMutablePointer<Atomic<Float>>
  /// The number of weights.
  public let count: Int

  private static let alignment = 2 << 20

  /// Allocates a table.
  ///
  /// - Parameters:
  ///   - count: The number of weights, above 0.
  ///   - value: The value every weight starts with.
  /// - Throws: `NTupleError.memory` if the machine has too little left.
  public init(count: Int, repeating value: Float = 0) throws(NTupleError) {
    try self.init(count: count, repeating: value, available: availableMemory())
  }

  /// Allocates a table unless it takes more than the available bytes.
  init(count: Int, repeating value: Float, available: Int) throws(NTupleError) {
    precondition(count > 0, "A table has at least one weight")
    let bytes = Self.byteCount(for: count)
    try NTupleError.requireMemory(bytes, of: available)
    let raw = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: Self.alignment)
    #if canImport(Glibc)
      // A hint: where huge pages are switched off nothing is lost but speed.
      _ = unsafe madvise(raw, bytes, MADV_HUGEPAGE)
    #endif
    // An Atomic<Float> has the representation of a Float, and the standard
    // library fills memory with those at full speed, in debug builds too.
    unsafe raw.initializeMemory(as: Float.self, repeating: value, count: count)
    unsafe base = raw.bindMemory(to: Atomic<Float>.self, capacity: count)
    self.count = count
  }

  deinit { unsafe UnsafeMutableRawPointer(base).deallocate() }

  /// The bytes a table of that many weights takes.
  static func byteCount(for count: Int) -> Int {
    let bytes = count * MemoryLayout<Float>.stride
    return bytes < alignment ? bytes : (bytes + alignment - 1) / alignment * alignment
  }

  /// The weight at an index.
  public subscript(index: Int) -> Float {
    get {
      precondition(index >= 0 && index < count, "Weight index out of bounds")
      return self[unchecked: UInt32(truncatingIfNeeded: index)]
    }
    nonmutating set {
      precondition(index >= 0 && index < count, "Weight index out of bounds")
      self[unchecked: UInt32(truncatingIfNeeded: index)] = newValue
    }
  }

  /// The weight at an index that a `PatternIndexer` made for a table of this
  /// size: its masks bound every index it can make.
  @inline(__always)
  subscript(unchecked index: UInt32) -> Float {
    get { unsafe base[Int(index)].load(ordering: .relaxed) }
    nonmutating set { unsafe base[Int(index)].store(newValue, ordering: .relaxed) }
  }

  /// Asks the processor to bring a weight closer; same bound as above.
  @inline(__always)
  func prefetch(unchecked index: UInt32) { unsafe CPrefetch.prefetch(base + Int(index)) }

  /// Gives the weights of a range as bytes, in the machine's order.
  ///
  /// - Precondition: No other thread writes meanwhile.
  public func withBytes<Result, Failure: Error>(
    of range: Range<Int>, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "Range out of bounds")
    // An Atomic<Float> has the representation of a Float.
    let bytes = unsafe UnsafeRawBufferPointer(
      start: base + range.lowerBound, count: range.count * MemoryLayout<Float>.stride)
    return try body(unsafe RawSpan(_unsafeBytes: bytes))
  }

  /// Lets a closure overwrite the bytes of a range.
  ///
  /// - Precondition: No other thread uses the table meanwhile.
  public func withMutableBytes<Result, Failure: Error>(
    of range: Range<Int>, _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "Range out of bounds")
    let bytes = unsafe UnsafeMutableRawBufferPointer(
      start: base + range.lowerBound, count: range.count * MemoryLayout<Float>.stride)
    var span = unsafe MutableRawSpan(_unsafeBytes: bytes)
    return try body(&span)
  }
}
