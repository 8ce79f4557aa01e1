import Console

extension BenchmarkHeader {
  /// The header as the program prints it.
  public var text: String {
    let warning =
      isDebug ? "WARNING: a debug build; build with -c release -Xcc -march=native\n" : ""
    return warning + """
      processor  \(machine.processor), \(machine.cores) cores
      compiled   \(build) for \(instructionSet), Env2048 \(version)\(commit.map { " (\($0.prefix(12)))" } ?? "")
      libraries  \(libraries.joined(separator: "; "))
      threads    \(threads) where a name ends in /threads, else 1

      """
  }
}

extension Measurement {
  /// The titles of the columns of `row`.
  public static var columns: String {
    row("name", "median", "slowest", "fastest", "spread", "runs")
  }

  /// The measurement on one line.
  public var row: String {
    let counted = String(unit.dropLast(2))
    return Self.row(
      name, Format.rate(median, of: counted), Format.rate(min), Format.rate(max),
      Format.percent(spread), String(repetitions))
  }

  /// A line of its own for each result, printed as soon as it is known.
  private static func row(
    _ name: String, _ median: String, _ min: String, _ max: String, _ spread: String,
    _ repetitions: String
  ) -> String {
    let cells = [(median, 18), (min, 10), (max, 10), (spread, 8), (repetitions, 5)]
    return name + padding(name, 32)
      + cells.map { cell, width in padding(cell, width) + cell }.joined() + "\n"
  }

  private static func padding(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: Swift.max(1, width - text.count))
  }
}
