import Experiments
import Foundation

/// Waits for logs to grow.
public struct LogWatch: Sendable {
  private let files: [String]
  private var seen: [Int]?

  /// Watches the logs of runs.
  ///
  /// - Parameter paths: The runs' folders, or log files themselves.
  public init(_ paths: [String]) throws {
    files = try paths.map { try RunLog.logFile($0) }
  }

  /// Waits until a log has another size than when this returned last; at first it returns at once.
  ///
  /// - Parameters:
  ///   - seconds: The time between two looks at the files.
  ///   - isStopRequested: Asked many times a second.
  /// - Returns: Whether a log has changed; false if a stop was requested.
  public mutating func waitForChange(
    lookingEvery seconds: Double = 1, isStopRequested: () -> Bool
  ) throws -> Bool {
    while !isStopRequested() {
      let sizes = try files.map { try FileSystem.status(of: $0)?.size ?? 0 }
      if sizes != seen {
        seen = sizes
        return true
      }
      let wake = Date.now.addingTimeInterval(seconds)
      while Date.now < wake, !isStopRequested() { Thread.sleep(forTimeInterval: 0.05) }
    }
    return false
  }
}
