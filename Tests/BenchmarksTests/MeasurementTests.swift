import Synchronization
import Testing

@testable import Benchmarks

/// Rates, with a clock that the work itself moves on.
@Suite struct MeasurementTests {
  /// A benchmark whose rounds are 8 operations of 0.25 s each, but in the
  /// first call, which is as slow as cold caches: what warms up.
  final class ManualWork: Sendable {
    let state = Mutex((now: 100.0, calls: 0))

    func benchmark() -> Benchmark {
      Benchmark("manual", unit: "steps") { [self] in
        { [self] rounds in
          state.withLock { state in
            state.calls += 1
            state.now += Double(rounds) * 8 * (state.calls == 1 ? 2.5 : 0.25)
          }
          return rounds * 8
        }
      }
    }

    func settings(repetitions: Int, seconds: Double) -> MeasurementSettings {
      var settings = MeasurementSettings(repetitions: repetitions, seconds: seconds)
      settings.now = { [self] in state.withLock { $0.now } }
      return settings
    }
  }

  @Test("Case 179: the rate is operations by seconds, warm-up left out of both")
  func rateWithoutWarmUp() throws {
    let work = ManualWork()
    let measurement = try work.settings(repetitions: 5, seconds: 40).measure(work.benchmark())
    #expect(measurement.median == 4)
    #expect(measurement.min == 4 && measurement.max == 4 && measurement.spread == 0)
    #expect(measurement.seconds >= 40 && measurement.seconds < 80)
    #expect(Double(measurement.operations) / measurement.median == measurement.seconds)
    #expect(measurement.unit == "steps/s" && measurement.repetitions == 5)
  }

  @Test("Case 179: N and 4N operations give one rate")
  func rateOfFourTimesTheWork() throws {
    let manual = ManualWork()
    let benchmark = manual.benchmark()
    let settings = manual.settings(repetitions: 3, seconds: 1)
    let work = try benchmark.prepare()
    _ = try work(1)
    let once = try settings.measure(benchmark, work, rounds: 50)
    let fourTimes = try settings.measure(benchmark, work, rounds: 200)
    #expect(fourTimes.operations == 4 * once.operations)
    #expect(fourTimes.seconds == 4 * once.seconds)
    #expect(fourTimes.median == once.median)
  }

  @Test("Median, slowest and fastest of uneven repetitions")
  func unevenRepetitions() {
    let benchmark = Benchmark("uneven", unit: "games", threads: 3) { { $0 } }
    let measurement = Measurement(
      of: benchmark, [(60, 3), (60, 1), (120, 4), (60, 6), (60, 60)])
    #expect(measurement.median == 20 && measurement.seconds == 3)
    #expect(measurement.min == 1 && measurement.max == 60)
    #expect(measurement.spread == 2.95)
    #expect(measurement.threads == 3)
    #expect(
      measurement.row.split(separator: " ").joined(separator: " ")
        == "uneven 20.0 games/s 1.00/s 60.0/s 295.0 % 5\n")
  }
}
