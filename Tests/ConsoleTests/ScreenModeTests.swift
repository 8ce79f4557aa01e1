import TestSupport
import Testing

@testable import Console

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct ScreenModeTests {
  /// Both ends of a new terminal, closed when the test ends.
  struct Pair: ~Copyable {
    let master: Int32
    let slave: Int32

    init() {
      var ends: (Int32, Int32) = (-1, -1)
      #expect(unsafe openpty(&ends.0, &ends.1, nil, nil, nil) == 0)
      (master, slave) = ends
    }

    deinit {
      close(slave)
      close(master)
    }

    var terminal: Terminal { Terminal(descriptor: slave, environment: ["TERM": "xterm"]) }

    /// The flags that a program with the whole window changes.
    var flags: [tcflag_t] {
      var attributes = termios()
      #expect(unsafe tcgetattr(slave, &attributes) == 0)
      return [attributes.c_iflag, attributes.c_oflag, attributes.c_cflag, attributes.c_lflag]
    }

    /// What a terminal shows after all that was written.
    func screen(after shown: ScreenModel = ScreenModel(columns: 20, rows: 3)) -> ScreenModel {
      var screen = shown
      var buffer = [UInt8](repeating: 0, count: 4096)
      var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      // What was written arrives a moment later, perhaps in pieces.
      while unsafe poll(&request, 1, 100) > 0 {
        let count = unsafe read(master, &buffer, buffer.count)
        screen.feed(buffer.prefix(max(count, 0)))
      }
      return screen
    }
  }

  struct Mishap: Error {}

  @Test("The screen is entered and left again, and the settings return")
  func enterAndLeave() throws {
    let pair = Pair()
    let before = pair.flags
    var mode = try ScreenMode(input: pair.terminal, output: pair.terminal)
    #expect(pair.flags == before)
    try mode.enter()
    try mode.write("hello")
    let during = pair.screen()
    #expect(during.isAlternate && !during.isCursorVisible && !during.wraps)
    #expect(during.text.hasPrefix("hello"))
    #expect(pair.flags[3] & tcflag_t(ECHO | ICANON) == 0)
    #expect(pair.flags[3] & tcflag_t(ISIG) != 0)
    mode.leave()
    let after = pair.screen(after: during)
    #expect(!after.isAlternate && after.isCursorVisible && after.wraps)
    #expect(after.text == "\n\n")
    #expect(pair.flags == before)
  }

  @Test("An error on the way restores the terminal")
  func error() throws {
    let pair = Pair()
    let before = pair.flags
    func play() throws {
      var mode = try ScreenMode(input: pair.terminal, output: pair.terminal)
      try mode.enter()
      throw Mishap()
    }
    #expect(throws: Mishap.self) { try play() }
    #expect(pair.flags == before)
    #expect(!pair.screen().isAlternate)
  }

  @Test("A file is refused")
  func file() {
    let file = unsafe open("/dev/null", O_RDWR)
    defer { close(file) }
    #expect(throws: TerminalError.noTerminal) {
      _ = try ScreenMode(input: Terminal(descriptor: file), output: Terminal(descriptor: file))
    }
  }
}

/// In processes of their own, as signals reach a whole process.
@Suite struct TerminalEventsTests {
  @Test("Keys and signals are told in order, and a wait takes no time of the processor")
  func keysAndSignals() async {
    await #expect(processExitsWith: .exitCode(0)) {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { exit(90) }
      var events = try TerminalEvents(input: Terminal(descriptor: ends[0]))
      guard events.next(within: .zero) == [] else { exit(91) }
      _ = unsafe write(ends[1], "a\u{1B}", 2)
      guard events.next(within: .seconds(5)) == [.key(.character("a"))] else { exit(92) }
      // Nothing follows: it was the key Escape.
      guard events.next(within: nil) == [.key(.escape)] else { exit(93) }
      _ = unsafe write(ends[1], "\u{1B}[", 2)
      guard events.next(within: .zero) == [] else { exit(94) }
      _ = unsafe write(ends[1], "A", 1)
      guard events.next(within: nil) == [.key(.up)] else { exit(95) }
      for (signal, event) in [
        (SIGWINCH, TerminalEvent.resized), (SIGTERM, .stopped(signal: SIGTERM)),
        (SIGINT, .stopped(signal: SIGINT)), (SIGCONT, .resumed), (SIGTSTP, .suspended),
      ] {
        kill(getpid(), signal)
        guard events.next(within: .seconds(5)) == [event] else { exit(96) }
      }
      let start = clock()
      guard events.next(within: .milliseconds(300)) == [] else { exit(97) }
      guard Double(clock() - start) / Double(CLOCKS_PER_SEC) < 0.1 else { exit(98) }
      close(ends[1])
      guard events.next(within: nil) == [.inputEnded] else { exit(99) }
      exit(0)
    }
  }
}
