/// The games of a vector environment, without the buffers it writes to.
struct VectorGames: Sendable {
  let mode: AutoresetMode
  private let workers: Workers
  private(set) var slots: any SlotStore
  /// The actions of a step, then zeros up to a whole group of lanes.
  private var actions: [UInt8]
  /// Whether every slot is known to have been reset.
  private var isStarted = false

  /// Creates games that have not started.
  init(
    count: Int, rules: Rules, stepLimit: Int?, mode: AutoresetMode, workers: Workers
  ) throws(RulesError) {
    self.mode = mode
    self.workers = workers
    slots =
      Board.supports(rules.shape)
      ? try BoardSlots(count: count, rules: rules, stepLimit: stepLimit)
      : try GridSlots(count: count, rules: rules, stepLimit: stepLimit)
    actions = Array(
      repeating: 0, count: (count + GameLanes.count - 1) / GameLanes.count * GameLanes.count)
  }

  /// Gives slot i the stream of random numbers of `seed` + i.
  mutating func seedStreams(from seed: UInt64) {
    for slot in 0..<slots.count { slots.seed(seed &+ UInt64(slot), slot: slot) }
  }

  /// Gives each slot the stream of random numbers of its own seed.
  mutating func seedStreams(_ seeds: [UInt64]) {
    for slot in 0..<slots.count { slots.seed(seeds[slot], slot: slot) }
  }

  /// Starts the next game in the chosen slots.
  mutating func reset(into buffers: SlotBuffers, where isChosen: (Int) -> Bool) {
    for slot in 0..<slots.count where isChosen(slot) {
      slots.reset(slot: slot, mode: mode, buffers: buffers)
    }
  }

  /// Takes over the state of every slot, or of none if one is wrong.
  mutating func importState(_ words: Span<UInt64>) throws(VectorError) {
    try slots.importState(words)
    isStarted = false  // until the phases have been looked at
  }

  /// Writes boards and masks of all slots, with no reward and no flag.
  func write(into buffers: SlotBuffers) {
    for slot in 0..<slots.count {
      buffers.write(reward: 0, terminated: false, truncated: false, slot: slot)
    }
    slots.write(into: buffers, mode: mode)
  }

  /// Takes every slot a step on with the actions loaded before.
  mutating func step(into buffers: SlotBuffers) {
    slots.step(actions, into: buffers, mode: mode, workers: workers)
  }

  /// Checks the actions of a step, and that every slot can take one.
  mutating func load<Number>(_ numbers: Span<Number>) throws(VectorError)
  where Number: FixedWidthInteger & BitwiseCopyable {
    guard numbers.count == slots.count else {
      throw .count(of: "actions", found: numbers.count, expected: slots.count)
    }
    var seen: Number = 0
    var bytes = actions.mutableSpan
    for slot in numbers.indices {
      seen |= numbers[slot]
      bytes[slot] = UInt8(truncatingIfNeeded: numbers[slot])
    }
    if seen & ~3 != 0, let slot = numbers.indices.first(where: { numbers[$0] & ~3 != 0 }) {
      throw .action(found: Int(truncatingIfNeeded: numbers[slot]), slot: slot)
    }
    if !isStarted || mode == .disabled { try checkPhases() }
  }

  private mutating func checkPhases() throws(VectorError) {
    if !slots.isRunningThroughout, let error = slots.waitingError(mode: mode) { throw error }
    isStarted = true
  }
}
