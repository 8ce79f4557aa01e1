extension Benchmark {
  /// Every benchmark of the package, in the order they run.
  public static let all: [Benchmark] = environments + boards + agents + perceptrons

  /// The benchmarks whose name holds the text.
  public static func matching(_ text: String) -> [Benchmark] {
    all.filter { text.isEmpty || $0.name.contains(text) }
  }
}
