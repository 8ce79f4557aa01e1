import Synchronization

/// The environments that callers hold, by the numbers they know them by.
///
/// No number is used twice: a handle that was destroyed is refused from then
/// on, where a pointer would lead into freed memory.
enum HandleTable {
  private struct Entries {
    var next: Int64 = 1
    var environments: [Int64: HeldEnvironment] = [:]
  }

  private static let entries = Mutex(Entries())

  /// Keeps an environment.
  ///
  /// - Returns: Its handle, above 0.
  static func keep(_ environment: HeldEnvironment) -> Int64 {
    entries.withLock { entries in
      let handle = entries.next
      entries.next += 1
      entries.environments[handle] = environment
      return handle
    }
  }

  /// The environment with a handle.
  static func environment(_ handle: Int64) throws(InterfaceError) -> HeldEnvironment {
    guard let held = entries.withLock({ $0.environments[handle] }) else {
      throw unknown(handle)
    }
    return held
  }

  /// Lets an environment go.
  ///
  /// A call with its handle that is under way in another thread still ends
  /// well: that call holds the environment too.
  static func remove(_ handle: Int64) throws(InterfaceError) {
    guard entries.withLock({ $0.environments.removeValue(forKey: handle) }) != nil else {
      throw unknown(handle)
    }
  }

  private static func unknown(_ handle: Int64) -> InterfaceError {
    InterfaceError(
      status: .unknownHandle,
      message: "Handle \(handle): expected that of an environment that was not closed.")
  }
}
