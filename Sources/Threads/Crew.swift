import Synchronization

/// What the threads of a pool share: the work, and who is done with it.
///
/// A run goes through three steps. The caller writes the work down and starts
/// a new round; the threads see the round, and take indices until there are
/// none; the caller waits until all of them have left the round, so that no
/// thread can be late and meet the work of the next.
final class Crew: @unchecked Sendable {
  private let helpers: Int
  private let monitor = Monitor()
  private let isBusy = Atomic(false)
  /// The number of runs so far; a dismissed crew sees the largest one.
  private let round = Atomic<UInt64>(0)
  /// The helpers that have not left the round yet.
  private let remaining = Atomic(0)
  private let nextIndex = Atomic(0)

  // Written by the caller before it starts a round and after the last helper
  // has left it, read by the helpers in between: `round` and `remaining`, with
  // their orderings, keep the two apart.
  private var count = 0
  private var body: (@Sendable (Int) -> Void)?

  private static let dismissed = UInt64.max
  /// How often to look before sleeping: some fifty microseconds.
  ///
  /// Waking up takes as long, and short runs that follow each other have less between them.
  private static var patience: Int { 200_000 }

  init(helpers: Int) { self.helpers = helpers }

  /// Reserves the crew for one run; false if it is at work.
  func claim() -> Bool { !isBusy.exchange(true, ordering: .acquiring) }

  /// Does the work with all threads; the crew must be claimed and is free
  /// afterwards.
  func work(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    self.count = count
    self.body = body
    nextIndex.store(0, ordering: .relaxed)
    remaining.store(helpers, ordering: .relaxed)
    monitor.announce { _ = round.add(1, ordering: .releasing) }
    takeIndices()
    wait { remaining.load(ordering: .acquiring) == 0 }
    self.body = nil
    isBusy.store(false, ordering: .releasing)
  }

  /// The life of a helper.
  func serve() {
    var seen: UInt64 = 0
    while true {
      wait { round.load(ordering: .acquiring) != seen }
      seen = round.load(ordering: .acquiring)
      guard seen != Self.dismissed else { return }
      takeIndices()
      if remaining.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
        monitor.announce {}
      }
    }
  }

  /// Ends the helpers' lives; no run may be going on.
  func dismiss() { monitor.announce { round.store(Self.dismissed, ordering: .releasing) } }

  // Not inlined, so that no helper holds the body when it leaves the round: the
  // caller's closure must not outlive the run.
  @inline(never)
  private func takeIndices() {
    guard let body else { return }
    while true {
      let index = nextIndex.add(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      body(index)
    }
  }

  private func wait(until claim: () -> Bool) {
    for _ in 0..<Self.patience where claim() { return }
    monitor.wait(until: claim)
  }
}
