/// The lines of four cells along which the tiles of a board slide, in each word.
protocol SlideLines<Words> {
  associatedtype Words: BoardLanes

  /// The bits from a cell to the next one of its line.
  var stride: Words { get }
  /// All ones in the first cell of each line, else 0.
  var first: Words { get }

  /// All ones from each marked cell to the end of its line, apart for the
  /// marks in the first, second and third cells of the lines.
  ///
  /// - Parameter marks: Bit 0 of the cells; the other bits are anything.
  func tails(from marks: Words) -> (first: Words, second: Words, third: Words)

  /// Exponents in the first and third cells of the lines, each in a byte of
  /// its own; the other cells are 0.
  func inBytes(_ exponents: Words) -> Words
}

/// The rows of every board.
///
/// The cells of a row are side by side, so that one subtraction covers any
/// number of them.
struct RowLines<Words: BoardLanes>: SlideLines {
  @inline(__always)
  var stride: Words { Words(repeating: 4) }

  @inline(__always)
  var first: Words { Words(repeating: 0x000F_000F_000F_000F) }

  @inline(__always)
  func tails(from marks: Words) -> (first: Words, second: Words, third: Words) {
    let first = marks & 0x0001_0001_0001_0001
    let second = marks & 0x0010_0010_0010_0010
    let third = marks & 0x0100_0100_0100_0100
    return (first.up(16) &- first, second.up(12) &- second, third.up(8) &- third)
  }

  @inline(__always)
  func inBytes(_ exponents: Words) -> Words { exponents }
}

/// The columns in some words, the rows in others.
struct MixedLines<Words: BoardLanes>: SlideLines {
  let stride: Words
  let first: Words

  /// The columns where `lanes` is all ones, the rows where it is 0.
  @inline(__always)
  init(columnsWhere lanes: Words) {
    let rows = RowLines<Words>()
    stride = rows.stride ^ (lanes & 0x14)
    first = rows.first.replaced(by: Words(repeating: 0xFFFF), where: lanes)
  }

  @inline(__always)
  func tails(from marks: Words) -> (first: Words, second: Words, third: Words) {
    let two = stride &+ stride
    let cells = (marks & everyCell).wholeCells
    let inFirst = cells & first
    let inSecond = cells & (first &<< stride)
    let inThird = cells & (first &<< two)
    let pairs = inFirst | inFirst &<< stride
    return (
      pairs | pairs &<< two,
      inSecond | inSecond &<< stride | inSecond &<< two,
      inThird | inThird &<< stride
    )
  }

  @inline(__always)
  func inBytes(_ exponents: Words) -> Words {
    // Those of two columns are side by side.
    (exponents | exponents.up(12)) & 0x0F0F_0F0F_0F0F_0F0F
  }
}
