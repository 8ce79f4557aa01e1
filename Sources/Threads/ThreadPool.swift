#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads that wait for work and share it out among them.
///
///     let pool = ThreadPool(threads: ThreadPool.processors)
///     pool.run(chunks.count) { index in process(chunks[index]) }
///
/// The threads live as long as the pool: starting one takes longer than many a
/// piece of work. Between two runs they look out for the next one for some
/// microseconds before they sleep, so that a loop of short runs stays fast.
public final class ThreadPool: Sendable {
  /// The number of threads that work, the one that calls `run` included.
  public let threads: Int

  private let crew: Crew
  private let workers: [Worker]

  /// The number of processors the system has ready.
  public static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Starts the threads.
  ///
  /// - Parameter threads: The number of threads that work; one less is
  ///   started, because the thread that calls `run` works too.
  /// - Throws: `ThreadError` if the system has no room for so many.
  /// - Precondition: `threads` is above 0.
  public init(threads: Int) throws(ThreadError) {
    precondition(threads > 0, "A pool has at least one thread")
    self.threads = threads
    crew = Crew()
    var started: [Worker] = []
    do {
      for _ in 1..<threads { started.append(try Worker(for: crew)) }
    } catch {
      crew.dismiss()
      for worker in started { worker.join() }
      throw error
    }
    workers = started
  }

  deinit {
    crew.dismiss()
    for worker in workers { worker.join() }
  }

  /// Calls `body` once for each of `0..<count`, on all threads, and returns
  /// when all the calls have.
  ///
  /// Which thread makes which call is left to chance: a thread that is done
  /// with one takes another, the caller the first that is left, the others the
  /// last. While a run goes on, other runs of the same pool,
  /// also from within `body`, are done by the thread that calls them alone.
  /// - Complexity: About a microsecond beside the calls while the threads are
  ///   awake; one small allocation.
  public func run(_ count: Int, _ body: @Sendable (Int) -> Void) {
    precondition(count >= 0 && count >> 32 == 0, "A number of calls is in 0..<2^32")
    guard count > 1, threads > 1, crew.claim() else {
      for index in 0..<count { body(index) }
      return
    }
    // The crew forgets the body before `run` returns.
    withoutActuallyEscaping(body) { crew.work(count, $0) }
  }
}

/// A thread that could not be started.
public enum ThreadError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The system refused with the given error number.
  case cannotStart(errorNumber: Int32)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .cannotStart(let number):
      "Cannot start a thread: the system's error is \(number); try fewer threads."
    }
  }
}

/// A system thread that serves a crew.
///
/// Sendable, because its identifier is only ever handed back to the system.
@safe
private struct Worker: @unchecked Sendable {
  private let thread: pthread_t

  init(for crew: Crew) throws(ThreadError) {
    #if canImport(Darwin)
      var created: pthread_t?
    #else
      var created = pthread_t()
    #endif
    // The new thread takes over the reference.
    let reference = unsafe Unmanaged.passRetained(crew)
    let status = unsafe pthread_create(
      &created, nil,
      { reference in
        #if canImport(Darwin)
          let opaque = unsafe reference
        #else
          guard let opaque = unsafe reference else {
            preconditionFailure("A thread without a crew")
          }
        #endif
        unsafe Unmanaged<Crew>.fromOpaque(opaque).takeRetainedValue().serve()
        return nil
      }, reference.toOpaque())
    guard status == 0 else {
      unsafe reference.release()
      throw .cannotStart(errorNumber: status)
    }
    #if canImport(Darwin)
      guard let created = unsafe created else { throw .cannotStart(errorNumber: status) }
    #endif
    thread = created
  }

  func join() { pthread_join(thread, nil) }
}
