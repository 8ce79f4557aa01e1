/// The memory that the slots of a vector environment write to.
///
/// Threads that step different slots hold a copy each: no two of them write to
/// the same slot, so that the copies race for nothing.
/// - Invariant: Each address is that of initialised elements, as many as the
///   slots need, in memory that stays in place while this value is used.
@safe
struct SlotBuffers: @unchecked Sendable {
  let slots: Int
  let cells: Int
  private let observations: UnsafeMutableRawPointer
  private let rewards: UnsafeMutableRawPointer
  private let terminated: UnsafeMutableRawPointer
  private let truncated: UnsafeMutableRawPointer
  private let masks: UnsafeMutableRawPointer
  private let endings: UnsafeMutablePointer<EpisodeEnding>
  private let lastObservations: UnsafeMutableRawPointer

  /// Lends the memory of arrays to games.
  static func lending(
    _ outputs: inout VectorOutputs, _ endings: inout EpisodeEndings, to games: inout VectorGames,
    _ body: (inout VectorGames, SlotBuffers) -> Void
  ) {
    // Addresses of arrays that are passed as arguments hold for the call.
    let (slots, cells) = (outputs.slots, outputs.cells)
    unsafe lend(
      slots, cells, &outputs.observations, &outputs.rewards, &outputs.terminated,
      &outputs.truncated, &outputs.masks, &endings.episodes, &endings.observations,
      to: &games, body)
  }

  /// Lends the memory of spans to games.
  ///
  /// - Precondition: The lengths fit the number of rewards, one a slot.
  static func lending(
    observations: inout MutableSpan<UInt8>, rewards: inout MutableSpan<Float>,
    terminated: inout MutableSpan<UInt8>, truncated: inout MutableSpan<UInt8>,
    masks: inout MutableSpan<UInt8>, _ endings: inout EpisodeEndings,
    to games: inout VectorGames, _ body: (inout VectorGames, SlotBuffers) -> Void
  ) {
    let slots = rewards.count
    let cells = observations.count / slots
    precondition(observations.count == slots * cells && masks.count == slots * 4)
    precondition(terminated.count == slots && truncated.count == slots)
    precondition(endings.episodes.count == slots)
    precondition(endings.observations.count == observations.count)
    // The spans are ours alone until this function returns.
    unsafe lend(
      slots, cells, observations.address, rewards.address, terminated.address,
      truncated.address, masks.address, &endings.episodes, &endings.observations,
      to: &games, body)
  }

  private static func lend(
    _ slots: Int, _ cells: Int, _ observations: UnsafeMutableRawPointer,
    _ rewards: UnsafeMutableRawPointer, _ terminated: UnsafeMutableRawPointer,
    _ truncated: UnsafeMutableRawPointer, _ masks: UnsafeMutableRawPointer,
    _ endings: UnsafeMutablePointer<EpisodeEnding>, _ lastObservations: UnsafeMutableRawPointer,
    to games: inout VectorGames, _ body: (inout VectorGames, SlotBuffers) -> Void
  ) {
    unsafe body(
      &games,
      SlotBuffers(
        slots: slots, cells: cells, observations: observations, rewards: rewards,
        terminated: terminated, truncated: truncated, masks: masks, endings: endings,
        lastObservations: lastObservations))
  }
}

// As many slots as there are lanes.
extension SlotBuffers {
  /// Writes what a step gave for the 4×4 slots from `first` on, one a lane,
  /// with the flags of a step that ended nothing.
  @inline(__always)
  func write(_ outcome: GameLanes.Outcome, _ boards: GameLanes.Words, first: Int) {
    let end = first &+ GameLanes.count
    precondition(first >= 0 && end <= slots && cells == 16, "Slots outside the buffers")
    // In bounds by the precondition; none of the types holds a reference.
    boards.forEachEight(from: first) { boards, slot in
      unsafe observations.storeBytes(
        of: boards.cellBytes, toByteOffset: slot &* 16, as: SIMD16<UInt64>.self)
    }
    outcome.rewardBits.forEachEight(from: first) { rewardBits, slot in
      unsafe rewards.storeBytes(
        of: rewardBits.packedHalves, toByteOffset: slot &* 4, as: SIMD4<UInt64>.self)
    }
    outcome.legal.forEachEight(from: first) { legal, slot in
      unsafe masks.storeBytes(
        of: legal.packedHalves.maskBytes, toByteOffset: slot &* 4, as: SIMD4<UInt64>.self)
      unsafe terminated.storeBytes(of: 0, toByteOffset: slot, as: UInt64.self)
      unsafe truncated.storeBytes(of: 0, toByteOffset: slot, as: UInt64.self)
    }
  }
}

