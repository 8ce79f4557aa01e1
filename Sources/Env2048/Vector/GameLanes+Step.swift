/// What rules and limits mean to games that are stepped together.
struct LaneRules {
  /// A draw whose lower half is below this makes a 4; in 0...2^32.
  let fourThreshold: UInt64
  /// The largest number of steps that goes by without truncation.
  let lastStep: UInt64
  /// The reward of an illegal action; 0 or negative.
  let illegalReward: Float
  /// Whether an illegal action ends the game.
  let endsOnIllegalAction: Bool
  /// The exponent, below 16, that ends the game once it is on the board.
  ///
  /// Larger tiles are left to the scalar code with the boards they are on.
  let winExponent: UInt64?

  /// Creates the lane's view of the rules.
  init(rules: Rules, stepLimit: Int?) {
    fourThreshold = TileSpawner(rules: rules).fourThreshold
    lastStep = UInt64(stepLimit ?? Int.max) - 1
    let exponent = UInt64(rules.winTile.trailingZeroBitCount)
    winExponent = rules.endsAtWin && exponent < 16 ? exponent : nil
    switch rules.illegalAction {
    case .ignore: (illegalReward, endsOnIllegalAction) = (0, false)
    case .penalty(let points): (illegalReward, endsOnIllegalAction) = (Float(-points), false)
    case .terminate: (illegalReward, endsOnIllegalAction) = (0, true)
    }
  }
}

extension GameLanes {
  /// What a step of the games gives, a lane each.
  struct Outcome {
    /// Points, or minus the penalty, as the bits of a `Float`.
    let rewardBits: Words
    /// The legal actions after the step, bits 0…3.
    let legal: Words
    /// Not 0 where the step left the game alone, because only the scalar code
    /// can take it: nothing else here is right for that game.
    let exceptional: Words
    /// All ones where the game ended by the rules in this step, else 0.
    let terminated: Words
    /// All ones where the game reached the step limit in this step, else 0.
    let truncated: Words

    /// The reward in a lane.
    func reward(_ lane: Int) -> Float {
      Float(bitPattern: UInt32(truncatingIfNeeded: rewardBits[lane]))
    }
  }

  /// Takes each game a step on with its own action.
  ///
  /// About 250 operations on vectors, none of which looks at another lane or
  /// branches on a board.
  ///
  /// - Parameter actions: An action number, 0…3, in each lane.
  @inline(__always)
  mutating func step(_ actions: Words, under rules: LaneRules) -> Outcome {
    // Slide: rows to the left, each lane turned by its own action first.
    let transposes = (actions & 1) &- Words(repeating: 1)
    let mirrors = Words.ones(whereBit: (actions ^ actions.down(1)) & 1)
    let turned = boards.transposed(where: transposes).mirrored(where: mirrors)
    let (slid, mergedExponents, overflows) = turned.sliding(along: RowLines())
    let afterstates = slid.mirrored(where: mirrors).transposed(where: transposes)
    let changed = Words.ones(whereNonzero: afterstates ^ boards)

    // Draw: as in `TileSpawner.spawn`, one draw a tile, the upper half for the
    // cell, the lower for the tile. A borrow is a 1 in bit 63.
    let draw = nextDraw
    let occupied = afterstates.nonzeroCells
    let counts = Words.emptyCellCounts(occupied: occupied)
    let emptyCount = counts.down(60)
    let scaled = draw.down(32) &* emptyCount
    let mayBeRejected = ((scaled & 0xFFFF_FFFF) &- emptyCount).down(63)
    let cell = afterstates.emptyCell(rank: scaled.down(32), counts: counts)
    let isFour = ((draw & 0xFFFF_FFFF) &- Words(repeating: rules.fourThreshold)).down(63)
    let spawned = afterstates | (cell &+ (cell & Words.ones(whereBit: isFour)))

    // Commit, but for the games that are left to the scalar code.
    let exceptional = special | overflows | mayBeRejected
    let usual = Words.ones(whereZero: exceptional)
    let moved = changed & usual
    let points = mergedExponents.points
    boards = boards.replaced(by: spawned, where: moved)
    advanceGenerators(where: moved)
    scores = scores &+ (points.numbers & usual)
    moves = moves &- moved
    steps = steps &- usual

    let legal = boards.legalActionBits(occupied: occupied | (cell & changed))
    var terminated = moved & Words.ones(whereZero: legal)
    if let winExponent = rules.winExponent {
      terminated = terminated | (moved & boards.holdingExponent(atLeast: winExponent))
    }
    if rules.endsOnIllegalAction { terminated = terminated | (usual & ~changed) }
    let overLimit = Words.ones(whereBit: (Words(repeating: rules.lastStep) &- steps).down(63))
    let illegalReward = Words(repeating: UInt64(rules.illegalReward.bitPattern))
    return Outcome(
      rewardBits: illegalReward.replaced(by: points.floatBits, where: changed), legal: legal,
      exceptional: exceptional, terminated: terminated,
      truncated: overLimit & usual & ~terminated)
  }

  /// The next output of every generator: as in `RandomSource.next`.
  @inline(__always)
  private var nextDraw: Words {
    let product = s1 &+ s1.up(2)
    let rotated = product.up(7) | product.down(57)
    return rotated &+ rotated.up(3)
  }

  /// Takes the chosen generators one draw on.
  @inline(__always)
  private mutating func advanceGenerators(where lanes: Words) {
    let mixed2 = s2 ^ s0
    let mixed3 = s3 ^ s1
    let shifted = s1.up(17)
    // What is taken in by exclusive or changes nothing where it is 0.
    s1 = s1 ^ (mixed2 & lanes)
    s0 = s0 ^ (mixed3 & lanes)
    s2 = s2.replaced(by: mixed2 ^ shifted, where: lanes)
    s3 = s3.replaced(by: mixed3.up(45) | mixed3.down(19), where: lanes)
  }
}

extension BoardLanes {
  /// All ones where a cell holds the exponent, which is 2…15, or a larger one.
  @inline(__always)
  fileprivate func holdingExponent(atLeast exponent: UInt64) -> Self {
    // Every other cell in a byte of its own: adding 16 - exponent carries.
    let byte: UInt64 = 0x0F0F_0F0F_0F0F_0F0F
    let addend = Self(repeating: (16 &- exponent) &* 0x0101_0101_0101_0101)
    let carries = ((self & byte) &+ addend) | ((down(4) & byte) &+ addend)
    return Self.ones(whereNonzero: carries & ~byte)
  }
}
