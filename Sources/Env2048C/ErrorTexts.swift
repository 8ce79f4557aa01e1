import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The texts of errors that have not been taken, the latest of each thread.
enum ErrorTexts {
  private static let texts = Mutex<[UInt: String]>([:])

  /// Keeps the text of an error of the calling thread.
  static func keep(_ text: String) {
    let thread = currentThread
    texts.withLock { $0[thread] = text }
  }

  /// Takes the text of the calling thread's latest error; empty if there is none.
  static func take() -> String {
    let thread = currentThread
    return texts.withLock { $0.removeValue(forKey: thread) } ?? ""
  }

  private static var currentThread: UInt {
    #if canImport(Darwin)
      unsafe UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
