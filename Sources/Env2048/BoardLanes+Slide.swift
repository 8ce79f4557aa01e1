/// The lines of four cells along which the tiles of a board slide, in each
/// word: its rows or its columns.
struct SlideLines<Words: BoardLanes> {
  /// The bits from a cell to the next one of its line.
  let stride: Words
  /// All ones in the first cell of each line, else 0.
  let first: Words

  /// The rows of every board.
  @inline(__always)
  static var rows: SlideLines {
    SlideLines(stride: Words(repeating: 4), first: Words(repeating: 0x000F_000F_000F_000F))
  }

  /// The columns where `lanes` is all ones, the rows where it is 0.
  @inline(__always)
  static func columns(where lanes: Words) -> SlideLines {
    SlideLines(
      stride: Words(repeating: 4) ^ (lanes & 0x14),
      first: rows.first.replaced(by: Words(repeating: 0xFFFF), where: lanes))
  }
}

extension BoardLanes {
  /// Slides every line of every board towards its first cell: the one place
  /// where tiles move and merge, but for the readable reference in `Grid`.
  ///
  /// - Returns: The slid boards; the exponents of the merged tiles, at most one
  ///   a byte, the other bytes 0; and, not 0 where two tiles of exponent 15
  ///   met, a word of bits: such boards are wrong here.
  @inline(__always)
  func sliding(
    along lines: SlideLines<Self>
  ) -> (slid: Self, mergedExponents: Self, overflows: Self) {
    let one = lines.stride
    let two = one &+ one
    let three = two &+ one
    let first = lines.first
    let second = first &<< one
    let third = first &<< two
    let last = first &<< three

    // Close the gaps, the one farthest from the wall first. Whether a cell is
    // empty can be read from the original: a step changes only cells behind.
    let empty = (~nonzeroCells & everyCell).wholeCells
    let gap2 = empty & third
    let gap1 = empty & second
    let gap0 = empty & first
    let from2 = gap2 | gap2 &<< one
    let from1 = gap1 | gap1 &<< one | gap1 &<< two
    let pairs0 = gap0 | gap0 &<< one
    let from0 = pairs0 | pairs0 &<< two
    let packed = pulling(one, where: from2, last)
      .pulling(one, where: from1, last)
      .pulling(one, where: from0, last)

    // Find equal neighbours. A pair merges unless its cell nearer the wall has
    // merged with the one before it: of three tiles the first two, of four
    // the first and the last two.
    let equal = ~(packed ^ packed &>> one).nonzeroCells & packed.nonzeroCells & ~last
    let merging = equal & (~(equal &<< one) | equal &<< two)

    // Merge them: the tile nearer the wall grows, the other leaves a gap.
    let grown = packed &+ merging
    let growing = merging.wholeCells
    let gaps = growing &<< one
    let behind = gaps | (growing &<< two & (third | last)) | (growing &<< three & last)
    // Where two pairs merge, the second leaves its gap in the last cell.
    let slid = (grown & ~(gaps & last)).pulling(one, where: behind, last)

    // A line merges at most twice: at its first or second cell, then at its
    // third. Merges side by side, in columns, come to lie in bytes of their own.
    let merged = grown & growing
    let folded = (merged | merged &>> one) & (first | third)
    let full = packed & packed.down(1)
    return (
      slid, (folded | folded.up(12)) & 0x0F0F_0F0F_0F0F_0F0F, full & full.down(2) & merging
    )
  }

  /// Moves the cells that `moved` covers one cell towards the wall, over the
  /// cells before them; it covers all cells of a line from one of them on, or none.
  @inline(__always)
  private func pulling(_ stride: Self, where moved: Self, _ last: Self) -> Self {
    (self & ~moved) | (self &>> stride & (moved & ~last))
  }

  /// All ones in each cell whose lowest bit is set; the other bits are 0.
  @inline(__always)
  private var wholeCells: Self { up(4) &- self }
}
