import Foundation

/// A file operation that the system refused.
public struct FileError: Error, Equatable, CustomStringConvertible {
  /// What was asked of the system.
  public enum Operation: String, Equatable, Sendable {
    case open
    case read
    case write
    case flush
    case truncate
    case lock
    case replace
    case inspect
    case list
    case create
    case remove
  }

  /// The file or folder in question, as the caller named it.
  public let path: String

  /// What was asked of the system.
  public let operation: Operation

  /// The system's error number, such as `ENOSPC`.
  public let code: Int32

  /// Creates an error from its facts.
  public init(path: String, operation: Operation, code: Int32) {
    self.path = path
    self.operation = operation
    self.code = code
  }

  /// The system's words for the error number.
  public var reason: String {
    // SAFETY: `strerror` returns a terminated string that lives at least until the next call on
    // this thread; it is copied here and now.
    unsafe String(cString: strerror(code))
  }

  /// Whether nothing lies under the path.
  public var isMissingFile: Bool { code == ENOENT }

  /// The message shown to the user.
  public var description: String {
    "Cannot \(operation.rawValue) '\(path)': \(reason)."
  }
}
