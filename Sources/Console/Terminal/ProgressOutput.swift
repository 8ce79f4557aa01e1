/// Where a ``ProgressLine`` appears.
public struct ProgressOutput: Sendable {
  /// Whether one line can be rewritten in place.
  let isLive: Bool
  /// The width of the window, asked for anew with every line.
  let columns: @Sendable () -> Int
  /// Sends a text on its way, at once.
  let write: @Sendable (String) -> Void

  /// Describes where progress appears.
  ///
  /// - Parameters:
  ///   - isLive: Whether one line can be rewritten in place, as on a terminal.
  ///   - columns: The width of the window, in characters.
  ///   - write: Sends a text on its way, without keeping it back.
  public init(
    isLive: Bool, columns: @escaping @Sendable () -> Int,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.isLive = isLive
    self.columns = columns
    self.write = write
  }

  /// Standard error: one live line on a terminal, plain lines elsewhere.
  public static var standardError: ProgressOutput {
    let terminal = Terminal.standardError
    return ProgressOutput(
      isLive: terminal.isTerminal, columns: { terminal.size.columns },
      write: { StandardError.write($0) })
  }
}
