import Env2048

/// A vector environment and the caller's memory that it writes to.
struct HeldGames {
  private var environment: VectorEnvironment
  private var buffers: CallerBuffers?
  /// Whether the statistics of every slot are written with every step.
  private var followsStatistics = false
  /// The slots whose games the latest step ended.
  private var ended: [Int] = []
  /// The records of state that the statistics are read from.
  private var records: [UInt64]

  /// Takes over an environment.
  init(_ environment: VectorEnvironment) {
    self.environment = environment
    records = Array(repeating: 0, count: environment.count * environment.stateWords)
  }

  /// The number of slots.
  var count: Int { environment.count }

  /// The number of words in a slot's record of state.
  var stateWords: Int { environment.stateWords }

  /// The number of cells of a board.
  var cells: Int { environment.rules.shape.cellCount }

  /// Writes to these buffers from now on.
  mutating func bind(_ buffers: CallerBuffers, followingStatistics: Bool) {
    self.buffers = buffers
    followsStatistics = followingStatistics
  }

  /// Takes every slot a step on; the actions are bytes.
  mutating func step(_ actions: Span<UInt8>) throws {
    try step { environment, observations, rewards, terminated, truncated, masks in
      try environment.step(
        actions, observations: &observations, rewards: &rewards, terminated: &terminated,
        truncated: &truncated, masks: &masks)
    }
  }

  /// Takes every slot a step on; the actions are Int64.
  mutating func step(_ actions: Span<Int64>) throws {
    try step { environment, observations, rewards, terminated, truncated, masks in
      try environment.step(
        actions, observations: &observations, rewards: &rewards, terminated: &terminated,
        truncated: &truncated, masks: &masks)
    }
  }

  /// Starts the next game of the chosen slots.
  ///
  /// - Parameter seed: The seed of the stream of random numbers that a slot
  ///   starts; `nil` to go on with the one it has.
  mutating func reset(where isChosen: (Int) -> Bool, seed: (Int) -> UInt64?) throws {
    let buffers = try boundBuffers
    try reseed(where: isChosen, seed)
    let chosen = (0..<count).map { UInt8(isChosen($0) ? 1 : 0) }
    try environment.reset(where: chosen.span)
    buffers.write(environment.outputs, where: isChosen)
    try finish(buffers)
  }

  /// Writes the records of all slots.
  func exportState(into words: inout MutableSpan<UInt64>) throws {
    try environment.exportState(into: &words)
  }

  /// Takes over the records of all slots.
  mutating func importState(_ words: Span<UInt64>) throws {
    let buffers = try boundBuffers
    try environment.importState(words)
    buffers.write(environment.outputs) { _ in true }
    try finish(buffers)
  }

  private typealias Stepping = (
    inout VectorEnvironment, _ observations: inout MutableSpan<UInt8>,
    _ rewards: inout MutableSpan<Float>, _ terminated: inout MutableSpan<UInt8>,
    _ truncated: inout MutableSpan<UInt8>, _ masks: inout MutableSpan<UInt8>
  ) throws -> Void

  @inline(__always)
  private mutating func step(_ body: Stepping) throws {
    let buffers = try boundBuffers
    // The spans end with this function; nothing else refers to the memory.
    var observations = unsafe buffers.observations.mutableSpan
    var rewards = unsafe buffers.rewards.mutableSpan
    var terminated = unsafe buffers.terminated.mutableSpan
    var truncated = unsafe buffers.truncated.mutableSpan
    var masks = unsafe buffers.masks.mutableSpan
    try body(&environment, &observations, &rewards, &terminated, &truncated, &masks)
    buffers.write(environment.endings, replacing: &ended)
    try finish(buffers)
  }

  private var boundBuffers: CallerBuffers {
    get throws(InterfaceError) {
      guard let buffers else { throw .invalidArgument("Buffers were not bound: bind them first.") }
      return buffers
    }
  }

  private mutating func reseed(where isChosen: (Int) -> Bool, _ seed: (Int) -> UInt64?) throws {
    let seeds = (0..<count).map { isChosen($0) ? seed($0) : nil }
    guard seeds.contains(where: { $0 != nil }) else { return }
    var words = environment.exportState()
    for (slot, seed) in seeds.enumerated() {
      guard let seed else { continue }
      let state = RandomSource(seed: seed).state
      let first = slot * stateWords + stateWords - 7
      for word in 0..<4 { words[first + word] = state[word] }
    }
    try environment.importState(words.span)
  }

  private mutating func finish(_ buffers: CallerBuffers) throws {
    if environment.autoreset == .disabled { buffers.fillEmptyMasks() }
    if followsStatistics {
      try Self.writeStatistics(of: environment, through: &records, to: buffers)
    }
  }

  private static func writeStatistics(
    of environment: VectorEnvironment, through records: inout [UInt64], to buffers: CallerBuffers
  ) throws {
    let length = environment.stateWords
    var span = records.mutableSpan
    try environment.exportState(into: &span)
    for slot in 0..<environment.count {
      let record = span.span.extracting(slot * length..<(slot + 1) * length)
      buffers.write(record: record, slot: slot)
    }
  }
}
