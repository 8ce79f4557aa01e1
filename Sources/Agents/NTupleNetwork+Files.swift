/// Numbers in the order of files, where a part's places follow each other and
/// the first cell is the lowest digit of a place.
extension NTupleNetwork {
  /// What is kept in columns for the weights of a part, place by place.
  ///
  /// - Parameters:
  ///   - columns: The columns, which the network has.
  ///   - part: One of `configuration.parts`.
  /// - Returns: Numbers, shape [part.pattern.weightCount, columns.count].
  public func numbers(
    in columns: [WeightTable.Column], of part: NTupleConfiguration.Part
  ) -> [Float] {
    var all = [Float](repeating: 0, count: columns.count * part.pattern.weightCount)
    var numbers = all.mutableSpan
    for (offset, column) in columns.enumerated() {
      for square in PlaceSquare.all(of: part.pattern) {
        var values = InlineArray<256, Float>(repeating: 0)
        for spot in 0..<square.count {
          values[spot] = weights[part.offset &+ square.index(spot), column]
        }
        for spot in 0..<square.count {
          let place = square.place(spot)
          numbers[place &* columns.count &+ offset] = values[square.transposed(spot)]
        }
      }
    }
    return all
  }

  /// Sets what is kept in columns for the weights of a part; the inverse of `numbers`.
  ///
  /// - Precondition: No other thread uses the network meanwhile.
  public func set(
    _ columns: [WeightTable.Column], of part: NTupleConfiguration.Part, to numbers: Span<Float>
  ) {
    precondition(numbers.count == columns.count * part.pattern.weightCount, "Another part")
    for (offset, column) in columns.enumerated() {
      for square in PlaceSquare.all(of: part.pattern) {
        var values = InlineArray<256, Float>(repeating: 0)
        for spot in 0..<square.count {
          values[spot] = numbers[square.place(spot) &* columns.count &+ offset]
        }
        for spot in 0..<square.count {
          weights[part.offset &+ square.index(spot), column] = values[square.transposed(spot)]
        }
      }
    }
  }
}

/// The weights of a pattern that differ in the first and the last cell only.
///
/// Their places are in 16 rows of 16 neighbours, and so are their indices: a
/// file is written or read square by square, for in either order alone each
/// number would be on another cache line.
private struct PlaceSquare {
  private let firstIndex: Int
  private let firstPlace: Int
  private let top: Int
  /// 256; 16 if the first cell is the last.
  let count: Int

  /// All squares of a pattern.
  static func all(of pattern: NTuplePattern) -> some Sequence<PlaceSquare> {
    let count = min(pattern.weightCount, 256)
    return (0..<(pattern.weightCount / count)).lazy.map { middle in
      PlaceSquare(
        firstIndex: middle &<< 4, firstPlace: pattern.index(ofPlace: middle &<< 4),
        top: 4 &* (pattern.cells.count &- 1), count: count)
    }
  }

  /// The index of the weight at a spot, 0..<count: row by row, the last cell
  /// differs from one to the next.
  @inline(__always)
  func index(_ spot: Int) -> Int { firstIndex | (spot >> 4) &<< top | spot & 15 }

  /// The place at a spot, where the first cell differs from one to the next.
  @inline(__always)
  func place(_ spot: Int) -> Int { firstPlace | (spot >> 4) &<< top | spot & 15 }

  /// The spot with rows and columns exchanged.
  @inline(__always)
  func transposed(_ spot: Int) -> Int { count == 16 ? spot : (spot & 15) &<< 4 | spot >> 4 }
}
