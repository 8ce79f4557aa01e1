/// Many games of 2048, stepped by one call.
///
/// - Observation: Exponents, UInt8 [slots, rows, columns]; `encode` turns them
///   into the numbers of any `ObservationEncoding`.
/// - Actions: up, right, down, left = 0, 1, 2, 3; UInt8 or Int64 [slots].
/// - Reward: Float [slots]; what `GameEnvironment` gives.
/// - Start, end, version: As `GameEnvironment`, a slot each; `AutoresetMode`
///   says when a slot's next game starts.
/// - Info: Action masks, UInt8 [slots, 4], of the boards in the observations;
///   `endings` for the games that ended.
///
/// Slot i of a vector seeded s plays exactly the games that a single
/// `GameEnvironment` seeded s + i (modulo 2^64) plays, whatever the number of
/// slots, the mode and the workers.
///
/// 4×4 games are stepped a vector at once (see <doc:EightBoardsAtOnce>), other
/// shapes one by one. A step allocates nothing itself, unless a copy of
/// `outputs` or `endings` from before it is kept.
///
///     var games = try VectorEnvironment(count: 1024, seed: 1)
///     games.reset()
///     while … {
///       try games.step(choose(games.outputs.observations, games.outputs.masks).span)
///     }
public struct VectorEnvironment: Sendable {
  /// The number of slots.
  public let count: Int
  /// The rules of every game.
  public let rules: Rules
  /// The number of steps after which a game is truncated; `nil` for none.
  public let stepLimit: Int?
  /// When a slot's next game starts.
  public let autoreset: AutoresetMode
  /// What the latest step or reset gave, unless it wrote to other buffers.
  public internal(set) var outputs: VectorOutputs
  /// How the latest game of each slot ended.
  public internal(set) var endings: EpisodeEndings

  var games: VectorGames

  /// Creates the environment; call `reset` to start the first games.
  ///
  /// - Parameters:
  ///   - count: The number of slots.
  ///   - rules: The rules of every game.
  ///   - stepLimit: The number of steps after which a game is truncated.
  ///   - autoreset: When a slot's next game starts.
  ///   - seed: Slot i has the stream of random numbers of seed + i; drawn from
  ///     the system's entropy unless given.
  ///   - workers: What steps the slots; the calling thread unless given.
  /// - Throws: `RulesError` for rules that no game can have.
  /// - Precondition: `count` and `stepLimit` are above 0.
  public init(
    count: Int, rules: Rules = Rules(), stepLimit: Int? = nil,
    autoreset: AutoresetMode = .nextStep, seed: UInt64 = .random(in: .min ... .max),
    workers: Workers = .caller
  ) throws(RulesError) {
    precondition(count > 0, "A vector environment has at least one slot")
    self.count = count
    self.rules = rules
    self.stepLimit = stepLimit
    self.autoreset = autoreset
    games = try VectorGames(
      count: count, rules: rules, stepLimit: stepLimit, mode: autoreset, workers: workers)
    games.seedStreams(from: seed)
    outputs = VectorOutputs(slots: count, cells: rules.shape.cellCount)
    endings = EpisodeEndings(slots: count, cells: rules.shape.cellCount)
  }
}

// Steps.
extension VectorEnvironment {
  /// Takes every slot a step on and writes `outputs`.
  ///
  /// - Parameter actions: An action for each slot, 0…3.
  /// - Throws: `VectorError`, before any slot was stepped, for an action
  ///   outside 0…3, a slot that was not reset, or one that has ended while
  ///   autoreset is disabled.
  public mutating func step(_ actions: Span<UInt8>) throws(VectorError) {
    try games.load(actions)
    stepIntoOutputs()
  }

  /// Takes every slot a step on and writes `outputs`; the actions are Int64.
  public mutating func step(_ actions: Span<Int64>) throws(VectorError) {
    try games.load(actions)
    stepIntoOutputs()
  }

  /// Takes every slot a step on and writes to the caller's buffers instead of
  /// `outputs`; each is as the field of `VectorOutputs` with its name.
  ///
  /// - Throws: As `step(_:)`, and for a buffer with another number of elements.
  public mutating func step(
    _ actions: Span<UInt8>, observations: inout MutableSpan<UInt8>,
    rewards: inout MutableSpan<Float>, terminated: inout MutableSpan<UInt8>,
    truncated: inout MutableSpan<UInt8>, masks: inout MutableSpan<UInt8>
  ) throws(VectorError) {
    try games.load(actions)
    try stepLoaded(
      observations: &observations, rewards: &rewards, terminated: &terminated,
      truncated: &truncated, masks: &masks)
  }

  /// Takes every slot a step on and writes to the caller's buffers; the
  /// actions are Int64.
  public mutating func step(
    _ actions: Span<Int64>, observations: inout MutableSpan<UInt8>,
    rewards: inout MutableSpan<Float>, terminated: inout MutableSpan<UInt8>,
    truncated: inout MutableSpan<UInt8>, masks: inout MutableSpan<UInt8>
  ) throws(VectorError) {
    try games.load(actions)
    try stepLoaded(
      observations: &observations, rewards: &rewards, terminated: &terminated,
      truncated: &truncated, masks: &masks)
  }

  private mutating func stepLoaded(
    observations: inout MutableSpan<UInt8>, rewards: inout MutableSpan<Float>,
    terminated: inout MutableSpan<UInt8>, truncated: inout MutableSpan<UInt8>,
    masks: inout MutableSpan<UInt8>
  ) throws(VectorError) {
    try check("observations", observations.count, count * rules.shape.cellCount)
    try check("rewards", rewards.count, count)
    try check("terminated flags", terminated.count, count)
    try check("truncated flags", truncated.count, count)
    try check("masks", masks.count, count * 4)
    SlotBuffers.lending(
      observations: &observations, rewards: &rewards, terminated: &terminated,
      truncated: &truncated, masks: &masks, &endings, to: &games
    ) { $0.step(into: $1) }
  }

  private mutating func stepIntoOutputs() {
    SlotBuffers.lending(&outputs, &endings, to: &games) { $0.step(into: $1) }
  }
}

// Resets.
extension VectorEnvironment {
  /// Starts the first or next game of every slot and writes `outputs`.
  ///
  /// - Parameter seed: Slot i starts the stream of random numbers of seed + i;
  ///   `nil` continues the streams.
  public mutating func reset(seed: UInt64? = nil) {
    if let seed { games.seedStreams(from: seed) }
    reset { _ in true }
  }

  /// Starts the first or next game of every slot, each with its own seed, and
  /// writes `outputs`.
  ///
  /// - Throws: `VectorError.count` unless there is a seed for each slot.
  public mutating func reset(seeds: [UInt64]) throws(VectorError) {
    try check("seeds", seeds.count, count)
    games.seedStreams(seeds)
    reset { _ in true }
  }

  /// Starts the next game of the chosen slots, going on with their streams of
  /// random numbers; the other slots' games and outputs stay.
  ///
  /// - Parameter chosen: Not 0 for each slot to reset, [slots].
  /// - Throws: `VectorError.count` for another number of elements.
  public mutating func reset(where chosen: Span<UInt8>) throws(VectorError) {
    try check("chosen slots", chosen.count, count)
    reset { chosen[$0] != 0 }
  }

  private mutating func reset(where isChosen: (Int) -> Bool) {
    SlotBuffers.lending(&outputs, &endings, to: &games) { games, buffers in
      games.reset(into: buffers, where: isChosen)
    }
  }

  func check(_ name: String, _ found: Int, _ expected: Int) throws(VectorError) {
    guard found == expected else { throw .count(of: name, found: found, expected: expected) }
  }
}
