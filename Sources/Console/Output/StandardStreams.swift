#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output, where the results go and nothing else.
///
/// What was written has left the program when `write` returns. Do not mix it
/// with `print`, whose buffer would come out of order.
public enum StandardOutput {
  /// Writes a text as it is.
  ///
  /// If nobody reads any more, the program ends at once and without a word, by
  /// the signal SIGPIPE. If the text cannot be written for another reason, such
  /// as a full disk, the program says so and ends with ``ExitCode/failure``.
  public static func write(_ text: String) {
    do throws(Descriptor.WriteError) {
      try Descriptor.output.write(text)
    } catch {
      switch error {
      case .readerGone:
        Program.end(bySignal: SIGPIPE)
      case .failed(let reason):
        let program = CommandLine.arguments.first?.split(separator: "/").last ?? "program"
        // SAFETY: `strerror` returns a terminated string, copied before another call.
        let message = unsafe String(cString: strerror(reason))
        StandardError.write("\(program): cannot write to standard output: \(message)\n")
        ExitCode.failure.exit()
      }
    }
  }
}

/// Standard error, where messages and progress go.
public enum StandardError {
  /// Writes a text as it is; if nobody reads any more, the text is lost and the program goes on.
  public static func write(_ text: String) {
    try? Descriptor.error.write(text)
  }
}
