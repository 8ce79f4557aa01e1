import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock that threads can wait at until another thread has changed something.
///
/// The standard library's `Mutex` has no such wait; this is POSIX's mutex with
/// one condition.
/// - Invariant: Both addresses are those of initialised objects until `deinit`,
///   and never change: POSIX forbids moving them.
@safe
final class Monitor: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  /// The threads that wait, or are about to.
  private let waiting = Atomic(0)

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe Self.check(pthread_mutex_init(mutex, nil), "pthread_mutex_init")
    unsafe Self.check(pthread_cond_init(condition, nil), "pthread_cond_init")
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Waits until the claim holds; it is tested again after each `announce`.
  ///
  /// - Parameter claim: Reads what it needs sequentially consistently.
  func wait(until claim: () -> Bool) {
    // Whoever announces a change sees this number, or the claim sees the change.
    waiting.add(1, ordering: .sequentiallyConsistent)
    defer { waiting.subtract(1, ordering: .relaxed) }
    unsafe Self.check(pthread_mutex_lock(mutex), "pthread_mutex_lock")
    while !claim() {
      unsafe Self.check(pthread_cond_wait(condition, mutex), "pthread_cond_wait")
    }
    unsafe Self.check(pthread_mutex_unlock(mutex), "pthread_mutex_unlock")
  }

  /// Wakes the threads that wait, after a change that they may be waiting for;
  /// without any it takes no lock.
  ///
  /// The change was made sequentially consistently.
  func announce() {
    guard waiting.load(ordering: .sequentiallyConsistent) > 0 else { return }
    // A thread that holds the lock is testing its claim, or waits already.
    unsafe Self.check(pthread_mutex_lock(mutex), "pthread_mutex_lock")
    unsafe Self.check(pthread_mutex_unlock(mutex), "pthread_mutex_unlock")
    unsafe Self.check(pthread_cond_broadcast(condition), "pthread_cond_broadcast")
  }

  private static func check(_ status: Int32, _ call: StaticString) {
    precondition(status == 0, "\(call) failed with error \(status)")
  }
}
