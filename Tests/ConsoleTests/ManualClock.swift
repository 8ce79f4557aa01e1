import Synchronization

/// A clock that stands still until a test moves it.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    let offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private let offset = Mutex(Duration.zero)

  var now: Instant { Instant(offset: offset.withLock { $0 }) }
  var minimumResolution: Duration { .zero }

  func advance(by duration: Duration) { offset.withLock { $0 += duration } }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    offset.withLock { $0 = max($0, deadline.offset) }
  }
}
