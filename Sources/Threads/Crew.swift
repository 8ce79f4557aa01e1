import Synchronization

/// What the threads of a pool share: the work, and who is at it.
///
/// A run is a round. The caller writes the work down and opens the round;
/// helpers that see it open enter, take indices until there are none, and leave.
/// When no index is left the caller closes the round, so that nobody enters any
/// more, and waits for those inside. A helper that comes late, because it slept
/// or has no processor, misses the round, and nobody waits for it.
final class Crew: @unchecked Sendable {
  private let monitor = Monitor()
  private let isBusy = Atomic(false)
  private let state = Atomic(State(rawValue: 0))
  private let rest = Atomic(Rest(rawValue: 0))

  // Written by the caller while the round is closed and nobody inside, read by
  // those inside: `state`, with its orderings, keeps the two apart.
  private var body: (@Sendable (Int) -> Void)?

  /// How often to look before sleeping: some fifty microseconds.
  ///
  /// Waking up takes as long, and short runs that follow each other have less
  /// between them.
  private static var patience: Int { 200_000 }

  /// Where a crew stands, in one word.
  private struct State: RawRepresentable, AtomicRepresentable, Equatable {
    /// Bits 0…15 the helpers inside, bit 16 whether the round is open, bit 17
    /// whether the crew is dismissed, from bit 18 on the number of the round.
    var rawValue: UInt64

    var helpersInside: UInt64 { rawValue & 0xFFFF }
    var isOpen: Bool { rawValue >> 16 & 1 == 1 }
    var isDismissed: Bool { rawValue >> 17 & 1 == 1 }
    var round: UInt64 { rawValue >> 18 }

    /// The next round, open, with nobody inside.
    var next: State { State(rawValue: (round &+ 1) << 18 | 1 << 16) }
    var closed: State { State(rawValue: rawValue & ~(1 << 16)) }
    var dismissed: State { State(rawValue: rawValue | 1 << 17) }
    var withOneMore: State { State(rawValue: rawValue + 1) }
    var withOneLess: State { State(rawValue: rawValue - 1) }
  }

  /// The indices that nobody has taken yet, in one word.
  ///
  /// The caller takes the first, helpers take the last: of two threads each
  /// mostly does what it did in the run before, with memory that is near it.
  private struct Rest: RawRepresentable, AtomicRepresentable, Equatable {
    /// Bits 0…31 the first index, from bit 32 on the one after the last.
    var rawValue: UInt64

    var first: UInt64 { rawValue & 0xFFFF_FFFF }
    var end: UInt64 { rawValue >> 32 }

    var withoutFirst: Rest { Rest(rawValue: rawValue + 1) }
    var withoutLast: Rest { Rest(rawValue: rawValue - 1 << 32) }
  }

  /// Reserves the crew for one run; false if it is at work.
  func claim() -> Bool { !isBusy.exchange(true, ordering: .acquiring) }

  /// Does the work with all threads that come; the crew must be claimed and is
  /// free afterwards.
  ///
  /// - Precondition: `count` is in `0..<2^32`.
  func work(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    self.body = body
    rest.store(Rest(rawValue: UInt64(count) << 32), ordering: .relaxed)
    change(\.next)
    monitor.announce()
    takeIndices(isHelper: false)
    change(\.closed)
    wait { $0.helpersInside == 0 }
    self.body = nil
    isBusy.store(false, ordering: .releasing)
  }

  /// The life of a helper.
  func serve() {
    var lastRound: UInt64 = 0
    while true {
      let seen = wait { $0.isDismissed || $0.isOpen && $0.round != lastRound }
      if seen.isDismissed { return }
      // Another helper, or the end of the round, may have come in between.
      let (entered, _) = state.weakCompareExchange(
        expected: seen, desired: seen.withOneMore, ordering: .acquiring)
      guard entered else { continue }
      lastRound = seen.round
      takeIndices(isHelper: true)
      let left = change(\.withOneLess)
      if !left.isOpen, left.helpersInside == 0 { monitor.announce() }
    }
  }

  /// Ends the helpers' lives; no run may be going on.
  func dismiss() {
    change(\.dismissed)
    monitor.announce()
  }

  // Not inlined, so that no helper holds the body when it leaves the round: the
  // caller's closure must not outlive the run.
  @inline(never)
  private func takeIndices(isHelper: Bool) {
    guard let body else { return }
    var seen = rest.load(ordering: .relaxed)
    while seen.first < seen.end {
      let (taken, found) = rest.weakCompareExchange(
        expected: seen, desired: isHelper ? seen.withoutLast : seen.withoutFirst,
        ordering: .relaxed)
      if taken {
        body(Int(truncatingIfNeeded: isHelper ? seen.end - 1 : seen.first))
        seen = rest.load(ordering: .relaxed)
      } else {
        seen = found
      }
    }
  }

  /// Changes the state, whatever others change at the same time.
  @discardableResult
  private func change(_ step: (State) -> State) -> State {
    var old = state.load(ordering: .relaxed)
    while true {
      let (changed, found) = state.weakCompareExchange(
        expected: old, desired: step(old), ordering: .sequentiallyConsistent)
      if changed { return step(old) }
      old = found
    }
  }

  @discardableResult
  private func wait(until claim: (State) -> Bool) -> State {
    for _ in 0..<Self.patience {
      let found = state.load(ordering: .acquiring)
      if claim(found) { return found }
    }
    var found = state.load(ordering: .acquiring)
    monitor.wait {
      found = state.load(ordering: .sequentiallyConsistent)
      return claim(found)
    }
    return found
  }
}
