import Env2048

/// A value function that sums weights looked up by the contents of patterns.
///
/// V(s) = Σ over patterns p and symmetries i of w_p[contents of p in i(s)],
/// with the weights of the stage that s is in.
/// Source: Szubert and Jaśkowski, "Temporal difference learning of n-tuple
/// networks for the game 2048" (CIG 2014).
///
/// Reading is safe from any number of threads, also while learners write:
/// each weight is an atomic.
public final class NTupleNetwork<State: NTupleState>: AfterstateValue, Sendable {
  /// Board and patterns.
  public let configuration: NTupleConfiguration
  /// All weights, one part of `configuration.parts` after the other.
  ///
  /// A weight of a later stage is 0 as long as that stage has not learnt it.
  public let weights: WeightTable
  let lookupCount: Int
  private let indexer: State.Indexer
  private let hasStages: Bool
  private let stageExponents: [Int]
  private let stageWeightCount: UInt32

  /// While one game's weights are summed, those of the next are on their way.
  public static var gamesSideBySide: Int { 8 }

  /// Creates a network all of whose weights are equal.
  ///
  /// - Parameters:
  ///   - configuration: Board and patterns.
  ///   - initialValue: The value of every board, in points; each weight starts
  ///     with its share. Above 0 it is optimistic, which makes a learner try
  ///     what it does not know (Guei et al., "Optimistic temporal difference
  ///     learning for 2048", IEEE ToG 2021).
  ///   - hasSums: Whether the weights have the sums of temporal coherence.
  /// - Throws: `NTupleError.memory` if the weights do not fit.
  /// - Precondition: `State` supports the shape.
  public init(
    _ configuration: NTupleConfiguration, initialValue: Float = 0, hasSums: Bool = false
  ) throws(NTupleError) {
    precondition(State.supports(configuration.shape), "This kind of board has another shape")
    self.configuration = configuration
    lookupCount = configuration.lookupCount
    weights = try WeightTable(count: configuration.weightCount, hasSums: hasSums)
    indexer = State.Indexer(configuration)
    hasStages = !configuration.stageTiles.isEmpty
    stageExponents = configuration.stageTiles.map(\.trailingZeroBitCount)
    stageWeightCount = UInt32(truncatingIfNeeded: configuration.stageWeightCount)
    if initialValue != 0 {
      // The later stages begin with the weights of the first.
      let share = initialValue / Float(lookupCount)
      for index in 0..<configuration.stageWeightCount { weights[index] = share }
    }
  }

  /// Whether the weights have the sums of temporal coherence.
  public var hasSums: Bool { weights.hasSums }

  /// The bytes that the weights take, without sums.
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
      write(afterstate, to: &indices, from: 0)
      return sum(at: indices.span, from: 0)
    }
  }

  /// Values many afterstates at once.
  ///
  /// - Complexity: `lookupCount` look-ups a board; no heap allocation. The
  ///   weights of 16 boards are asked for before the first is summed.
  @specialized(where State == Board)
  @specialized(where State == Grid)
  public func evaluate(_ afterstates: Span<State>, into values: inout MutableSpan<Float>) {
    precondition(afterstates.count == values.count, "Boards and values differ in number")
    let lookups = lookupCount
    let group = 16
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: group &* lookups) { buffer in
      // The indexer writes every element before any is read.
      var indices = unsafe MutableSpan(_unsafeElements: buffer)
      var start = 0
      while start < afterstates.count {
        let boards = start..<min(start &+ group, afterstates.count)
        var next = 0
        for board in boards {
          write(afterstates[board], to: &indices, from: next)
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

  /// Writes the indices of the weights that make up an afterstate's value.
  @inline(__always)
  func write(_ afterstate: State, to indices: inout MutableSpan<UInt32>, from start: Int) {
    let offset = hasStages ? UInt32(stage(of: afterstate)) &* stageWeightCount : 0
    indexer.write(afterstate, stageOffset: offset, to: &indices, from: start)
  }

  /// The number of the stage that a board is in, by its largest tile.
  private func stage(of board: State) -> Int {
    let largest = board.largestExponent
    return stageExponents.count { $0 <= largest }
  }

  /// Asks the processor to bring the weights at `lookupCount` indices closer.
  @inline(__always)
  func prefetchWeights(at indices: Span<UInt32>, from start: Int) {
    weights.prefetch(unchecked: indices.extracting(start..<(start &+ lookupCount)))
  }

  /// The sum of the weights at `lookupCount` indices.
  @inline(__always)
  func sum(at indices: Span<UInt32>, from start: Int) -> Float {
    if isInLaterStage(indices, from: start) { return promotedSum(at: indices, from: start) }
    return weights.sum(unchecked: indices.extracting(start..<(start &+ lookupCount)))
  }

  /// Whether the indices are those of a board in a stage after the first.
  @inline(__always)
  private func isInLaterStage(_ indices: Span<UInt32>, from start: Int) -> Bool {
    hasStages && indices[start] >= stageWeightCount
  }

  @inline(never)
  private func promotedSum(at indices: Span<UInt32>, from start: Int) -> Float {
    var sum: Float = 0
    for place in start..<(start &+ lookupCount) { sum += promotedWeight(at: indices[place]) }
    return sum
  }

  /// The weight at an index, or, as long as its stage has not learnt it, that
  /// of the last stage before that has.
  private func promotedWeight(at index: UInt32) -> Float {
    var index = index
    var weight = weights[unchecked: index]
    while weight == 0, index >= stageWeightCount {
      index &-= stageWeightCount
      weight = weights[unchecked: index]
    }
    return weight
  }

  /// Gives weights that their stage has not learnt yet those of the stages
  /// before, for it is about to learn them.
  @inline(__always)
  func promote(at indices: Span<UInt32>, from start: Int) {
    guard isInLaterStage(indices, from: start) else { return }
    for place in start..<(start &+ lookupCount) {
      let index = indices[place]
      if weights[unchecked: index] == 0 {
        weights.add(promotedWeight(at: index), unchecked: index)
      }
    }
  }
}
