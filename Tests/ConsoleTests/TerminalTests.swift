import Console
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct TerminalTests {
  /// Calls `body` with the descriptor of a new terminal of this size.
  func withTerminal(columns: UInt16, rows: UInt16, _ body: (Int32) -> Void) {
    let descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(descriptor) }
    var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    #expect(unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &window) == 0)
    body(descriptor)
  }

  /// Calls `body` with the descriptor of something that is no terminal.
  func withFile(_ body: (Int32) -> Void) {
    let descriptor = unsafe open("/dev/null", O_RDWR)
    defer { close(descriptor) }
    body(descriptor)
  }

  @Test("The window's size comes from the system", arguments: [(80, 24), (10, 5), (20, 10)])
  func size(columns: UInt16, rows: UInt16) {
    withTerminal(columns: columns, rows: rows) { descriptor in
      let terminal = Terminal(descriptor: descriptor, environment: ["COLUMNS": "7", "LINES": "7"])
      #expect(terminal.isTerminal)
      #expect(terminal.size == (Int(columns), Int(rows)))
    }
  }

  @Test("A window of 0x0 falls back to the environment, then to 80x24")
  func unknownSize() {
    withTerminal(columns: 0, rows: 0) { descriptor in
      let told = Terminal(descriptor: descriptor, environment: ["COLUMNS": "132", "LINES": "50"])
      #expect(told.size == (132, 50))
      for nonsense in ["", "0", "-5", "wide"] {
        let environment = ["COLUMNS": nonsense, "LINES": nonsense]
        let terminal = Terminal(descriptor: descriptor, environment: environment)
        #expect(terminal.size == (80, 24))
      }
    }
  }

  @Test("A file is no terminal and has no colours, whatever the environment says")
  func file() {
    withFile { descriptor in
      let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
      let terminal = Terminal(descriptor: descriptor, environment: environment)
      #expect(!terminal.isTerminal)
      #expect(terminal.size == (80, 24))
      #expect(terminal.colorDepth == .none)
    }
    #expect(!Terminal(descriptor: -1, environment: [:]).isTerminal)
  }

  static let depths: [([String: String], ColorDepth)] = [
    ([:], .none),
    (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
    (["TERM": "xterm"], .ansi16),
    (["TERM": "xterm-256color"], .palette256),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
    (["TERM": "screen", "COLORTERM": "24bit"], .trueColor),
    (["TERM": "xterm-256color", "COLORTERM": "yes"], .palette256),
    (["TERM": "xterm-direct"], .trueColor),
  ]

  @Test("The environment tells how many colours a terminal shows", arguments: depths)
  func colorDepth(environment: [String: String], depth: ColorDepth) {
    withTerminal(columns: 80, rows: 24) { descriptor in
      #expect(Terminal(descriptor: descriptor, environment: environment).colorDepth == depth)
    }
  }

  @Test("Case 184: NO_COLOR forbids colours unless it is empty")
  func noColor() {
    let colors = ["TERM": "xterm", "COLORTERM": "truecolor"]
    withTerminal(columns: 80, rows: 24) { descriptor in
      func depth(_ value: String) -> ColorDepth {
        let environment = colors.merging(["NO_COLOR": value]) { $1 }
        return Terminal(descriptor: descriptor, environment: environment).colorDepth
      }
      #expect(depth("1") == .none)
      #expect(depth("0") == .none)
      #expect(depth("") == .trueColor)
    }
  }

  @Test("The environment of the process is read")
  func systemEnvironment() {
    #expect(unsafe setenv("COLUMNS", "123", 1) == 0)
    #expect(Terminal.systemEnvironment["COLUMNS"] == "123")
    #expect(unsafe unsetenv("COLUMNS") == 0)
    #expect(Terminal.systemEnvironment["COLUMNS"] == nil)
  }
}
