extension Board {
  /// Slides every tile one way and merges equal neighbours once.
  ///
  /// - Complexity: O(1); about 100 bit operations, no branch on the tiles, no
  ///   table, no allocation. Boards with a tile of 65,536 or more, or two
  ///   tiles of 32,768 that merge, take about 100 times as long.
  public func sliding(_ action: Action) -> (afterstate: Board, reward: Int)? {
    guard highBits == 0 else { return slidingWithLargeTiles(action) }
    // Up and left are slides of columns and rows to their first cells, down
    // and right the same on the board that is turned by half a turn.
    let number = UInt64(action.rawValue)
    let isVertical = (number & 1) &- 1  // all ones for up (0) and down (2)
    let isBackwards = 0 &- ((number ^ number &>> 1) & 1)  // for right (1) and down (2)
    let turned = nibbles.replaced(by: Board.turnedByHalf(nibbles: nibbles), where: isBackwards)
    let (slid, mergedExponents, overflows) =
      turned.sliding(along: MixedLines(columnsWhere: isVertical))
    if overflows != 0 { return slidingWithLargeTiles(action) }
    let back = slid.replaced(by: Board.turnedByHalf(nibbles: slid), where: isBackwards)
    guard back != nibbles else { return nil }
    let reward = mergedExponents.points.numbers
    return (Board(nibbles: back), Int(truncatingIfNeeded: reward))
  }

  /// The afterstates and rewards of all four actions, in one pass.
  ///
  /// - Complexity: O(1), about that of a single slide: the four directions
  ///   are four lanes of one vector.
  public var afterstates: Afterstates<Board> {
    let half = Board.turnedByHalf(nibbles: nibbles)
    let turned = SIMD4(nibbles, half, half, nibbles)
    let (slid, mergedExponents, overflows) =
      turned.sliding(along: MixedLines(columnsWhere: SIMD4(~0, 0, ~0, 0)))
    if highBits != 0 || overflows != .zero { return afterstatesOneByOne }
    let rewards = mergedExponents.points.numbers
    let bits = SIMD4<UInt64>(1, 2, 4, 8).replacing(with: 0, where: slid .== turned)
    let legal = (bits.lowHalf | bits.highHalf)
    return Afterstates(
      legal: ActionMask(rawValue: UInt8(truncatingIfNeeded: legal.x | legal.y)),
      states: [
        Board(nibbles: slid[0]), Board(nibbles: Board.turnedByHalf(nibbles: slid[1])),
        Board(nibbles: Board.turnedByHalf(nibbles: slid[2])), Board(nibbles: slid[3]),
      ],
      rewards: SIMD4(truncatingIfNeeded: rewards))
  }

  /// The actions whose slide changes the board.
  ///
  /// - Complexity: O(1); about 50 bit operations, without sliding.
  public var legalActions: ActionMask {
    if highBits != 0 { return afterstatesOneByOne.legal }
    let bits = nibbles.legalActionBits(occupied: nibbles.nonzeroCells)
    return ActionMask(rawValue: UInt8(truncatingIfNeeded: bits))
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
      states: [Board(all[.up]), Board(all[.right]), Board(all[.down]), Board(all[.left])],
      rewards: all.rewards)
  }
}
