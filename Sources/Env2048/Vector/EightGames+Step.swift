/// What rules and limits mean to eight games at once.
struct LaneRules {
  /// A draw whose lower half is below this makes a 4; in 0...2^32.
  let fourThreshold: UInt64
  /// The number of steps after which a game is truncated.
  let stepLimit: UInt64
  /// The reward of an illegal action; 0 or negative.
  let illegalReward: Float
  /// Whether an illegal action ends the game.
  let endsOnIllegalAction: Bool
  /// The exponent, below 16, that ends the game once it is on the board. Larger
  /// tiles are left to the scalar code with the boards they are on.
  let winExponent: UInt64?

  /// Creates the lane's view of the rules.
  init(rules: Rules, stepLimit: Int?) {
    fourThreshold = TileSpawner(rules: rules).fourThreshold
    self.stepLimit = UInt64(stepLimit ?? Int.max)
    let exponent = UInt64(rules.winTile.trailingZeroBitCount)
    winExponent = rules.endsAtWin && exponent < 16 ? exponent : nil
    switch rules.illegalAction {
    case .ignore: (illegalReward, endsOnIllegalAction) = (0, false)
    case .penalty(let points): (illegalReward, endsOnIllegalAction) = (Float(-points), false)
    case .terminate: (illegalReward, endsOnIllegalAction) = (0, true)
    }
  }
}

extension EightGames {
  typealias LaneMask = SIMDMask<SIMD8<Int64>>

  /// What a step of eight games gives.
  struct Outcome {
    /// Points, or minus the penalty.
    let rewards: SIMD8<Float>
    /// The legal actions after the step, bits 0…3.
    let legal: Words
    /// The games that the step left alone, because only the scalar code can
    /// take it: nothing else here is right for them.
    let exceptional: LaneMask
    /// The games that ended by the rules in this step.
    let terminated: LaneMask
    /// The games that reached the step limit in this step.
    let truncated: LaneMask
    /// Whether any lane of the three masks is set.
    let needsAttention: Bool
  }

  /// Takes each game a step on with its own action.
  ///
  /// About 300 vector operations without a branch; the lanes are independent.
  ///
  /// - Parameter actions: An action number, 0…3, in each lane.
  @inline(__always)
  mutating func step(_ actions: Words, under rules: LaneRules) -> Outcome {
    // Slide: as in `Board.sliding`, each lane turned by its own action.
    let transposes = (actions & 1) &- Words(repeating: 1)
    let mirrors = Words.zero &- ((actions ^ actions.down(1)) & 1)
    let turned = boards.transposed(where: transposes).mirrored(where: mirrors)
    let (slid, mergedExponents, overflows) = turned.slidingLeft()
    let afterstates = slid.mirrored(where: mirrors).transposed(where: transposes)
    let changed = afterstates .!= boards

    // Draw: as in `TileSpawner.spawn`, one draw a tile, the upper half for the
    // cell, the lower for the tile.
    let product5 = s1 &+ s1.up(2)
    let rotated = product5.up(7) | product5.down(57)
    let draw = rotated &+ rotated.up(3)
    let counts = afterstates.emptyCellCounts
    let emptyCount = counts.down(60)
    let scaled = draw.down(32) &* emptyCount
    let cell = afterstates.emptyCell(rank: scaled.down(32), counts: counts)
    // A borrow is a 1 in bit 63.
    let isFour = ((draw & 0xFFFF_FFFF) &- Words(repeating: rules.fourThreshold)).down(63)
    let mayBeRejected = ((scaled & 0xFFFF_FFFF) &- emptyCount).down(63)
    let spawned = afterstates | (cell &+ (cell & (Words.zero &- isFour)))

    let exceptional = (special | overflows | mayBeRejected) .!= Words.zero
    let isUsual = .!exceptional
    let moved = changed .& isUsual
    commit(spawned, where: moved, steppedWhere: isUsual)

    let points = mergedExponents.points
    let score = scores &+ Words(wholeNumbers: points)
    scores.replace(with: score, where: moved)
    let rewards = Words(bitsOf: points)
      .replacing(with: UInt64(rules.illegalReward.bitPattern), where: .!changed)

    let legal = boards.legalActionBits
    let isDead = moved .& (legal .== Words.zero)
    let hasWon = rules.winExponent.map { moved .& boards.holdsExponent(atLeast: $0) }
    let gaveUp = rules.endsOnIllegalAction ? isUsual .& .!changed : LaneMask()
    let terminated = isDead .| (hasWon ?? LaneMask()) .| gaveUp
    let truncated = isUsual .& (steps .>= Words(repeating: rules.stepLimit)) .& .!terminated
    return Outcome(
      rewards: rewards.halves.evenHalf, legal: legal,
      exceptional: exceptional, terminated: terminated, truncated: truncated,
      needsAttention: any(exceptional .| terminated .| truncated))
  }
}

extension EightGames {
  /// Puts the boards after a move in place where there was one, with the
  /// generators one draw on, and counts moves and steps.
  @inline(__always)
  private mutating func commit(_ spawned: Words, where moved: LaneMask, steppedWhere: LaneMask) {
    boards.replace(with: spawned, where: moved)
    // As in `RandomSource.next`.
    let t2 = s2 ^ s0
    let t3 = s3 ^ s1
    let shifted = s1.up(17)
    s1.replace(with: s1 ^ t2, where: moved)
    s0.replace(with: s0 ^ t3, where: moved)
    s2.replace(with: t2 ^ shifted, where: moved)
    s3.replace(with: t3.up(45) | t3.down(19), where: moved)
    moves.replace(with: moves &+ 1, where: moved)
    steps.replace(with: steps &+ 1, where: steppedWhere)
  }
}

extension SIMD8<UInt64> {
  /// Where a cell holds the exponent, which is at most 15, or a larger one.
  @inline(__always)
  fileprivate func holdsExponent(atLeast exponent: UInt64) -> EightGames.LaneMask {
    // Every other cell in a byte of its own: adding 16 - exponent carries.
    let byte: UInt64 = 0x0F0F_0F0F_0F0F_0F0F
    let addend = Self(repeating: (16 &- exponent) &* 0x0101_0101_0101_0101)
    let carries = ((self & byte) &+ addend) | ((down(4) & byte) &+ addend)
    return (carries & ~byte) .!= .zero
  }
}
