extension Board {
  /// Slides every tile one way and merges equal neighbours once.
  ///
  /// - Complexity: O(1); about 100 bit operations, no branch on the tiles, no
  ///   table, no allocation. Boards with a tile of 65,536 or more, or two
  ///   tiles of 32,768 that merge, take about 100 times as long.
  public func sliding(_ action: Action) -> (afterstate: Board, reward: Int)? {
    guard highBits == 0 else { return slidingWithLargeTiles(action) }
    // Up and left are slides to the left of the board or its transpose, down
    // and right of their mirror images.
    let number = UInt64(action.rawValue)
    let transposes = (number & 1) &- 1  // all ones for up (0) and down (2)
    let mirrors = 0 &- ((number ^ number &>> 1) & 1)  // for right (1) and down (2)
    let turned = nibbles.transposed(where: transposes).mirrored(where: mirrors)
    let (slid, merges, mergedExponents, overflows) = turned.slidingLeft()
    if overflows != 0 { return slidingWithLargeTiles(action) }
    let back = slid.mirrored(where: mirrors).transposed(where: transposes)
    guard back != nibbles else { return nil }
    return (Board(nibbles: back), Self.reward(merges: merges, mergedExponents: mergedExponents))
  }

  /// The afterstates and rewards of all four actions, in one pass.
  ///
  /// - Complexity: O(1), about that of a single slide: the four directions
  ///   are four lanes of one vector.
  public var afterstates: Afterstates<Board> {
    let transposes = SIMD4<UInt64>(~0, 0, ~0, 0)
    let mirrors = SIMD4<UInt64>(0, ~0, ~0, 0)
    let turned = SIMD4(repeating: nibbles).transposed(where: transposes).mirrored(where: mirrors)
    let (slid, merges, mergedExponents, overflows) = turned.slidingLeft()
    if highBits != 0 || overflows != .zero { return afterstatesOneByOne }
    let back = slid.mirrored(where: mirrors).transposed(where: transposes)
    var legal: UInt8 = 0
    var rewards = SIMD4<Int>.zero
    for lane in 0..<4 {
      legal |= back[lane] == nibbles ? 0 : 1 &<< UInt8(lane)
      rewards[lane] = Self.reward(merges: merges[lane], mergedExponents: mergedExponents[lane])
    }
    return Afterstates(
      legal: ActionMask(rawValue: legal),
      states: (
        Board(nibbles: back[0]), Board(nibbles: back[1]),
        Board(nibbles: back[2]), Board(nibbles: back[3])
      ),
      rewards: rewards)
  }

  /// The actions whose slide changes the board.
  ///
  /// - Complexity: O(1); about 50 bit operations, without sliding.
  public var legalActions: ActionMask {
    if highBits != 0 { return afterstatesOneByOne.legal }
    return ActionMask(rawValue: UInt8(truncatingIfNeeded: nibbles.legalActionBits))
  }

  /// The sum of the face values of merged tiles, whose exponents stand in the
  /// bytes that have a mark in `merges`.
  @inline(__always)
  private static func reward(merges: UInt64, mergedExponents: UInt64) -> Int {
    if merges == 0 { return 0 }
    // A byte without a merge holds exponent 0 and adds 2^0: take those off.
    var sum: UInt64 = 0
    for byte in UInt64(0)..<8 {
      sum &+= 1 &<< (mergedExponents &>> (8 &* byte) & 15)
    }
    return Int(truncatingIfNeeded: sum) &- (8 &- merges.nonzeroBitCount)
  }

  @inline(never)
  private func slidingWithLargeTiles(_ action: Action) -> (afterstate: Board, reward: Int)? {
    Grid(self).sliding(action).map { (Board($0.afterstate), $0.reward) }
  }

  @inline(never)
  private var afterstatesOneByOne: Afterstates<Board> {
    let all = Grid(self).afterstates
    return Afterstates(
      legal: all.legal,
      states: (Board(all[.up]), Board(all[.right]), Board(all[.down]), Board(all[.left])),
      rewards: all.rewards)
  }
}
