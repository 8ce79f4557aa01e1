/// How fast a benchmark ran: one rate for each repetition, warm-up left out.
public struct Measurement: Codable, Equatable, Sendable {
  /// The benchmark's name.
  public let name: String
  /// What `median`, `min` and `max` count, such as `steps/s`.
  public let unit: String
  /// The number of threads that worked.
  public let threads: Int
  /// The number of repetitions.
  public let repetitions: Int
  /// The units of work in the median repetition.
  public let operations: Int
  /// The seconds that the median repetition took: operations / median.
  public let seconds: Double
  /// The median of the repetitions' rates.
  public let median: Double
  /// The slowest repetition's rate.
  public let min: Double
  /// The fastest repetition's rate.
  public let max: Double

  /// The distance from the slowest to the fastest, as a share of the median.
  public var spread: Double { (max - min) / median }

  /// One timing: how many units of work took how long.
  typealias Repetition = (operations: Int, seconds: Double)

  /// Sums up repetitions.
  ///
  /// - Precondition: There is a repetition, and each took some time.
  init(of benchmark: Benchmark, _ timed: [Repetition]) {
    precondition(!timed.isEmpty && timed.allSatisfy { $0.seconds > 0 }, "Nothing was measured")
    // The middle one, not the mean of two middle ones, so that the three
    // numbers belong to one repetition.
    func rate(_ repetition: Repetition) -> Double {
      Double(repetition.operations) / repetition.seconds
    }
    let sorted = timed.sorted { rate($0) < rate($1) }
    let middle = sorted[(sorted.count - 1) / 2]
    name = benchmark.name
    unit = "\(benchmark.unit)/s"
    threads = benchmark.threads
    repetitions = timed.count
    operations = middle.operations
    seconds = middle.seconds
    median = rate(middle)
    min = rate(sorted[0])
    max = rate(sorted[sorted.count - 1])
  }
}

/// How benchmarks are measured.
public struct MeasurementSettings: Sendable {
  /// How many times the work is timed.
  public var repetitions: Int
  /// The least time that one repetition takes.
  public var seconds: Double
  /// The time, in seconds from some moment on.
  var now: @Sendable () -> Double = {
    (ContinuousClock.now - processStart) / .seconds(1)
  }

  /// Creates settings.
  ///
  /// - Precondition: Both are above 0.
  public init(repetitions: Int = 9, seconds: Double = 0.1) {
    precondition(repetitions > 0 && seconds > 0, "A measurement needs time")
    self.repetitions = repetitions
    self.seconds = seconds
  }

  /// Measures a benchmark: prepares it, finds how many rounds fill a
  /// repetition, which warms it up, and times the repetitions.
  public func measure(_ benchmark: Benchmark) throws -> Measurement {
    let work = try benchmark.prepare()
    var rounds = 1
    while try time(work, rounds: rounds).seconds < seconds { rounds *= 2 }
    return try measure(benchmark, work, rounds: rounds)
  }

  /// Measures work whose number of rounds is given, without warm-up.
  func measure(
    _ benchmark: Benchmark, _ work: Benchmark.Work, rounds: Int
  ) throws -> Measurement {
    Measurement(of: benchmark, try (0..<repetitions).map { _ in try time(work, rounds: rounds) })
  }

  private func time(
    _ work: Benchmark.Work, rounds: Int
  ) throws -> Measurement.Repetition {
    let start = now()
    let operations = try work(rounds)
    return (operations, now() - start)
  }
}

private let processStart = ContinuousClock.now
