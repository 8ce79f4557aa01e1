/// The afterstates at the end of a search, each valued once, or seldom twice.
///
/// Many tiles lead to the same leaf: wherever a tile appears in a row's gap,
/// sliding along the row gives one board. Leaves are listed in `boards` in the
/// order in which they are first met, and valued many at a time, which lets
/// look-ups of weights wait side by side.
struct LeafBatch<State: SearchState>: ~Copyable {
  private(set) var boards: [State]
  private(set) var values: [Float]
  /// How many leaves are known.
  private(set) var count = 0
  /// How many of them have a value; the others are new.
  private(set) var valuedCount = 0
  /// Where a board may stand in `boards`, by its hash.
  ///
  /// A number that is not below `count`, or leads to another board, is a
  /// left-over and means nothing; a board whose place another one took is
  /// listed anew.
  private var places: [UInt32]
  private let shift: UInt64

  /// Creates a batch that knows 2^bits leaves at most.
  init(bits: Int, filler: State) {
    boards = Array(repeating: filler, count: 1 << bits)
    values = Array(repeating: 0, count: 1 << bits)
    places = Array(repeating: 0, count: 2 << bits)
    shift = UInt64(63 - bits)
  }

  /// Forgets all leaves.
  mutating func clear() {
    count = 0
    valuedCount = 0
  }

  /// Forgets all leaves if a number of new ones might not fit.
  ///
  /// - Precondition: Every leaf has a value.
  @inline(__always)
  mutating func reserve(_ newLeaves: Int) {
    if count &+ newLeaves > boards.count { clear() }
  }

  /// The number of a leaf, new or known.
  ///
  /// - Precondition: There is room for it.
  @inline(__always)
  mutating func number(of board: State) -> UInt32 {
    let place = Int(truncatingIfNeeded: board.searchHash &>> shift)
    let known = Int(places[place])
    if known < count, boards[known] == board { return UInt32(truncatingIfNeeded: known) }
    let number = UInt32(truncatingIfNeeded: count)
    boards[count] = board
    places[place] = number
    count &+= 1
    return number
  }

  /// Values the new leaves.
  @inline(__always)
  mutating func valueNewLeaves(with value: some AfterstateValue<State>) {
    let new = valuedCount..<count
    if new.isEmpty { return }
    Self.evaluate(new, of: boards, into: &values, with: value)
    valuedCount = count
  }

  @inline(__always)
  private static func evaluate(
    _ range: Range<Int>, of boards: [State], into values: inout [Float],
    with value: some AfterstateValue<State>
  ) {
    unsafe values.withUnsafeMutableBufferPointer { buffer in
      // A part of a mutable span has no name in the standard library yet; the
      // buffer checks the range, and the span does not outlive it.
      var newValues = unsafe buffer.extracting(range).mutableSpan
      value.evaluate(boards.span.extracting(range), into: &newValues)
    }
  }
}
