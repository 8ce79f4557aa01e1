#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a program tells the one that started it.
///
/// A program whose reader goes away (`evaluate … | head -1`) ends without a
/// word by the signal SIGPIPE, as other Unix programs do; shells show it as 141.
public enum ExitCode: Int32, Sendable {
  /// All that was asked for is done.
  case done = 0
  /// It could not be done; standard error says why.
  case failure = 1
  /// The command line cannot be obeyed (`EX_USAGE` of sysexits).
  case usage = 64

  /// Ends the program with this code.
  public func exit() -> Never {
    #if canImport(Glibc)
      Glibc.exit(rawValue)
    #elseif canImport(Musl)
      Musl.exit(rawValue)
    #elseif canImport(Darwin)
      Darwin.exit(rawValue)
    #endif
  }
}
