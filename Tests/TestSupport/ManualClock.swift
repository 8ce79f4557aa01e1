import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: Clock, Sendable {
  /// A time since the clock was made.
  public struct Instant: InstantProtocol {
    let offset: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private let offset = Mutex(Duration.zero)

  /// Creates a clock that stands at the beginning.
  public init() {}

  public var now: Instant { Instant(offset: offset.withLock { $0 }) }
  public var minimumResolution: Duration { .zero }

  /// Moves the clock.
  public func advance(by duration: Duration) { offset.withLock { $0 += duration } }
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    offset.withLock { $0 = max($0, deadline.offset) }
  }
}
