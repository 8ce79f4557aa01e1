import Experiments

/// A picture that cannot be drawn.
public enum PlotError: Error, Equatable, CustomStringConvertible {
  /// gnuplot is not where programs are looked for.
  case gnuplotMissing
  /// gnuplot ended with an error.
  case gnuplotFailed(reason: String)
  /// A file's name does not say which kind of picture it is to be.
  case unknownFormat(path: String)
  /// No run has a number in the column.
  case noValues(column: TrainingRecord.Column)
  /// The run has not been evaluated.
  case notEvaluated(path: String)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .gnuplotMissing:
      "gnuplot, which draws the plots, is not on PATH; "
        + "install it with Scripts/setup, 'apt-get install gnuplot-nox' or 'brew install gnuplot'."
    case .gnuplotFailed(let reason):
      "gnuplot failed: \(reason)"
    case .unknownFormat(let path):
      "'\(path)': expected a name that ends in .svg, .png or .pdf."
    case .noValues(let column):
      "No run has values of '\(column.rawValue)'"
        + (column.rawValue.hasPrefix("eval_") ? "; train with --evaluate-every." : ".")
    case .notEvaluated(let path):
      "Run '\(path)' has no evaluation yet; make one with 'evaluate \(path)'."
    }
  }
}
