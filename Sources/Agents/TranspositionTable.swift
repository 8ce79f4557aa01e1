/// What a search has found out about afterstates, for when it meets them again.
///
/// Two tiles that come in either order lead to the same board, so that a
/// search of several plies meets most of its positions many times. The table
/// has a fixed number of places; a newer position takes the place of an older.
///
/// - Invariant: An entry serves only a look-up of the same afterstate, in the
///   same search (`generation`), with the same number of layers below it, and
///   with a probability no larger than that of the search that made it. So
///   what it gives was searched exactly as deep, and cut no sooner.
struct TranspositionTable<State: SearchState>: ~Copyable {
  private struct Entry {
    var state: State
    var value: Float
    var probability: Float
    /// The search's generation in the upper 24 bits, the layers in the lower 8.
    var tag: UInt32
  }

  private var entries: [Entry]
  private let shift: UInt64
  private var generation: UInt32 = 0

  /// Creates an empty table of 2^bits places; none if `bits` is 0.
  init(bits: Int, filler: State) {
    let none = Entry(state: filler, value: 0, probability: 0, tag: 0)
    entries = Array(repeating: none, count: bits == 0 ? 0 : 1 << bits)
    shift = UInt64(64 - bits)
  }

  /// The bytes that a table of 2^bits places takes.
  static func byteCount(bits: Int) -> Int {
    bits == 0 ? 0 : MemoryLayout<Entry>.stride << bits
  }

  /// Forgets everything.
  mutating func clear() {
    generation &+= 1
    guard generation == 1 << 24 else { return }
    // Generations start anew: only now old entries could be taken for new ones.
    for place in entries.indices { entries[place].tag = 0 }
    generation = 1
  }

  /// The value of an afterstate, if it was searched at least as deep.
  @inline(__always)
  func value(of state: State, layers: Int, probability: Float) -> Float? {
    if entries.isEmpty { return nil }
    let entry = entries[place(of: state, layers: layers)]
    guard
      entry.tag == tag(layers), entry.state == state, entry.probability >= probability
    else { return nil }
    return entry.value
  }

  /// Keeps the value of an afterstate.
  @inline(__always)
  mutating func insert(_ value: Float, of state: State, layers: Int, probability: Float) {
    if entries.isEmpty { return }
    entries[place(of: state, layers: layers)] = Entry(
      state: state, value: value, probability: probability, tag: tag(layers))
  }

  @inline(__always)
  private func place(of state: State, layers: Int) -> Int {
    // Depths of one board lie apart: deep searches of small boards meet many.
    let depth = UInt64(truncatingIfNeeded: layers) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: (state.searchHash &+ depth) &>> shift)
  }

  @inline(__always)
  private func tag(_ layers: Int) -> UInt32 {
    generation &<< 8 | UInt32(truncatingIfNeeded: layers)
  }
}
