import Env2048

/// What every function of the interface that can fail returns.
///
/// Behind every status but `ok` lies a text for `env2048_take_error`.
enum Status: Int32 {
  /// Done.
  case ok = 0
  /// An argument is wrong; nothing was changed.
  case invalidArgument = 1
  /// A game has not started or has ended: reset it first; nothing was changed.
  case resetNeeded = 2
  /// No environment has this handle, or none any more.
  case unknownHandle = 3
  /// Another thread is in a call with this handle; nothing was changed.
  case busy = 4
}

/// A call that cannot be answered.
struct InterfaceError: Error {
  let status: Status
  let message: String

  /// An argument is wrong.
  static func invalidArgument(_ message: String) -> InterfaceError {
    InterfaceError(status: .invalidArgument, message: message)
  }
}

extension InterfaceError {
  /// The error that tells a caller of another one.
  init(_ error: any Error) {
    switch error {
    case let error as InterfaceError: self = error
    case let error as VectorError: self.init(error)
    default: self.init(status: .invalidArgument, message: "\(error)")
    }
  }

  private init(_ error: VectorError) {
    switch error {
    case .stepBeforeReset, .stepAfterEnd:
      self.init(status: .resetNeeded, message: error.description)
    default:
      self.init(status: .invalidArgument, message: error.description)
    }
  }
}

/// Does the work of a call; turns what it throws into a status and a text.
func answering(_ work: () throws -> Void) -> Int32 {
  do {
    try work()
    return Status.ok.rawValue
  } catch {
    let error = InterfaceError(error)
    ErrorTexts.keep(error.message)
    return error.status.rawValue
  }
}
