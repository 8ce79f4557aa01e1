#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Something that a program with the whole window must answer.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// The window has another size.
  case resized
  /// Ctrl-Z: leave the screen, then call ``TerminalEvents/suspend()``.
  case suspended
  /// The program goes on after it was stopped; its screen may be gone.
  case resumed
  /// Somebody asked the program to end, by this signal.
  case stopped(signal: Int32)
  /// No key will ever come: the terminal is gone.
  case inputEnded
}

/// Waits for keys and signals at once, without spending time.
///
/// While it lives it catches SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGTSTP, SIGCONT and SIGWINCH.
public struct TerminalEvents: ~Copyable {
  private let input: Descriptor
  private let signals: SignalQueue
  private var decoder = KeyDecoder()

  /// How long a lone `ESC` may be the start of a sequence, in milliseconds.
  private static let escapeMilliseconds: Int32 = 50

  /// Begins to catch signals.
  ///
  /// - Parameter input: Where the keys come from.
  /// - Throws: ``TerminalError`` if the process can open no pipe.
  /// - Precondition: There are no other `TerminalEvents`.
  public init(input: Terminal = .standardInput) throws(TerminalError) {
    self.input = Descriptor(number: input.descriptor)
    signals = try SignalQueue([SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH])
  }

  /// Waits until something happens.
  ///
  /// - Parameter timeout: The longest wait, 0 for a look without one; `nil` waits for ever.
  /// - Returns: What happened, in order, signals first; nothing if time ran out.
  public mutating func next(within timeout: Duration?) -> [TerminalEvent] {
    var milliseconds = Self.milliseconds(timeout)
    let isEscapeDue =
      decoder.isWaiting && (milliseconds < 0 || milliseconds > Self.escapeMilliseconds)
    if isEscapeDue { milliseconds = Self.escapeMilliseconds }
    var requests = [
      pollfd(fd: input.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.descriptor.number, events: Int16(POLLIN), revents: 0),
    ]
    // SAFETY: the system reads and writes exactly the elements of the array.
    let ready = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
    // A wait that a signal cut short finds the signal in the queue.
    var events = signals.received().map(Self.event)
    guard ready > 0, requests[0].revents != 0 else {
      if ready == 0, isEscapeDue || milliseconds >= 0 && decoder.isWaiting {
        events += decoder.flush().map { .key($0) }
      }
      return events
    }
    guard let bytes = input.read(atMost: 256) else { return events }
    if bytes.isEmpty { return events + [.inputEnded] }
    return events + decoder.keys(from: bytes).map { .key($0) }
  }

  /// Stops the program, as Ctrl-Z does, and returns when it goes on.
  ///
  /// The caller has left the screen before, and enters it again afterwards.
  public func suspend() { signals.perform(SIGTSTP) }

  private static func event(for signal: Int32) -> TerminalEvent {
    switch signal {
    case SIGWINCH: .resized
    case SIGTSTP: .suspended
    case SIGCONT: .resumed
    default: .stopped(signal: signal)
    }
  }

  /// The time in milliseconds, rounded up so that a deadline is not looked for too early; -1 for
  /// no limit.
  private static func milliseconds(_ time: Duration?) -> Int32 {
    guard let time else { return -1 }
    return Int32(min(max((time / .milliseconds(1)).rounded(.up), 0), 1e9))
  }
}
