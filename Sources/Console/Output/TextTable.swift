/// A table in plain text: columns aligned, a rule under the header.
///
/// ```
/// tile   rate
/// ----  ------
/// 2048  97.1 %
/// ```
public struct TextTable: Sendable {
  /// The side on which a column's texts line up.
  public enum Alignment: Sendable {
    /// Texts start below each other.
    case left
    /// Texts end below each other, as numbers should.
    case right
  }

  /// A column's title and alignment.
  public struct Column: Sendable {
    /// The text of the header.
    public let title: String
    /// How the header and the cells line up.
    public let alignment: Alignment

    /// A column whose texts start below each other.
    public static func left(_ title: String) -> Column { Column(title: title, alignment: .left) }

    /// A column whose texts end below each other.
    public static func right(_ title: String) -> Column { Column(title: title, alignment: .right) }
  }

  private let columns: [Column]
  private let hasHeader: Bool
  private var rows: [[String]] = []

  /// Creates a table without rows.
  ///
  /// - Precondition: There is at least one column.
  public init(columns: Column...) {
    precondition(!columns.isEmpty, "A table must have at least one column")
    self.columns = columns
    hasHeader = true
  }

  /// Creates a table without header and rule, such as a list of names and values.
  ///
  /// - Precondition: There is at least one column.
  public init(withoutHeader alignments: Alignment...) {
    precondition(!alignments.isEmpty, "A table must have at least one column")
    columns = alignments.map { Column(title: "", alignment: $0) }
    hasHeader = false
  }

  /// Adds a row below the others.
  ///
  /// - Precondition: There is one cell for each column.
  public mutating func add(_ cells: String...) {
    add(cells)
  }

  /// Adds a row below the others.
  ///
  /// - Precondition: There is one cell for each column.
  public mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "A row must have one cell for each column")
    rows.append(cells)
  }

  /// The table, each line ended, no line with trailing spaces.
  public var text: String {
    let titles = columns.map(\.title)
    let widths = columns.indices.map { column in
      (rows + [titles]).map { $0[column].count }.max() ?? 0
    }
    let rule = widths.map { String(repeating: "-", count: $0) }
    return ((hasHeader ? [titles, rule] : []) + rows).map { line($0, widths: widths) }.joined()
  }

  private func line(_ cells: [String], widths: [Int]) -> String {
    let padded = columns.indices.map { column in
      let cell = cells[column]
      let padding = String(repeating: " ", count: widths[column] - cell.count)
      return columns[column].alignment == .left ? cell + padding : padding + cell
    }
    var line = padded.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}