// One slot.
extension SlotBuffers {
  /// Writes the board that the slot's next action is for, and its mask.
  func write(_ board: some BoardState, mask: ActionMask, slot: Int) {
    precondition(slot >= 0 && slot < slots, "Slot outside the buffers")
    unsafe write(board, to: observations, slot: slot)
    // Bits 0…3 to bytes 0…3.
    let bytes = (UInt32(mask.rawValue) &* 0x0020_4081) & 0x0101_0101
    unsafe masks.storeBytes(of: bytes.littleEndian, toByteOffset: slot &* 4, as: UInt32.self)
  }

  /// Writes reward and flags of a slot.
  func write(reward: Float, terminated ends: Bool, truncated isCut: Bool, slot: Int) {
    precondition(slot >= 0 && slot < slots, "Slot outside the buffers")
    unsafe rewards.storeBytes(of: reward, toByteOffset: slot &* 4, as: Float.self)
    unsafe terminated.storeBytes(of: ends ? 1 : 0, toByteOffset: slot, as: UInt8.self)
    unsafe truncated.storeBytes(of: isCut ? 1 : 0, toByteOffset: slot, as: UInt8.self)
  }

  /// Writes how the slot's game ended.
  func write(ending: EpisodeEnding, board: some BoardState, slot: Int) {
    precondition(slot >= 0 && slot < slots, "Slot outside the buffers")
    unsafe endings[slot] = ending
    unsafe write(board, to: lastObservations, slot: slot)
  }

  private func write<State: BoardState>(
    _ board: State, to base: UnsafeMutableRawPointer, slot: Int
  ) {
    if let board = board as? Board, board.highBits == 0 {
      let words = SIMD2(
        (board.nibbles & 0xFFFF_FFFF).spreadNibbles, (board.nibbles &>> 32).spreadNibbles)
      return unsafe base.storeBytes(
        of: words, toByteOffset: slot &* 16, as: SIMD2<UInt64>.self)
    }
    for cell in 0..<cells {
      unsafe base.storeBytes(
        of: UInt8(truncatingIfNeeded: board[cell]), toByteOffset: slot &* cells &+ cell,
        as: UInt8.self)
    }
  }
}

extension SIMD8<UInt64> {
  /// The exponents of the boards, a byte a cell, two words a board.
  @inline(__always)
  var cellBytes: SIMD16<UInt64> {
    var bytes = SIMD16<UInt64>()
    bytes.evenHalf = (self & 0xFFFF_FFFF).spreadNibbles
    bytes.oddHalf = down(32).spreadNibbles
    return bytes
  }

  /// The lower halves of the words, two in one.
  @inline(__always)
  fileprivate var packedHalves: SIMD4<UInt64> { evenHalf | oddHalf.up(32) }
}

extension SIMD4<UInt64> {
  /// Bits 0…3 of each half of a word, a byte each.
  @inline(__always)
  fileprivate var maskBytes: Self {
    (self | up(7) | up(14) | up(21)) & 0x0101_0101_0101_0101
  }
}

extension BoardLanes {
  /// The eight nibbles in the lower half of each word, a byte each; the upper
  /// half is 0.
  @inline(__always)
  fileprivate var spreadNibbles: Self {
    var bytes = (self | up(16)) & 0x0000_FFFF_0000_FFFF
    bytes = (bytes | bytes.up(8)) & 0x00FF_00FF_00FF_00FF
    return (bytes | bytes.up(4)) & 0x0F0F_0F0F_0F0F_0F0F
  }
}

extension MutableSpan {
  /// The address of the elements, for use while their memory is held.
  fileprivate var address: UnsafeMutableRawPointer {
    mutating get {
      let base = unsafe withUnsafeMutableBufferPointer { $0.baseAddress }
      guard let base = unsafe base else { preconditionFailure("A vector has at least one slot") }
      return UnsafeMutableRawPointer(base)
    }
  }
}
