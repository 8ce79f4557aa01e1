/// A training log that cannot be read or gone on with.
public enum TrainingLogError: FileErrorWrapping, Equatable, CustomStringConvertible {
  /// The system refused the file.
  case file(FileError)
  /// The file holds no byte.
  case empty(path: String)
  /// The file has a header and no row.
  case noRows(path: String)
  /// The first line is not the header of a training log; `column` counts from 1.
  case wrongHeader(path: String, column: Int, expected: String, found: String)
  /// A number has a decimal comma, or semicolons stand where commas must.
  case decimalComma(path: String, line: Int, found: String)
  /// A row has too few or too many fields.
  case wrongFieldCount(path: String, line: Int, expected: Int, found: Int)
  /// A field is not a number.
  case wrongField(path: String, line: Int, column: String, found: String)
  /// A field's quotes are not closed or stand amid it.
  case wrongQuotes(path: String, line: Int)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .file(let error):
      error.description
    case .empty(let path):
      "Log '\(path)' is empty; expected a header line and rows."
    case .noRows(let path):
      "Log '\(path)' holds no rows yet, only its header."
    case .wrongHeader(let path, let column, "", let found):
      "Log '\(path)' has another layout: expected \(column - 1) columns, "
        + "found a column \(column), '\(found)'."
    case .wrongHeader(let path, let column, let expected, let found):
      "Log '\(path)' has another layout: expected column \(column) to be '\(expected)', "
        + "found '\(found)'."
    case .decimalComma(let path, let line, let found):
      "Log '\(path)', line \(line): expected '.' as the decimal point and ',' between fields, "
        + "found '\(found)'."
    case .wrongFieldCount(let path, let line, let expected, let found):
      "Log '\(path)', line \(line): expected \(expected) fields, found \(found)"
        + (found > expected ? "; were numbers written with a decimal comma?" : ".")
    case .wrongField(let path, let line, let column, let found):
      "Log '\(path)', line \(line): expected a number in column '\(column)', found '\(found)'."
    case .wrongQuotes(let path, let line):
      "Log '\(path)', line \(line): expected quotes around whole fields."
    }
  }
}
