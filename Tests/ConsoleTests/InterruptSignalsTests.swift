import Console
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sends the signal to this process, as Ctrl-C and batch systems do, and waits until it has come.
///
/// `raise` would not do: the threads that run tests block every signal.
private func send(_ number: Int32) {
  kill(getpid(), number)
  for _ in 0..<5000 where !InterruptSignals.isRequested { usleep(1000) }
}

/// Sends a signal that should end the process; where it does not, the process exits with 99.
private func sendLast(_ number: Int32) -> Never {
  kill(getpid(), number)
  sleep(5)
  exit(99)
}

@Suite(.serialized) struct InterruptSignalsTests {
  @Test("The first signal sets a flag and the program goes on", arguments: [SIGINT, SIGTERM])
  func firstSignal(number: Int32) {
    InterruptSignals.install()
    defer { InterruptSignals.uninstall() }
    #expect(!InterruptSignals.isRequested)
    #expect(InterruptSignals.signalNumber == nil)
    send(number)
    #expect(InterruptSignals.isRequested)
    #expect(InterruptSignals.signalNumber == number)
  }

  @Test("Of two kinds the first is remembered, and the second ends nothing")
  func bothKinds() async {
    await #expect(processExitsWith: .exitCode(0)) {
      InterruptSignals.install()
      send(SIGTERM)
      kill(getpid(), SIGINT)
      usleep(100_000)
      exit(InterruptSignals.signalNumber == SIGTERM ? 0 : 1)
    }
  }

  @Test("Installing again forgets earlier signals")
  func installAgain() {
    InterruptSignals.install()
    defer { InterruptSignals.uninstall() }
    send(SIGINT)
    InterruptSignals.install()
    #expect(!InterruptSignals.isRequested)
    send(SIGINT)
    #expect(InterruptSignals.isRequested)
  }

  @Test("A second SIGINT ends the program at once")
  func secondInterrupt() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      InterruptSignals.install()
      send(SIGINT)
      guard InterruptSignals.isRequested else { exit(98) }
      sendLast(SIGINT)
    }
  }

  @Test("A second SIGTERM ends the program at once")
  func secondTermination() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      InterruptSignals.install()
      send(SIGTERM)
      guard InterruptSignals.isRequested else { exit(98) }
      sendLast(SIGTERM)
    }
  }

  @Test("Uninstalled, the first signal ends the program")
  func uninstalled() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      InterruptSignals.install()
      InterruptSignals.uninstall()
      sendLast(SIGTERM)
    }
  }

  @Test("A signal that was ignored at the start is caught")
  func ignoredBefore() async {
    await #expect(processExitsWith: .exitCode(0)) {
      _ = signal(SIGINT, SIG_IGN)
      InterruptSignals.install()
      send(SIGINT)
      exit(InterruptSignals.isRequested ? 0 : 1)
    }
  }
}
