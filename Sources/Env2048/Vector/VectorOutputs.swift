/// What one step of a vector environment gives back, for all slots.
///
/// Plain values: a copy never changes under its holder. Keeping one makes the
/// next step pay for a copy; a step allocates nothing otherwise.
public struct VectorOutputs: Hashable, Sendable {
  /// Exponents, UInt8 [slots, rows, columns].
  public internal(set) var observations: [UInt8]
  /// Points, or minus the penalty, Float [slots].
  public internal(set) var rewards: [Float]
  /// 1 where the step ended the game by its rules, else 0, UInt8 [slots].
  public internal(set) var terminated: [UInt8]
  /// 1 where the step reached the step limit, else 0, UInt8 [slots].
  public internal(set) var truncated: [UInt8]
  /// 1 where the action changes the board in `observations`, else 0, UInt8 [slots, 4].
  ///
  /// `AutoresetMode` says what ended slots have.
  public internal(set) var masks: [UInt8]

  let slots: Int
  let cells: Int

  init(slots: Int, cells: Int) {
    self.slots = slots
    self.cells = cells
    observations = Array(repeating: 0, count: slots * cells)
    rewards = Array(repeating: 0, count: slots)
    terminated = Array(repeating: 0, count: slots)
    truncated = Array(repeating: 0, count: slots)
    masks = Array(repeating: 0, count: slots * 4)
  }
}

/// How a game of a vector environment ended.
public struct EpisodeEnding: Hashable, Sendable {
  /// The sum of the rewards of legal moves.
  public internal(set) var score = 0
  /// The number of legal moves.
  public internal(set) var moves = 0
  /// The number of steps, illegal actions included.
  public internal(set) var steps = 0
  /// The largest exponent on the last board.
  public internal(set) var largestExponent = 0

  /// The face value of the largest tile on the last board.
  public var largestTile: Int { Tile.faceValue(ofExponent: largestExponent) }
}

/// How the latest game of each slot of a vector environment ended.
///
/// A slot's values are written by the step that reports its game as terminated
/// or truncated, and stay until its next game ends.
public struct EpisodeEndings: Hashable, Sendable {
  /// Score and counts, [slots]; all 0 before a slot's first end.
  public internal(set) var episodes: [EpisodeEnding]
  /// The last boards, as exponents, UInt8 [slots, rows, columns].
  public internal(set) var observations: [UInt8]

  init(slots: Int, cells: Int) {
    episodes = Array(repeating: EpisodeEnding(), count: slots)
    observations = Array(repeating: 0, count: slots * cells)
  }
}
