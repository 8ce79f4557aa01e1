import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: Clock, Sendable {
  /// A time since the clock was made.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// The time a while later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time in between.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Earlier times come first.
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private let offset = Mutex(Duration.zero)

  /// Creates a clock that stands at the beginning.
  public init() {}

  /// The time at which the clock stands.
  public var now: Instant { Instant(offset: offset.withLock { $0 }) }
  /// The clock can move by any time.
  public var minimumResolution: Duration { .zero }

  /// Moves the clock.
  public func advance(by duration: Duration) { offset.withLock { $0 += duration } }
  /// Moves the clock instead of waiting.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    offset.withLock { $0 = max($0, deadline.offset) }
  }
}
