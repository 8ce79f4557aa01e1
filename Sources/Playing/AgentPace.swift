import Env2048

/// Says when an agent's next move is due, and how fast it really plays.
///
/// Two pictures are at least ``frameInterval`` apart: an agent that is faster makes several moves
/// in between.
struct AgentPace<C: Clock> where C.Duration == Duration {
  private let clock: C
  private var due: C.Instant?
  private var wake: C.Instant?
  private var meter: RateMeter<C>

  /// The least time between two pictures.
  static var frameInterval: Duration { .milliseconds(33) }

  init(clock: C) {
    self.clock = clock
    meter = RateMeter(clock: clock)
  }

  /// The measured number of moves a second; `nil` while there is none.
  var movesPerSecond: Double? { meter.perSecond }

  /// How long to wait before the next moves; `nil` while the agent does not play.
  var wait: Duration? { wake.map { max(clock.now.duration(to: $0), .zero) } }

  /// Lets the agent make the moves that are due, for no longer than one picture lasts.
  mutating func play<State>(_ session: inout PlaySession<State>) {
    guard session.isAgentPlaying else {
      due = nil
      wake = nil
      meter.reset()
      return
    }
    let now = clock.now
    let interval = session.speed.interval
    // The first move waits like the others, and so that a higher speed is felt at once, none
    // waits longer than its interval.
    var next = min(due ?? now.advanced(by: interval), now.advanced(by: interval))
    // Nor is a long stop made up for, as by Ctrl-Z.
    let backlog = max(interval, Self.frameInterval * 2)
    next = max(next, now.advanced(by: .zero - backlog))
    let before = session.agentMoves
    let end = now.advanced(by: Self.frameInterval)
    while session.isAgentPlaying, next <= now, clock.now < end {
      session.playAgentMove()
      next = next.advanced(by: interval)
    }
    meter.add(session.agentMoves - before)
    // Without a limit the moves themselves have taken the time between two pictures.
    let isFast = interval > .zero && interval < Self.frameInterval
    let earliest = isFast ? now.advanced(by: Self.frameInterval) : now
    wake = session.isAgentPlaying ? max(next, earliest) : nil
    due = session.isAgentPlaying ? next : nil
  }
}
