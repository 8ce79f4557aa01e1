import CPrefetch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Weights that training threads share without a lock, in one allocation.
///
/// Threads race on purpose: a lost update costs one TD error, a lock would
/// cost the speed-up. Relaxed atomics keep the race defined; on the usual
/// machines they compile to plain loads and stores.
///
/// A weight may have the two sums of temporal coherence beside it (`Column`):
/// they are then in the cache as soon as the weight is, and an update waits for
/// nothing. To play with, weights alone are better: more of them fit a line.
///
/// The memory is aligned to 2 MiB and asks for huge pages: look-ups are
/// random, and with pages of 4 KiB most of them would miss the TLB as well.
/// - Invariant: `base` addresses exactly `count · width` initialised numbers.
@safe
public struct WeightTable: ~Copyable, @unchecked Sendable {
  // Sendable: all access goes through atomics; nothing else is mutable.
  private let base: UnsafeMutablePointer<Atomic<Float>>
  /// The number of weights.
  public let count: Int
  /// The numbers kept for each weight: 1, or 3 with sums.
  private let width: Int

  /// What is kept for a weight.
  public enum Column: Int, CaseIterable, Sendable {
    /// The weight itself.
    case weight
    /// E, the sum of the errors it has seen (`StepSizeRule.tc`).
    case errorSum
    /// A, the sum of their absolute values.
    case absoluteErrorSum
  }

  private static let alignment = 2 << 20

  /// Allocates a table whose numbers are all 0.
  ///
  /// - Parameters:
  ///   - count: The number of weights, above 0.
  ///   - hasSums: Whether each has the sums of temporal coherence, which make
  ///     the table three times as large.
  /// - Throws: `NTupleError.memory` if the machine has too little left.
  public init(count: Int, hasSums: Bool = false) throws(NTupleError) {
    try self.init(count: count, hasSums: hasSums, available: availableMemory())
  }

  /// Allocates a table unless it takes more than the available bytes.
  init(count: Int, hasSums: Bool = false, available: Int) throws(NTupleError) {
    precondition(count > 0, "A table has at least one weight")
    let bytes = Self.byteCount(count: count, hasSums: hasSums)
    try NTupleError.requireMemory(bytes, of: available)
    let raw = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: Self.alignment)
    #if canImport(Glibc)
      // A hint: where huge pages are switched off nothing is lost but speed.
      _ = unsafe madvise(raw, bytes, MADV_HUGEPAGE)
    #endif
    width = hasSums ? 3 : 1
    // An Atomic<Float> has the representation of a Float, and the standard
    // library fills memory with those at full speed, in debug builds too.
    unsafe raw.initializeMemory(as: Float.self, repeating: 0, count: count * width)
    unsafe base = raw.bindMemory(to: Atomic<Float>.self, capacity: count * width)
    self.count = count
  }

  deinit { unsafe UnsafeMutableRawPointer(base).deallocate() }

  /// The bytes that a table takes.
  static func byteCount(count: Int, hasSums: Bool) -> Int {
    let bytes = count * (hasSums ? 3 : 1) * MemoryLayout<Float>.stride
    return bytes < alignment ? bytes : (bytes + alignment - 1) / alignment * alignment
  }

  /// Whether each weight has the sums of temporal coherence.
  public var hasSums: Bool { width > 1 }

  /// What is kept for each weight.
  public var columns: [Column] { hasSums ? Column.allCases : [.weight] }

  /// The number in a column for the weight at an index.
  ///
  /// - Precondition: The table has the column.
  public subscript(index: Int, column: Column = .weight) -> Float {
    get { unsafe base[place(of: index, column)].load(ordering: .relaxed) }
    nonmutating set { unsafe base[place(of: index, column)].store(newValue, ordering: .relaxed) }
  }

  private func place(of index: Int, _ column: Column) -> Int {
    precondition(index >= 0 && index < count, "Weight index out of bounds")
    precondition(column == .weight || hasSums, "The table has no sums")
    return index * width + column.rawValue
  }

  /// The weight at an index that a `PatternIndexer` made for a table of this
  /// size: its masks bound every index it can make.
  @inline(__always)
  subscript(unchecked index: UInt32) -> Float { weight(index, width: width) }

  /// Asks the processor to bring weights closer, and their sums; same bound as above.
  @inline(__always)
  func prefetch(unchecked indices: Span<UInt32>) {
    // To a compiler that knows the width, it is no multiplication.
    hasSums ? prefetch(indices, width: 3) : prefetch(indices, width: 1)
  }

  @inline(__always)
  private func prefetch(_ indices: Span<UInt32>, width: Int) {
    for place in indices.indices {
      unsafe CPrefetch.prefetch(base + Int(indices[place]) &* width)
    }
  }

  /// The sum of weights; same bound as above.
  @inline(__always)
  func sum(unchecked indices: Span<UInt32>) -> Float {
    hasSums ? sum(indices, width: 3) : sum(indices, width: 1)
  }

  @inline(__always)
  private func sum(_ indices: Span<UInt32>, width: Int) -> Float {
    // Four sums, so that an addition need not wait for the last one. (Not the
    // lanes of a vector: loads would be gathered into one by a detour.)
    var sums: (Float, Float, Float, Float) = (0, 0, 0, 0)
    var place = 0
    // SAFETY: the loops end where the indices do.
    while place &+ 4 <= indices.count {
      unsafe sums.0 += weight(indices[unchecked: place], width: width)
      unsafe sums.1 += weight(indices[unchecked: place &+ 1], width: width)
      unsafe sums.2 += weight(indices[unchecked: place &+ 2], width: width)
      unsafe sums.3 += weight(indices[unchecked: place &+ 3], width: width)
      place &+= 4
    }
    while place < indices.count {
      unsafe sums.0 += weight(indices[unchecked: place], width: width)
      place &+= 1
    }
    return (sums.0 + sums.1) + (sums.2 + sums.3)
  }

  @inline(__always)
  private func weight(_ index: UInt32, width: Int) -> Float {
    unsafe base[Int(index) &* width].load(ordering: .relaxed)
  }

  /// Adds a step to a weight; same bound as above.
  @inline(__always)
  func add(_ step: Float, unchecked index: UInt32) {
    let place = Int(index) &* width
    let weight = unsafe base[place].load(ordering: .relaxed)
    unsafe base[place].store(weight + step, ordering: .relaxed)
  }

  /// Adds a step to a weight in proportion to its rate |E|/A (1 at the first
  /// visit), and then an error to its sums; same bound as above.
  ///
  /// - Precondition: The table has sums.
  @inline(__always)
  func addCoherently(_ step: Float, error: Float, unchecked index: UInt32) {
    let place = Int(index) &* 3
    let weight = unsafe base[place].load(ordering: .relaxed)
    let sum = unsafe base[place &+ 1].load(ordering: .relaxed)
    let absoluteSum = unsafe base[place &+ 2].load(ordering: .relaxed)
    let rate = absoluteSum == 0 ? 1 : abs(sum) / absoluteSum
    unsafe base[place].store(weight + rate * step, ordering: .relaxed)
    unsafe base[place &+ 1].store(sum + error, ordering: .relaxed)
    unsafe base[place &+ 2].store(absoluteSum + abs(error), ordering: .relaxed)
  }
}
