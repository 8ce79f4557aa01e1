import Env2048

/// A value function that sums weights looked up by the contents of patterns.
///
/// V(s) = Σ over patterns p and symmetries i of w_p[contents of p in i(s)].
/// Source: Szubert and Jaśkowski, "Temporal difference learning of n-tuple
/// networks for the game 2048" (CIG 2014).
///
/// Reading is safe from any number of threads, also while learners write:
/// each weight is an atomic.
public final class NTupleNetwork<State: NTupleState>: AfterstateValue, Sendable {
  /// Board and patterns.
  public let configuration: NTupleConfiguration
  /// All weights, one pattern's after the other; `configuration.offsets` says
  /// where each begins.
  public let weights: WeightTable
  let indexer: State.Indexer
  let lookupCount: Int

  /// Creates a network all of whose weights are equal.
  ///
  /// - Parameters:
  ///   - configuration: Board and patterns.
  ///   - initialValue: The value of every board, in points; each weight starts
  ///     with its share. Above 0 it is optimistic, which makes a learner try
  ///     what it does not know (Guei et al., "Optimistic temporal difference
  ///     learning for 2048", IEEE ToG 2021).
  /// - Throws: `NTupleError.memory` if the weights do not fit.
  /// - Precondition: `State` supports the shape.
  public init(
    _ configuration: NTupleConfiguration, initialValue: Float = 0
  ) throws(NTupleError) {
    precondition(State.supports(configuration.shape), "This kind of board has another shape")
    self.configuration = configuration
    lookupCount = configuration.lookupCount
    weights = try WeightTable(
      count: configuration.weightCount, repeating: initialValue / Float(lookupCount))
    indexer = State.Indexer(configuration)
  }

  /// The bytes that the weights take.
  public var byteCount: Int { weights.count * MemoryLayout<Float>.stride }

  /// The score expected from an afterstate, in points.
  ///
  /// - Complexity: `lookupCount` look-ups; no heap allocation.
  @specialized(where State == Board)
  @specialized(where State == Grid)
  public func value(of afterstate: State) -> Float {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: lookupCount) { buffer in
      // The indexer writes every element before any is read.
      var indices = unsafe MutableSpan(_unsafeElements: buffer)
      indexer.write(afterstate, to: &indices, from: 0)
      return sum(at: indices.span, from: 0)
    }
  }

  /// Values many afterstates at once.
  ///
  /// - Complexity: `lookupCount` look-ups a board; no heap allocation. The
  ///   weights of eight boards are asked for before the first is summed.
  @specialized(where State == Board)
  @specialized(where State == Grid)
  public func evaluate(_ afterstates: Span<State>, into values: inout MutableSpan<Float>) {
    precondition(afterstates.count == values.count, "Boards and values differ in number")
    let lookups = lookupCount
    let group = 8
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: group &* lookups) { buffer in
      // The indexer writes every element before any is read.
      var indices = unsafe MutableSpan(_unsafeElements: buffer)
      var start = 0
      while start < afterstates.count {
        let boards = start..<min(start &+ group, afterstates.count)
        var next = 0
        for board in boards {
          indexer.write(afterstates[board], to: &indices, from: next)
          prefetchWeights(at: indices.span, from: next)
          next &+= lookups
        }
        next = 0
        for board in boards {
          values[board] = sum(at: indices.span, from: next)
          next &+= lookups
        }
        start = boards.upperBound
      }
    }
  }

  /// Asks the processor to bring the weights at `lookupCount` indices closer.
  @inline(__always)
  func prefetchWeights(at indices: Span<UInt32>, from start: Int) {
    for lookup in start..<(start &+ lookupCount) { weights.prefetch(unchecked: indices[lookup]) }
  }

  /// The sum of the weights at `lookupCount` indices.
  @inline(__always)
  func sum(at indices: Span<UInt32>, from start: Int) -> Float {
    precondition(start >= 0 && start + lookupCount <= indices.count, "Too few indices")
    // Four accumulators, so that an addition need not wait for the last one.
    var sums = SIMD4<Float>.zero
    var index = start
    let end = start &+ lookupCount
    while index &+ 4 <= end {
      sums.x += weights[unchecked: indices[index]]
      sums.y += weights[unchecked: indices[index &+ 1]]
      sums.z += weights[unchecked: indices[index &+ 2]]
      sums.w += weights[unchecked: indices[index &+ 3]]
      index &+= 4
    }
    while index < end {
      sums.x += weights[unchecked: indices[index]]
      index &+= 1
    }
    return (sums.x + sums.y) + (sums.z + sums.w)
  }
}
