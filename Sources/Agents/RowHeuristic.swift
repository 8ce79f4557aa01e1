import Env2048

/// The published heuristic that needs no training: rows and columns judged by
/// free cells, mergers, order and large tiles.
///
/// For the exponents r of every row and every column
///
///     200000 + 270·empty + 700·merges − 47·min(monoL, monoR) − 11·Σ r^3.5
///
/// with merges the lengths of all runs of two or more equal tiles (gaps do not
/// count), monoL the sum of r[i−1]^4 − r[i]^4 where the left is larger, and monoR
/// of r[i]^4 − r[i−1]^4 where it is not. It is no score: rewards are not added.
/// Source: Robert Xiao's program, github.com/nneonneo/2048-ai.
///
/// Tiles above 32,768 count as 32,768.
public struct RowHeuristic: AfterstateValue {
  /// 4×4 boards.
  public typealias State = Board

  /// False: it judges positions.
  @inlinable
  public static var addsRewards: Bool { false }

  /// The worth of each of the 65,536 rows.
  private let rowValues: [Float]

  /// Creates the heuristic; computes the worth of every row.
  public init() {
    rowValues = (0..<65_536).map { row in
      Self.rowValue((0..<4).map { Double(row >> (4 * $0) & 15) })
    }
  }

  /// The worth of an afterstate.
  public func value(of afterstate: Board) -> Float {
    value(of: afterstate, rowValues: rowValues.span)
  }

  /// The worths of many afterstates.
  public func evaluate(_ afterstates: Span<Board>, into values: inout MutableSpan<Float>) {
    precondition(afterstates.count == values.count, "Boards and values differ in number")
    let rowValues = rowValues.span
    for index in afterstates.indices {
      values[index] = value(of: afterstates[index], rowValues: rowValues)
    }
  }

  @inline(__always)
  private func value(of board: Board, rowValues: Span<Float>) -> Float {
    let rows = board.clampedNibbles
    let columns = Self.transposed(rows)
    var sum: Float = 0
    for shift in stride(from: UInt64(0), to: 64, by: 16) {
      sum += rowValues[Int(truncatingIfNeeded: rows &>> shift & 0xFFFF)]
      sum += rowValues[Int(truncatingIfNeeded: columns &>> shift & 0xFFFF)]
    }
    return sum
  }

  /// The board with rows and columns exchanged: the off-diagonal cells of each
  /// 2×2 block, then the off-diagonal blocks.
  @inline(__always)
  private static func transposed(_ nibbles: UInt64) -> UInt64 {
    let cells = (nibbles ^ nibbles &>> 12) & 0x0000_F0F0_0000_F0F0
    let once = nibbles ^ cells ^ cells &<< 12
    let blocks = (once ^ once &>> 24) & 0x0000_0000_FF00_FF00
    return once ^ blocks ^ blocks &<< 24
  }

  private static func rowValue(_ row: [Double]) -> Float {
    let empty = row.count { $0 == 0 }
    let tiles = row.filter { $0 > 0 }
    var merges = 0
    var run = 1
    for place in 1...max(tiles.count, 1) {
      if place < tiles.count, tiles[place] == tiles[place - 1] {
        run += 1
      } else {
        if run > 1 { merges += run }
        run = 1
      }
    }
    let steps = zip(row, row.dropFirst()).map { left, right in power4(right) - power4(left) }
    let falling = steps.reduce(0) { $0 + max(-$1, 0) }
    let rising = steps.reduce(0) { $0 + max($1, 0) }
    let tileSum = row.reduce(0) { $0 + $1 * $1 * $1 * $1.squareRoot() }
    return Float(
      200_000 + 270 * Double(empty) + 700 * Double(merges) - 47 * min(falling, rising)
        - 11 * tileSum)
  }

  private static func power4(_ exponent: Double) -> Double {
    exponent * exponent * exponent * exponent
  }
}
