extension BoardLanes {
  /// Slides every line of every board towards its first cell: the one place
  /// where tiles move and merge, but for the readable reference in `Grid`.
  ///
  /// - Returns: The slid boards; the exponents of the merged tiles, at most one
  ///   a byte, the other bytes 0; and, not 0 where two tiles of exponent 15
  ///   met, a word of bits: such boards are wrong here.
  @inline(__always)
  func sliding<Lines: SlideLines<Self>>(
    along lines: Lines
  ) -> (slid: Self, mergedExponents: Self, overflows: Self) {
    let one = lines.stride
    let two = one &+ one
    let third = lines.first &<< two
    let last = third &<< one

    // Close the gaps, the one farthest from the wall first. Whether a cell is
    // empty can be read from the original: a step changes only cells behind.
    let gaps = lines.tails(from: ~marksOfNonzeroCells)
    let packed = pulling(one, where: gaps.third, last)
      .pulling(one, where: gaps.second, last)
      .pulling(one, where: gaps.first, last)

    // Find equal neighbours. A pair merges unless its cell nearer the wall has
    // merged with the one before it: of three tiles the first two, of four
    // the first and the last two.
    let differ = (packed ^ packed &>> one).marksOfNonzeroCells
    let equal = packed.marksOfNonzeroCells & ~differ & (~last & everyCell)
    let before = equal &<< one
    let merging = equal & ~(before & ~(before &<< one))

    // Merge them: the tile nearer the wall grows, the other leaves a gap, into
    // which the cells behind move, but for one that has given its tile away.
    let grown = packed &+ merging
    let growing = merging.wholeCells
    let left = merging &<< one
    let behind = (left | (left &<< one & (third | last)) | (left &<< two & last)).wholeCells
    let slid = (grown & ~behind) | (grown &>> one & (behind & ~(growing | last)))

    // A line merges at most twice: at its first or second cell, then at its third.
    let merged = grown & growing
    let folded = (merged | merged &>> one) & (lines.first | third)
    // Where 15 grew to 16, it carried into the next cell.
    let carries = (grown ^ packed ^ merging) & everyCell
    return (slid, lines.inBytes(folded), carries)
  }

  /// Moves the cells that `moved` covers one cell towards the wall, over the
  /// cells before them; it covers all cells of a line from one of them on, or none.
  @inline(__always)
  private func pulling(_ stride: Self, where moved: Self, _ last: Self) -> Self {
    replaced(by: self &>> stride & ~last, where: moved)
  }
}
