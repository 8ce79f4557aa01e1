import Foundation

/// A program that runs in a terminal of its own, typed to and watched by a test.
public final class TerminalProgram {
  /// How a program ended.
  public enum Ending: Equatable, Sendable {
    case exited(Int32)
    case signaled(Int32)
  }

  /// What the window shows.
  public private(set) var screen: ScreenModel
  /// Everything that the program sent.
  public private(set) var output: [UInt8] = []

  /// The process; its number is also that of its session and of its process group.
  public let process: pid_t
  private let master: Int32
  private let slave: Int32
  private var ending: Ending?

  /// A call that the system refused.
  public struct Failure: Error {
    let call: String
    let code: Int32
  }

  /// Starts a program with a terminal as its input, outputs and controlling terminal.
  ///
  /// - Parameters:
  ///   - environment: The whole environment, but for `PATH`.
  public init(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
    columns: Int = 80, rows: Int = 24
  ) throws {
    screen = ScreenModel(columns: columns, rows: rows)
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    guard unsafe openpty(&ends.master, &ends.slave, nil, nil, nil) == 0,
      let name = unsafe ttyname(ends.slave).map({ unsafe String(cString: $0) })
    else { throw Failure(call: "openpty", code: errno) }
    (master, slave) = ends
    // A program started meanwhile by another test must not keep this terminal open.
    for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    settingsBefore = Self.settings(of: slave)
    process = try Self.spawn(
      path, arguments, environment, terminal: name, master: master, columns, rows)
  }

  deinit {
    if ending == nil {
      kill(process, SIGKILL)
      _ = waitpid(process, nil, 0)
    }
    close(slave)
    close(master)
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String], terminal: String,
    master: Int32, _ columns: Int, _ rows: Int
  ) throws -> pid_t {
    setSize(of: master, columns: columns, rows: rows)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens becomes its controlling one.
    unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Threads that run tests block signals, which a program would inherit.
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = startsSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var variables = environment
    variables["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    var argv = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var envp = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for index in unsafe argv.indices { unsafe free(argv[index]) }
      for index in unsafe envp.indices { unsafe free(envp[index]) }
    }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, path, &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw Failure(call: "posix_spawn \(path)", code: code) }
    return process
  }

  private static func setSize(of terminal: Int32, columns: Int, rows: Int) {
    var window = winsize()
    (window.ws_col, window.ws_row) = (UInt16(columns), UInt16(rows))
    _ = unsafe ioctl(terminal, UInt(TIOCSWINSZ), &window)
  }

  /// Types a text.
  public func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(master, bytes, bytes.count)
  }

  /// Gives the window another size.
  public func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    Self.setSize(of: master, columns: columns, rows: rows)
  }

  /// Takes in what the program sends until the window is as expected, for at most ten seconds.
  ///
  /// - Returns: Whether it became so.
  @discardableResult
  public func waits(until isAsExpected: (ScreenModel) -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(10)
    while !isAsExpected(screen) {
      guard ContinuousClock.now < deadline else { return false }
      watch(milliseconds: 20)
    }
    return true
  }

  /// Waits until a text is to be seen.
  @discardableResult
  public func shows(_ text: String) -> Bool { waits { $0.text.contains(text) } }

  /// Takes in what the program sends during a time.
  public func watch(milliseconds: Int32) {
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, milliseconds) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(master, &buffer, buffer.count)
    guard count > 0 else { return }
    output += buffer[..<count]
    screen.feed(buffer[..<count])
  }

  /// Waits until the program has ended, for at most ten seconds; `nil` if it has not.
  public func end() -> Ending? {
    let deadline = ContinuousClock.now + .seconds(10)
    while ending == nil, ContinuousClock.now < deadline {
      watch(milliseconds: 10)
      var status: Int32 = 0
      guard unsafe waitpid(process, &status, WNOHANG) == process else { continue }
      let signal = status & 0x7F
      ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
    }
    watch(milliseconds: 0)
    return ending
  }

  /// The settings of the terminal before the program started.
  public let settingsBefore: [UInt64]

  /// The settings of the terminal: flags and control characters.
  public var settings: [UInt64] { Self.settings(of: slave) }

  private static func settings(of terminal: Int32) -> [UInt64] {
    var attributes = termios()
    _ = unsafe tcgetattr(terminal, &attributes)
    let characters = unsafe withUnsafeBytes(of: attributes.c_cc) { unsafe $0.map { UInt64($0) } }
    return [
      UInt64(attributes.c_iflag), UInt64(attributes.c_oflag), UInt64(attributes.c_cflag),
      UInt64(attributes.c_lflag),
    ] + characters
  }

  /// The seconds of processor time that the program has used, on Linux.
  public var processorSeconds: Double? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 12,
      let user = Double(fields[11]), let system = Double(fields[12])
    else { return nil }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

/// `POSIX_SPAWN_SETSID`, which glibc and musl show only to programs that define `_GNU_SOURCE`.
#if canImport(Darwin)
  private let startsSession: Int32 = 0x400
#else
  private let startsSession: Int32 = 0x80
#endif
