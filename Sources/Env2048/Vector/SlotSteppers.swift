/// Steps any range of the units that the slots of a vector environment are
/// kept in; ranges without a common unit may be stepped at once.
protocol SlotStepper: Sendable {
  func step(_ units: Range<Int>)
}

/// Steps 4×4 games, eight a unit.
///
/// - Invariant: `groups` and `actions` address initialised elements for all
///   slots of `buffers`, rounded up to eight, that stay in place while this
///   value is used. Steppers that run at once step different units.
@safe
struct BoardStepper: SlotStepper, @unchecked Sendable {
  private let groups: UnsafeMutablePointer<EightGames>
  private let groupCount: Int
  private let actions: UnsafeRawPointer
  private let buffers: SlotBuffers
  private let prototype: GameEnvironment<Board>
  private let laneRules: LaneRules
  private let mode: AutoresetMode

  /// Borrows the memory of games and actions, which the caller holds.
  @unsafe
  init(
    groups: UnsafeMutableBufferPointer<EightGames>, actions: UnsafeBufferPointer<UInt8>,
    buffers: SlotBuffers, prototype: GameEnvironment<Board>, laneRules: LaneRules,
    mode: AutoresetMode
  ) {
    precondition(groups.count * 8 == actions.count && actions.count >= buffers.slots)
    guard let groupBase = groups.baseAddress, let actionBase = actions.baseAddress else {
      preconditionFailure("A vector has at least one slot")
    }
    unsafe self.groups = groupBase
    unsafe self.actions = UnsafeRawPointer(actionBase)
    groupCount = groups.count
    self.buffers = buffers
    self.prototype = prototype
    self.laneRules = laneRules
    self.mode = mode
  }

  /// Steps the groups in a range.
  func step(_ units: Range<Int>) {
    precondition(units.lowerBound >= 0 && units.upperBound <= groupCount, "Group out of range")
    for group in units {
      let first = group &* 8
      let numbers = unsafe actions.loadUnaligned(fromByteOffset: first, as: SIMD8<UInt8>.self)
      let outcome = unsafe groups[group].step(
        SIMD8<UInt64>(truncatingIfNeeded: numbers), under: laneRules)
      if first &+ 8 <= buffers.slots {
        unsafe buffers.write(
          boards: groups[group].boards, rewards: outcome.rewards, legal: outcome.legal,
          first: first)
      } else {
        writeLanes(of: group, outcome)
      }
      if outcome.needsAttention { attend(to: group, outcome) }
    }
  }

  /// The lanes of a group that are slots: all but in the last group.
  private func lanes(of group: Int) -> Range<Int> { 0..<min(8, buffers.slots &- group &* 8) }

  @inline(never)
  private func writeLanes(of group: Int, _ outcome: EightGames.Outcome) {
    for lane in lanes(of: group) {
      let slot = group &* 8 &+ lane
      buffers.write(
        unsafe Board(nibbles: groups[group].boards[lane]),
        mask: ActionMask(rawValue: UInt8(truncatingIfNeeded: outcome.legal[lane])), slot: slot)
      buffers.write(reward: outcome.rewards[lane], terminated: false, truncated: false, slot: slot)
    }
  }

  /// Plays the games that eight at once cannot, and ends those that ended.
  @inline(never)
  private func attend(to group: Int, _ outcome: EightGames.Outcome) {
    for lane in lanes(of: group) {
      let slot = group &* 8 &+ lane
      var game = unsafe prototype.resumed(at: groups[group][lane])
      if outcome.exceptional[lane] {
        let number = unsafe actions.load(fromByteOffset: slot, as: UInt8.self)
        buffers.step(&game, Action(unchecked: number), slot: slot, mode: mode)
      } else if outcome.terminated[lane] || outcome.truncated[lane] {
        game.phase = outcome.terminated[lane] ? .terminated : .truncated
        buffers.write(
          reward: outcome.rewards[lane], terminated: outcome.terminated[lane],
          truncated: outcome.truncated[lane], slot: slot)
        buffers.finish(&game, slot: slot, mode: mode)
      } else {
        continue
      }
      unsafe groups[group][lane] = game.snapshot
    }
  }
}

/// Steps games on grids, one a unit.
///
/// - Invariant: As that of `BoardStepper`.
@safe
struct GridStepper: SlotStepper, @unchecked Sendable {
  private let games: UnsafeMutableBufferPointer<GameEnvironment<Grid>>
  private let actions: UnsafeBufferPointer<UInt8>
  private let buffers: SlotBuffers
  private let mode: AutoresetMode

  /// Borrows the memory of games and actions, which the caller holds.
  @unsafe
  init(
    games: UnsafeMutableBufferPointer<GameEnvironment<Grid>>,
    actions: UnsafeBufferPointer<UInt8>, buffers: SlotBuffers, mode: AutoresetMode
  ) {
    precondition(games.count == buffers.slots && actions.count >= buffers.slots)
    unsafe self.games = games
    unsafe self.actions = actions
    self.buffers = buffers
    self.mode = mode
  }

  /// Steps the slots in a range.
  func step(_ units: Range<Int>) {
    precondition(
      units.lowerBound >= 0 && units.upperBound <= buffers.slots, "Slot out of range")
    for slot in units {
      let action = unsafe Action(unchecked: actions[slot])
      unsafe buffers.step(&games[slot], action, slot: slot, mode: mode)
    }
  }
}
