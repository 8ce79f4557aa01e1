/// The size of a board as the command line writes it, such as `4x3`.
public struct GridSize: Equatable, Sendable, CustomStringConvertible {
  /// The number of rows.
  public let rows: Int

  /// The number of columns.
  public let columns: Int

  /// Creates a size.
  public init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// Rows, `x`, columns.
  public var description: String { "\(rows)x\(columns)" }
}

extension ValueParser where Value == GridSize {
  /// Rows and columns, such as `4x4`.
  ///
  /// - Parameter sides: How long a side may be.
  public static func size(sides: ClosedRange<Int>) -> ValueParser {
    let bounds = "from \(sides.lowerBound) to \(sides.upperBound)"
    return ValueParser(
      expecting: "rows x columns, each \(bounds), such as 4x4", describe: \.description
    ) { text in
      let parts = text.split(separator: "x", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy(\.isDigits),
        let rows = Int(parts[0]), let columns = Int(parts[1]),
        sides.contains(rows), sides.contains(columns)
      else { return nil }
      return GridSize(rows: rows, columns: columns)
    }
  }
}
