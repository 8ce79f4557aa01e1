import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The wish of a user (Ctrl-C, SIGINT) or of a batch system (SIGTERM) that the program stop.
///
/// After `install()` the first such signal only sets a flag, which long work
/// looks at between two steps. A second signal of the same kind ends the
/// program at once, so that nobody is held up by a step that does not end.
public enum InterruptSignals {
  /// The signals that are caught.
  private static let caught = [SIGINT, SIGTERM]

  /// Catches SIGINT and SIGTERM from now on, and forgets earlier ones.
  ///
  /// They are caught even where the program was started with SIGINT ignored,
  /// as scripts start programs in the background: a training stopped by
  /// `kill -INT` saves its work either way; and where they were blocked, as in
  /// programs started by a thread that blocks them.
  public static func install() {
    // The first use also makes the flag, which a signal handler must not do.
    received.store(0, ordering: .releasing)
    // The system itself restores the default with the first signal, and goes on with calls it cut.
    let flags = UInt32(SA_RESETHAND) | UInt32(SA_RESTART)
    for number in caught { SignalAction.handle(number, flags: flags, by: takeDown) }
  }

  /// Gives SIGINT and SIGTERM back their default, which ends the program, and forgets earlier ones.
  public static func uninstall() {
    for number in caught { SignalAction.useDefault(for: number) }
    received.store(0, ordering: .releasing)
  }

  /// Whether somebody asked the program to stop.
  public static var isRequested: Bool { signalNumber != nil }

  /// The first signal that came, SIGINT (2) or SIGTERM (15); `nil` while none has.
  public static var signalNumber: Int32? {
    let number = received.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }
}

/// The first signal that came, 0 while none has.
private let received = Atomic<Int32>(0)

/// The signal handler: one atomic store, which POSIX allows in a handler.
private func takeDown(_ number: Int32) {
  _ = received.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
}
