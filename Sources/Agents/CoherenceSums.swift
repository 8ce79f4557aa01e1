/// The two sums that temporal coherence keeps for each weight: E, of the
/// errors it has seen, and A, of their absolute values.
///
/// They lie side by side, so that an update meets one cache line for both.
public final class CoherenceSums: Sendable {
  /// E and A of weight i at 2i and 2i + 1.
  public let table: WeightTable

  /// Creates sums that are all 0.
  ///
  /// - Throws: `NTupleError.memory` if they do not fit.
  public init(weightCount: Int) throws(NTupleError) {
    table = try WeightTable(count: 2 * weightCount)
  }

  /// The number of weights.
  public var weightCount: Int { table.count / 2 }

  /// Asks the processor to bring the sums of a weight closer.
  @inline(__always)
  func prefetch(unchecked weight: UInt32) { table.prefetch(unchecked: weight &* 2) }

  /// The rate |E|/A of a weight before an error is added to its sums; 1 at
  /// the first visit.
  ///
  /// - Precondition: `weight < weightCount`, by construction of the index.
  @inline(__always)
  func rate(unchecked weight: UInt32, addingError error: Float) -> Float {
    let place = weight &* 2
    let sum = table[unchecked: place]
    let absoluteSum = table[unchecked: place &+ 1]
    table[unchecked: place] = sum + error
    table[unchecked: place &+ 1] = absoluteSum + abs(error)
    return absoluteSum == 0 ? 1 : abs(sum) / absoluteSum
  }
}
