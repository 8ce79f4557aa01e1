import Env2048

/// Says when an agent's next move is due, and how fast it really plays.
///
/// Two pictures are at least ``frameInterval`` apart: an agent that is faster makes several moves
/// in between.
struct AgentPace<C: Clock> where C.Duration == Duration {
  private let clock: C
  private var due: C.Instant?
  private var meter: RateMeter<C>

  /// The least time between two pictures.
  static var frameInterval: Duration { .milliseconds(33) }

  init(clock: C) {
    self.clock = clock
    meter = RateMeter(clock: clock)
  }

  /// The measured number of moves a second; `nil` while there is none.
  var movesPerSecond: Double? { meter.perSecond }

  /// How long to wait for the next move; `nil` while the agent does not play.
  var wait: Duration? { due.map { max(clock.now.duration(to: $0), .zero) } }

  /// Lets the agent make the moves that are due, for no longer than one picture lasts.
  mutating func play<State>(_ session: inout PlaySession<State>) {
    guard session.isAgentPlaying else {
      due = nil
      meter.reset()
      return
    }
    let now = clock.now
    let interval = session.speed.interval
    // The first move waits like the others, and so that a higher speed is felt at once, none
    // waits longer than its interval.
    var next = min(due ?? now.advanced(by: interval), now.advanced(by: interval))
    let before = session.agentMoves
    let end = now.advanced(by: Self.frameInterval)
    while session.isAgentPlaying, next <= now, clock.now < end {
      session.playAgentMove()
      next = next.advanced(by: interval)
    }
    meter.add(session.agentMoves - before)
    // Moves that were not made in time are not made up for.
    due = session.isAgentPlaying ? max(next, now) : nil
  }
}
