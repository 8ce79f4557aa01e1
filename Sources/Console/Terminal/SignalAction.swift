#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the process does when a signal comes.
enum SignalAction {
  /// Runs a handler, which may do only what POSIX allows in one.
  ///
  /// The signal comes even where it was blocked, as in a program started by a thread that blocks it.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - flags: Of `sigaction`, such as `SA_RESTART`.
  ///   - handler: What is run.
  static func handle(
    _ number: Int32, flags: UInt32, by handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    action.sa_flags = CInt(truncatingIfNeeded: flags)
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = handler
    #elseif canImport(Musl)
      unsafe action.__sa_handler.sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    // SAFETY: the system copies action and set during the calls.
    unsafe sigaction(number, &action, nil)
    var unblocked = sigset_t()
    unsafe sigemptyset(&unblocked)
    unsafe sigaddset(&unblocked, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  }

  /// Does what the system does by itself: end, stop, or nothing.
  static func useDefault(for number: Int32) {
    _ = signal(number, SIG_DFL)
  }
}
