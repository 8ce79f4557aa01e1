/// Steps any range of the units that the slots of a vector environment are
/// kept in; ranges without a common unit may be stepped at once.
protocol SlotStepper: Sendable {
  func step(_ units: Range<Int>)
}

/// Steps 4×4 games, `GameLanes.count` a unit.
///
/// - Invariant: `groups` and `actions` address initialised elements for all
///   slots of `buffers`, rounded up to whole
///   groups, that stay in place while this
///   value is used. Steppers that run at once step different units.
@safe
struct BoardStepper: SlotStepper, @unchecked Sendable {
  private let groups: UnsafeMutablePointer<GameLanes>
  private let groupCount: Int
  private let actions: UnsafePointer<UInt8>
  private let buffers: SlotBuffers
  private let prototype: GameEnvironment<Board>
  private let laneRules: LaneRules
  private let mode: AutoresetMode

  /// Borrows the memory of games and actions, which the caller holds.
  @unsafe
  init(
    groups: UnsafeMutableBufferPointer<GameLanes>, actions: UnsafeBufferPointer<UInt8>,
    buffers: SlotBuffers, prototype: GameEnvironment<Board>, laneRules: LaneRules,
    mode: AutoresetMode
  ) {
    precondition(groups.count * GameLanes.count == actions.count && actions.count >= buffers.slots)
    guard let groupBase = groups.baseAddress, let actionBase = actions.baseAddress else {
      preconditionFailure("A vector has at least one slot")
    }
    unsafe self.groups = groupBase
    unsafe self.actions = actionBase
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
      let first = group &* GameLanes.count
      let numbers = unsafe UnsafeRawPointer(actions + first)
        .loadUnaligned(as: GameLanes.Bytes.self)
      let outcome = unsafe groups[group].step(GameLanes.Words(numbers), under: laneRules)
      if first &+ GameLanes.count <= buffers.slots {
        buffers.write(outcome, unsafe groups[group].boards, first: first)
      } else {
        writeLanes(of: group, outcome)
      }
      let needed = outcome.exceptional | outcome.terminated | outcome.truncated
      if any(needed .!= GameLanes.Words.zero) { attend(to: needed, in: group, outcome) }
    }
  }

  /// The lanes of a group that are slots: all but in the last group.
  private func lanes(of group: Int) -> Range<Int> {
    0..<min(GameLanes.count, buffers.slots &- group &* GameLanes.count)
  }

  @inline(never)
  private func writeLanes(of group: Int, _ outcome: GameLanes.Outcome) {
    for lane in lanes(of: group) {
      let slot = group &* GameLanes.count &+ lane
      buffers.write(
        unsafe Board(nibbles: groups[group].boards[lane]),
        mask: ActionMask(rawValue: UInt8(truncatingIfNeeded: outcome.legal[lane])), slot: slot)
      buffers.write(
        reward: outcome.reward(lane), terminated: false, truncated: false, slot: slot)
    }
  }

  /// Plays the games that the vectors cannot, and ends those that ended.
  ///
  /// - Parameter needed: Not 0 in the lanes to look at.
  @inline(never)
  private func attend(
    to needed: GameLanes.Words, in group: Int, _ outcome: GameLanes.Outcome
  ) {
    var waiting = needed.nonzeroLanes & (1 &<< UInt64(lanes(of: group).count) &- 1)
    while waiting != 0 {
      let lane = waiting.trailingZeroBitCount
      waiting &= waiting &- 1
      let slot = group &* GameLanes.count &+ lane
      var game = unsafe prototype.resumed(at: groups[group][lane])
      if outcome.exceptional[lane] != 0 {
        buffers.step(&game, unsafe Action(unchecked: actions[slot]), slot: slot, mode: mode)
      } else {
        let isTerminated = outcome.terminated[lane] != 0
        game.phase = isTerminated ? .terminated : .truncated
        buffers.write(
          reward: outcome.reward(lane), terminated: isTerminated, truncated: !isTerminated,
          slot: slot)
        buffers.finish(&game, slot: slot, mode: mode)
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
