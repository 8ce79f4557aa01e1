/// Measures how often something happens, over the last half second or so.
struct RateMeter<C: Clock> where C.Duration == Duration {
  private let clock: C
  private var start: C.Instant
  private var count = 0

  /// The rate that was measured last; `nil` before the first time span is over.
  private(set) var perSecond: Double?

  /// The time span of one measurement.
  private static var span: Duration { .milliseconds(500) }

  init(clock: C) {
    self.clock = clock
    start = clock.now
  }

  /// Forgets everything, as when the work pauses.
  mutating func reset() {
    start = clock.now
    count = 0
    perSecond = nil
  }

  /// Counts events that just happened.
  mutating func add(_ events: Int) {
    count += events
    let elapsed = start.duration(to: clock.now)
    guard elapsed >= Self.span else { return }
    perSecond = Double(count) / (elapsed / .seconds(1))
    start = clock.now
    count = 0
  }
}
