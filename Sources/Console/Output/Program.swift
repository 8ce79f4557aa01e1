#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program from its first statement to its exit code.
public enum Program {
  /// Runs the body and ends the program, reporting an error it throws.
  ///
  /// Without an error the exit code is that of the body. A ``UsageError``
  /// prints its two lines and exits with 64; any other error prints one line,
  /// `name: message`, and exits with 1. Both go to standard error. A file that
  /// grows beyond the user's limit is an error of the write like a full disk,
  /// not the end of the program by the signal SIGXFSZ.
  ///
  /// - Parameters:
  ///   - name: The program as the user calls it, such as `train`.
  ///   - body: What the program does.
  public static func run(_ name: String, _ body: () throws -> ExitCode) -> Never {
    _ = signal(SIGXFSZ, SIG_IGN)
    let code: ExitCode
    do {
      code = try body()
    } catch let error as UsageError {
      StandardError.write("\(error)\n")
      code = .usage
    } catch {
      StandardError.write("\(name): \("\(error)".onOneLine)\n")
      code = .failure
    }
    code.exit()
  }

  /// Ends the program by a signal, so that whoever started it sees why it ended.
  ///
  /// - Parameter signal: The number of the signal.
  public static func end(bySignal signal: Int32) -> Never {
    SignalAction.useDefault(for: signal)
    raise(signal)
    ExitCode.failure.exit()  // only if the signal is blocked
  }
}

extension ParsedCommand {
  /// What `parse` returns; a notice or an error ends the program instead.
  static func orExit(_ parse: () throws(UsageError) -> ParsedCommand) -> ParsedCommand {
    do throws(UsageError) {
      let parsed = try parse()
      guard let notice = parsed.notice else { return parsed }
      StandardOutput.write(notice)
      ExitCode.done.exit()
    } catch {
      StandardError.write("\(error)\n")
      ExitCode.usage.exit()
    }
  }
}
