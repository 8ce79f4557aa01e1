/// Where the games of a vector environment are kept, a slot each.
///
/// Whatever the shape, a slot can be taken out as a `GameEnvironment` and put
/// back; only `step` sees how the games lie in memory.
protocol SlotStore: Sendable {
  associatedtype State: BoardState

  /// The number of slots.
  var count: Int { get }

  /// Whether no slot waits for its first or next game.
  var isRunningThroughout: Bool { get }

  /// The game in a slot.
  subscript(slot: Int) -> GameEnvironment<State> { get set }

  /// The board of the game in a slot.
  func board(in slot: Int) -> State

  /// Takes every slot a step on.
  ///
  /// - Parameters:
  ///   - actions: An action, 0…3, for each slot, then zeros up to a multiple
  ///     of `GameLanes.count`.
  ///   - buffers: Receive what the step gives.
  mutating func step(
    _ actions: [UInt8], into buffers: SlotBuffers, mode: AutoresetMode, workers: Workers)

  // Requirements, so that a call through `any SlotStore` reaches code made for
  // one kind of board; the extension below says each once.
  mutating func seed(_ seed: UInt64, slot: Int)
  mutating func reset(slot: Int, mode: AutoresetMode, buffers: SlotBuffers)
  func write(into buffers: SlotBuffers, mode: AutoresetMode)
  func encode<Encoding: ObservationEncoding>(
    _ encoding: Encoding, into output: inout MutableSpan<Encoding.Element>)
  func encodeOneHot(into output: inout MutableSpan<Float>)
  func encodeLogScale(into output: inout MutableSpan<Float>)
}

extension SlotStore {
  /// Gives a slot the stream of random numbers of a seed.
  mutating func seed(_ seed: UInt64, slot: Int) {
    self[slot].episode.random = RandomSource(seed: seed)
  }

  /// Starts a slot's next game and writes what its first action is for.
  mutating func reset(slot: Int, mode: AutoresetMode, buffers: SlotBuffers) {
    var game = self[slot]
    _ = game.reset(seed: nil)
    self[slot] = game
    buffers.write(reward: 0, terminated: false, truncated: false, slot: slot)
    buffers.write(game, slot: slot, mode: mode)
  }

  /// Writes the boards and masks that the next actions are for.
  func write(into buffers: SlotBuffers, mode: AutoresetMode) {
    for slot in 0..<count { buffers.write(self[slot], slot: slot, mode: mode) }
  }

  /// Encodes every slot's board, one after the other.
  func encode<Encoding: ObservationEncoding>(
    _ encoding: Encoding, into output: inout MutableSpan<Encoding.Element>
  ) {
    let length = output.count / count
    for slot in 0..<count {
      var part = output._mutatingExtracting(slot * length..<(slot + 1) * length)
      encoding.encode(board(in: slot), into: &part)
    }
  }

  func encodeOneHot(into output: inout MutableSpan<Float>) {
    encode(OneHotEncoding(), into: &output)
  }

  func encodeLogScale(into output: inout MutableSpan<Float>) {
    encode(LogScaleEncoding(), into: &output)
  }

  /// Why a step cannot be taken: a slot that has not started or, where
  /// nothing else resets it, one that has ended; `nil` if there is none.
  func waitingError(mode: AutoresetMode) -> VectorError? {
    for slot in 0..<count {
      let phase = self[slot].phase
      if phase == .unstarted { return .stepBeforeReset(slot: slot) }
      if phase != .running, mode == .disabled {
        return .stepAfterEnd(slot: slot, truncated: phase == .truncated)
      }
    }
    return nil
  }
}

/// 4×4 games, a lane each; the last group of lanes is filled up with games on
/// empty boards, which never move.
struct BoardSlots: SlotStore {
  let count: Int
  private var groups: [GameLanes]
  private let prototype: GameEnvironment<Board>
  private let laneRules: LaneRules

  /// Creates slots whose games have not started.
  init(count: Int, rules: Rules, stepLimit: Int?) throws(RulesError) {
    self.count = count
    prototype = try GameEnvironment(rules: rules, stepLimit: stepLimit, seed: 0)
    laneRules = LaneRules(rules: rules, stepLimit: stepLimit)
    groups = Array(repeating: GameLanes(), count: (count + GameLanes.count - 1) / GameLanes.count)
    for slot in 0..<count { self[slot] = prototype }
  }

  subscript(slot: Int) -> GameEnvironment<Board> {
    get { prototype.resumed(at: groups[slot / GameLanes.count][slot % GameLanes.count]) }
    set { groups[slot / GameLanes.count][slot % GameLanes.count] = newValue.snapshot }
  }

  func board(in slot: Int) -> Board {
    groups[slot / GameLanes.count].board(slot % GameLanes.count)
  }

  var isRunningThroughout: Bool {
    let anyPhase = groups.reduce(GameLanes.Words.zero) { $0 | $1.special.down(16) }
    return anyPhase == .zero
  }

  mutating func step(
    _ actions: [UInt8], into buffers: SlotBuffers, mode: AutoresetMode, workers: Workers
  ) {
    // The arrays pin the memory until all parts have been stepped.
    unsafe actions.withUnsafeBufferPointer { actions in
      unsafe groups.withUnsafeMutableBufferPointer { groups in
        let stepper = unsafe BoardStepper(
          groups: groups, actions: actions, buffers: buffers, prototype: prototype,
          laneRules: laneRules, mode: mode)
        // A step of fewer games is done before a thread has come to it.
        workers.split(groups.count, minimum: 512 / GameLanes.count) { stepper.step($0) }
      }
    }
  }
}

/// Games on boards of any shape, one by one.
struct GridSlots: SlotStore {
  private var games: [GameEnvironment<Grid>]

  /// Creates slots whose games have not started.
  init(count: Int, rules: Rules, stepLimit: Int?) throws(RulesError) {
    let prototype = try GameEnvironment<Grid>(rules: rules, stepLimit: stepLimit, seed: 0)
    games = Array(repeating: prototype, count: count)
  }

  var count: Int { games.count }

  var isRunningThroughout: Bool { games.allSatisfy { $0.phase == .running } }

  subscript(slot: Int) -> GameEnvironment<Grid> {
    get { games[slot] }
    set { games[slot] = newValue }
  }

  func board(in slot: Int) -> Grid { games[slot].episode.board }

  mutating func step(
    _ actions: [UInt8], into buffers: SlotBuffers, mode: AutoresetMode, workers: Workers
  ) {
    // As in `BoardSlots`.
    unsafe actions.withUnsafeBufferPointer { actions in
      unsafe games.withUnsafeMutableBufferPointer { games in
        let stepper = unsafe GridStepper(
          games: games, actions: actions, buffers: buffers, mode: mode)
        workers.split(games.count, minimum: 32) { stepper.step($0) }
      }
    }
  }
}
