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
  /// The units of work in one repetition.
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

  /// Sums up repetitions.
  ///
  /// - Parameters:
  ///   - benchmark: What was measured.
  ///   - operations: The units of work in each repetition.
  ///   - seconds: The time that each repetition took.
  /// - Precondition: There is a repetition, and each took some time.
  init(of benchmark: Benchmark, operations: Int, seconds: [Double]) {
    precondition(!seconds.isEmpty && seconds.allSatisfy { $0 > 0 }, "Nothing was measured")
    // The middle time, not the mean of two middle ones, so that the three
    // numbers belong to one repetition.
    let sorted = seconds.sorted()
    name = benchmark.name
    unit = "\(benchmark.unit)/s"
    threads = benchmark.threads
    repetitions = seconds.count
    self.operations = operations
    self.seconds = sorted[sorted.count / 2]
    median = Double(operations) / self.seconds
    min = Double(operations) / sorted[sorted.count - 1]
    max = Double(operations) / sorted[0]
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
    var operations = 0
    var times: [Double] = []
    for _ in 0..<repetitions {
      let repetition = try time(work, rounds: rounds)
      operations = repetition.operations
      times.append(repetition.seconds)
    }
    return Measurement(of: benchmark, operations: operations, seconds: times)
  }

  private func time(
    _ work: Benchmark.Work, rounds: Int
  ) throws -> (operations: Int, seconds: Double) {
    let start = now()
    let operations = try work(rounds)
    return (operations, now() - start)
  }
}

private let processStart = ContinuousClock.now
