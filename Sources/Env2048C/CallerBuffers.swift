import Env2048

/// The caller's memory that steps and resets write to.
///
/// | buffer | type, shape | what it receives |
/// | --- | --- | --- |
/// | observations | UInt8 [slots, cells] | exponents |
/// | rewards | Float [slots] | points, or minus the penalty |
/// | terminated, truncated | UInt8 [slots] | 0 or 1 |
/// | masks | UInt8 [slots, 4] | 1 where the action changes the board; all 1 for an ended game |
/// | statistics | Int64 [5, slots] | score, moves, steps, largest tile, phase (0 running, 1 terminated, 2 truncated) |
/// | finals | UInt8 [slots, cells] | the last boards of the games that the step ended |
/// | endedCount | Int64 [1] | how many games the step ended |
///
/// - Invariant: The addresses are those of memory of these sizes, which stays
///   in place and which nothing else touches during a call; who bound the
///   buffers has promised it.
@safe
struct CallerBuffers {
  let slots: Int
  let cells: Int
  let observations: UnsafeMutableBufferPointer<UInt8>
  let rewards: UnsafeMutableBufferPointer<Float>
  let terminated: UnsafeMutableBufferPointer<UInt8>
  let truncated: UnsafeMutableBufferPointer<UInt8>
  let masks: UnsafeMutableBufferPointer<UInt8>
  let statistics: UnsafeMutableBufferPointer<Int64>
  let finals: UnsafeMutableBufferPointer<UInt8>
  let endedCount: UnsafeMutableBufferPointer<Int64>

  /// Borrows the caller's memory.
  ///
  /// - Throws: `InterfaceError` for an address that is null or misaligned.
  @unsafe
  init(
    slots: Int, cells: Int, observations: UnsafeMutablePointer<UInt8>?,
    rewards: UnsafeMutablePointer<Float>?, terminated: UnsafeMutablePointer<UInt8>?,
    truncated: UnsafeMutablePointer<UInt8>?, masks: UnsafeMutablePointer<UInt8>?,
    statistics: UnsafeMutablePointer<Int64>?, finals: UnsafeMutablePointer<UInt8>?,
    endedCount: UnsafeMutablePointer<Int64>?
  ) throws(InterfaceError) {
    self.slots = slots
    self.cells = cells
    unsafe self.observations = try checked(observations, slots * cells, "observations")
    unsafe self.rewards = try checked(rewards, slots, "rewards")
    unsafe self.terminated = try checked(terminated, slots, "terminated flags")
    unsafe self.truncated = try checked(truncated, slots, "truncated flags")
    unsafe self.masks = try checked(masks, slots * 4, "masks")
    unsafe self.statistics = try checked(statistics, slots * 5, "statistics")
    unsafe self.finals = try checked(finals, slots * cells, "last observations")
    unsafe self.endedCount = try checked(endedCount, 1, "number of ended games")
  }

  /// Copies what a reset gave the chosen slots.
  func write(_ outputs: VectorOutputs, where isChosen: (Int) -> Bool) {
    for slot in 0..<slots where isChosen(slot) {
      for place in slot * cells..<(slot + 1) * cells {
        unsafe observations[place] = outputs.observations[place]
      }
      for place in slot * 4..<(slot + 1) * 4 { unsafe masks[place] = outputs.masks[place] }
      unsafe rewards[slot] = 0
      unsafe terminated[slot] = 0
      unsafe truncated[slot] = 0
    }
  }

  /// Writes how the games went that the latest step ended, and their number;
  /// the statistics of all others are 0.
  ///
  /// - Parameter ended: The slots whose statistics are not 0; receives those
  ///   of the latest step.
  func write(_ endings: EpisodeEndings, replacing ended: inout [Int]) {
    for slot in ended {
      write(score: 0, moves: 0, steps: 0, largestExponent: 0, phase: 0, slot: slot)
    }
    ended.removeAll(keepingCapacity: true)
    for slot in 0..<slots where unsafe terminated[slot] | truncated[slot] != 0 {
      ended.append(slot)
      let ending = endings.episodes[slot]
      write(
        score: ending.score, moves: ending.moves, steps: ending.steps,
        largestExponent: ending.largestExponent, phase: unsafe terminated[slot] != 0 ? 1 : 2,
        slot: slot)
      for place in slot * cells..<(slot + 1) * cells {
        unsafe finals[place] = endings.observations[place]
      }
    }
    unsafe endedCount[0] = Int64(ended.count)
  }

  /// Writes how the game in a slot stands, from the slot's record of state.
  func write(record: Span<UInt64>, slot: Int) {
    let board = unsafe observations[slot * cells..<(slot + 1) * cells]
    let counters = record.count - 8
    write(
      score: Int(record[counters + 5]), moves: Int(record[counters + 6]),
      steps: Int(record[counters + 7]), largestExponent: Int(unsafe board.max() ?? 0),
      phase: Int64(record[counters]), slot: slot)
  }

  /// Gives slots whose mask is empty, those of ended games, a full one: a
  /// softmax over an empty row would not be a number.
  func fillEmptyMasks() {
    for first in stride(from: 0, to: slots * 4, by: 4) {
      let row = first..<first + 4
      if row.allSatisfy({ unsafe masks[$0] == 0 }) {
        for place in row { unsafe masks[place] = 1 }
      }
    }
  }

  private func write(
    score: Int, moves: Int, steps: Int, largestExponent: Int, phase: Int64, slot: Int
  ) {
    unsafe statistics[slot] = Int64(score)
    unsafe statistics[slots + slot] = Int64(moves)
    unsafe statistics[2 * slots + slot] = Int64(steps)
    unsafe statistics[3 * slots + slot] = Int64(Tile.faceValue(ofExponent: largestExponent))
    unsafe statistics[4 * slots + slot] = phase
  }
}

/// The elements at an address, or why they cannot be used.
@unsafe
func checked<Element>(
  _ address: UnsafeMutablePointer<Element>?, _ count: Int, _ name: String
) throws(InterfaceError) -> UnsafeMutableBufferPointer<Element> {
  guard let address = unsafe address else {
    throw .invalidArgument("Buffer of \(name) is null: expected \(count) elements.")
  }
  guard UInt(bitPattern: address).isMultiple(of: UInt(MemoryLayout<Element>.alignment)) else {
    throw .invalidArgument(
      "Buffer of \(name) is misaligned: expected a multiple of "
        + "\(MemoryLayout<Element>.alignment) bytes.")
  }
  return unsafe UnsafeMutableBufferPointer(start: address, count: count)
}

/// The elements at an address that are only read, or why they cannot be used.
@unsafe
func checked<Element>(
  _ address: UnsafePointer<Element>?, _ count: Int, _ name: String
) throws(InterfaceError) -> UnsafeBufferPointer<Element> {
  let elements = unsafe try checked(UnsafeMutablePointer(mutating: address), count, name)
  return UnsafeBufferPointer(elements)
}
