import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals in the order in which they came, for a program that waits for more than signals.
///
/// The handler writes each signal's number into a pipe, whose other end `poll` can wait for
/// together with the keyboard: no signal is lost between a look and a wait. There is at most one
/// queue at a time; its end gives the signals back their default.
struct SignalQueue: ~Copyable {
  private let signals: [Int32]

  /// What is readable while a signal waits.
  let descriptor: Descriptor
  private let sender: Descriptor

  /// Catches signals from now on.
  ///
  /// - Throws: ``TerminalError`` if the process can open no pipe.
  /// - Precondition: There is no other queue.
  init(_ signals: [Int32]) throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    // SAFETY: the system writes two numbers.
    guard unsafe pipe(&ends) == 0 else { throw .refused(errno) }
    for end in ends {
      // A handler that waited for room in a full pipe would wait for itself.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    self.signals = signals
    descriptor = Descriptor(number: ends[0])
    sender = Descriptor(number: ends[1])
    let isFree = pipeForSignals.compareExchange(
      expected: -1, desired: ends[1], ordering: .sequentiallyConsistent)
    precondition(isFree.exchanged, "There is another queue of signals")
    for number in signals { SignalAction.handle(number, flags: UInt32(SA_RESTART), by: enqueue) }
  }

  deinit {
    for number in signals { SignalAction.useDefault(for: number) }
    pipeForSignals.store(-1, ordering: .sequentiallyConsistent)
    close(descriptor.number)
    close(sender.number)
  }

  /// Takes out the signals that have come.
  func received() -> [Int32] {
    descriptor.read(atMost: 64).map { $0.map(Int32.init) } ?? []
  }

  /// Lets a signal do what it does by itself; returns if the program goes on after it.
  func perform(_ number: Int32) {
    SignalAction.useDefault(for: number)
    raise(number)
    SignalAction.handle(number, flags: UInt32(SA_RESTART), by: enqueue)
  }
}

/// The end of the queue's pipe that the handler writes to; -1 without a queue.
private let pipeForSignals = Atomic<Int32>(-1)

/// The signal handler: one `write`, which POSIX allows, and the `errno` of the code it interrupts.
private func enqueue(_ number: Int32) {
  let interrupted = errno
  var byte = UInt8(truncatingIfNeeded: number)
  // SAFETY: the system reads one byte during the call. If the pipe is full, enough signals wait.
  _ = unsafe write(pipeForSignals.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = interrupted
}
