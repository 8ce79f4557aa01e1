// State and encodings of all slots.
extension VectorEnvironment {
  /// The number of words that `exportState` writes for each slot, 10 on 4×4.
  ///
  /// A slot's record is, in this order:
  ///
  ///     cells / 8, rounded up   exponents, a byte a cell, cell 0 in the lowest
  ///     1                       0 running, 1 terminated, 2 truncated, 3 not started
  ///     4                       generator, as `RandomSource.state`
  ///     3                       score, moves, steps
  public var stateWords: Int { games.slots.stateWords }

  /// Writes everything that decides how the games go on, but for the rules.
  ///
  /// - Parameter words: Receives the records, UInt64 [slots, stateWords].
  /// - Throws: `VectorError.count` for another number of elements.
  public func exportState(into words: inout MutableSpan<UInt64>) throws(VectorError) {
    try check("state words", words.count, count * stateWords)
    games.slots.exportState(into: &words)
  }

  /// Returns what `exportState(into:)` writes in a new array.
  public func exportState() -> [UInt64] {
    var words = [UInt64](repeating: 0, count: count * stateWords)
    var span = words.mutableSpan
    games.slots.exportState(into: &span)
    return words
  }

  /// Goes on from a state that `exportState` gave, with boards and masks in
  /// `outputs`.
  ///
  /// - Throws: `VectorError` if the number of words is wrong or a record
  ///   contradicts itself; nothing is changed then.
  public mutating func importState(_ words: Span<UInt64>) throws(VectorError) {
    try check("state words", words.count, count * stateWords)
    try games.importState(words)
    SlotBuffers.lending(&outputs, &endings, to: &games) { $0.write(into: $1) }
  }

  /// Encodes the boards in all slots as `OneHotEncoding` does.
  ///
  /// - Parameter output: Receives the numbers, Float [slots, rows, columns,
  ///   channels].
  /// - Throws: `VectorError.count` for another number of elements.
  public func encodeOneHot(into output: inout MutableSpan<Float>) throws(VectorError) {
    let numbers = OneHotEncoding().space(for: rules.shape).count
    try check("one-hot numbers", output.count, count * numbers)
    games.slots.encodeOneHot(into: &output)
  }

  /// Encodes the boards in all slots as `LogScaleEncoding` does.
  ///
  /// - Parameter output: Receives the numbers, Float [slots, rows, columns].
  /// - Throws: `VectorError.count` for another number of elements.
  public func encodeLogScale(into output: inout MutableSpan<Float>) throws(VectorError) {
    try check("scaled numbers", output.count, count * rules.shape.cellCount)
    games.slots.encodeLogScale(into: &output)
  }

  /// Encodes the boards in all slots with any encoding.
  ///
  /// The two methods above do it several times as fast for theirs.
  /// - Parameters:
  ///   - encoding: What turns a board into numbers.
  ///   - output: Receives the numbers, [slots] before the axes of the
  ///     encoding's space.
  /// - Throws: `VectorError.count` for another number of elements.
  public func encode<Encoding: ObservationEncoding>(
    _ encoding: Encoding, into output: inout MutableSpan<Encoding.Element>
  ) throws(VectorError) {
    try check("encoded numbers", output.count, count * encoding.space(for: rules.shape).count)
    games.slots.encode(encoding, into: &output)
  }
}
