#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is known of the screen, pipe or file behind an open descriptor.
public struct Terminal: Sendable {
  /// The number the system knows the file by: 0 input, 1 output, 2 error.
  public let descriptor: Int32

  /// The environment variables that describe the terminal.
  private let environment: [String: String]

  /// Describes what is behind a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: 0 for standard input, 1 for output, 2 for error.
  ///   - environment: The environment; of it only ``variables`` are read.
  public init(descriptor: Int32, environment: [String: String] = Terminal.systemEnvironment) {
    self.descriptor = descriptor
    self.environment = environment
  }

  /// The terminal, or whatever else, behind standard input.
  public static var standardInput: Terminal { Terminal(descriptor: 0) }

  /// The terminal, or whatever else, behind standard output.
  public static var standardOutput: Terminal { Terminal(descriptor: 1) }

  /// The terminal, or whatever else, behind standard error.
  public static var standardError: Terminal { Terminal(descriptor: 2) }

  /// The variables that describe a terminal.
  public static let variables = ["TERM", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES"]

  /// The variables of this process that describe its terminal.
  public static var systemEnvironment: [String: String] {
    var environment: [String: String] = [:]
    for name in variables {
      // SAFETY: the terminated string is copied at once; nothing here changes the environment.
      environment[name] = unsafe getenv(name).map { unsafe String(cString: $0) }
    }
    return environment
  }

  /// Whether a terminal is there, and not a pipe or a file.
  public var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether a terminal is there that can draw anywhere in its window; one called `dumb`, or
  /// without a name, cannot.
  public var canShowScreen: Bool {
    isTerminal && !["", "dumb"].contains(environment["TERM"] ?? "")
  }

  /// The size of the window now, in characters.
  ///
  /// Where the system does not know it, or says 0, `COLUMNS` and `LINES` are
  /// believed, and without them 80 and 24.
  public var size: (columns: Int, rows: Int) {
    var window = winsize()
    // SAFETY: TIOCGWINSZ writes one `winsize`; if it fails, the zeros stay.
    _ = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window)
    return (
      columns: Self.firstPositive(Int(window.ws_col), environment["COLUMNS"], otherwise: 80),
      rows: Self.firstPositive(Int(window.ws_row), environment["LINES"], otherwise: 24)
    )
  }

  /// The colours that may be sent here: none where no terminal is.
  public var colorDepth: ColorDepth {
    isTerminal ? ColorDepth(environment: environment) : .none
  }

  private static func firstPositive(
    _ reported: Int, _ variable: String?, otherwise fallback: Int
  ) -> Int {
    if reported > 0 { return reported }
    guard let value = variable.flatMap({ Int($0) }), value > 0 else { return fallback }
    return value
  }
}
