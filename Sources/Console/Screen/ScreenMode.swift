#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal lent to a program that draws the whole window and sees every key at once.
///
/// `enter()` turns to the second screen, hides the cursor and switches the echo off; `leave()` puts
/// all of it back, and so does the end of this value's life, whatever error ends it. Ctrl-C and
/// Ctrl-Z still send their signals; ``TerminalEvents`` reports them, so that the program can leave
/// the screen first.
public struct ScreenMode: ~Copyable {
  private let input: Int32
  private let output: Descriptor
  private let original: termios
  private var isEntered = false

  /// Remembers the state of a terminal, without changing it.
  ///
  /// - Throws: ``TerminalError`` if one of the two is no terminal.
  public init(
    input: Terminal = .standardInput, output: Terminal = .standardOutput
  ) throws(TerminalError) {
    var attributes = termios()
    // SAFETY: the system writes one `termios`, or none and says so.
    guard unsafe tcgetattr(input.descriptor, &attributes) == 0, output.isTerminal else {
      throw .noTerminal
    }
    self.input = input.descriptor
    self.output = Descriptor(number: output.descriptor)
    original = attributes
  }

  deinit {
    if isEntered { Self.restore(original, input: input, output: output) }
  }

  /// Takes the terminal over; also after something else changed it meanwhile.
  public mutating func enter() throws(TerminalError) {
    var attributes = original
    attributes.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    // Ctrl-S must not freeze the program, and Enter stays apart from Ctrl-J.
    attributes.c_iflag &= ~tcflag_t(IXON | ICRNL)
    let wasEntered = isEntered
    isEntered = true
    // SAFETY: the system reads one `termios` during the call.
    guard unsafe tcsetattr(input, TCSANOW, &attributes) == 0 else { throw .refused(errno) }
    // Entering the second screen again would forget where the cursor stood on the first.
    try write((wasEntered ? "" : ControlSequence.enterScreen) + ControlSequence.prepareScreen)
  }

  /// Gives the terminal back as it was.
  public mutating func leave() {
    guard isEntered else { return }
    Self.restore(original, input: input, output: output)
    isEntered = false
  }

  /// Sends a text, such as ``ScreenPainter`` makes.
  public func write(_ text: String) throws(TerminalError) {
    do throws(Descriptor.WriteError) {
      try output.write(text)
    } catch {
      switch error {
      case .readerGone: throw .refused(EPIPE)
      case .failed(let reason): throw .refused(reason)
      }
    }
  }

  /// Where a step fails, the terminal is gone, and nothing is left to restore.
  private static func restore(_ original: termios, input: Int32, output: Descriptor) {
    try? output.write(ControlSequence.leaveScreen)
    var attributes = original
    // SAFETY: the system reads one `termios` during the call.
    _ = unsafe tcsetattr(input, TCSANOW, &attributes)
  }
}

/// What a terminal did not do.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
  /// Standard input or output is a pipe or a file.
  case noTerminal
  /// The system's reason, an `errno`.
  case refused(Int32)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .noTerminal: "standard input and output are not both a terminal"
    case .refused(let reason):
      // SAFETY: `strerror` returns a terminated string, copied before another call.
      "the terminal failed: \(unsafe String(cString: strerror(reason)))"
    }
  }
}
