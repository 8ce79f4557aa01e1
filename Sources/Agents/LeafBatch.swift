import Env2048

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

  /// The numbers of a board's four afterstates, new or known; for an illegal
  /// action, which adds no leaf, any number of one.
  ///
  /// - Precondition: There is room for four.
  @inline(__always)
  mutating func numbers(of afterstates: Afterstates<State>) -> SIMD4<UInt32> {
    precondition(count &+ 4 <= boards.count, "Too many leaves")
    return Self.numbers(of: afterstates, in: &boards, &places, shift, &count)
  }

  @inline(__always)
  private static func numbers(
    of afterstates: Afterstates<State>, in boards: inout [State], _ places: inout [UInt32],
    _ shift: UInt64, _ count: inout Int
  ) -> SIMD4<UInt32> {
    var boards = boards.mutableSpan
    var places = places.mutableSpan
    return SIMD4(
      number(of: .up, in: afterstates, &boards, &places, shift, &count),
      number(of: .right, in: afterstates, &boards, &places, shift, &count),
      number(of: .down, in: afterstates, &boards, &places, shift, &count),
      number(of: .left, in: afterstates, &boards, &places, shift, &count))
  }

  /// By selections, without a branch: whether a leaf is known is as good as random.
  @inline(__always)
  private static func number(
    of action: Action, in afterstates: Afterstates<State>, _ boards: inout MutableSpan<State>,
    _ places: inout MutableSpan<UInt32>, _ shift: UInt64, _ count: inout Int
  ) -> UInt32 {
    let board = afterstates[action]
    let place = Int(truncatingIfNeeded: board.searchHash &>> shift)
    // SAFETY: a hash has as many bits as there are places, and a place holds
    // the number of a board or 0; there is room, as `numbers` checks.
    let known = unsafe places[unchecked: place]
    let isSame = unsafe boards[unchecked: Int(known)] == board
    let isNew = !(isSame && Int(known) < count) && afterstates.legal.contains(action)
    let number = isNew ? UInt32(truncatingIfNeeded: count) : known
    // What is not new is overwritten by the next that is.
    unsafe boards[unchecked: count] = board
    unsafe places[unchecked: place] = number
    count &+= isNew ? 1 : 0
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
