#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file by its number, written to without a buffer, so that what was written has arrived.
struct Descriptor: Equatable, Sendable {
  /// The number the system knows the file by.
  let number: Int32

  /// Standard output.
  static let output = Descriptor(number: 1)

  /// Standard error.
  static let error = Descriptor(number: 2)

  /// Why a text could not be written.
  enum WriteError: Error, Equatable {
    /// Nobody reads the pipe or socket any more.
    case readerGone
    /// The system's reason, an `errno`.
    case failed(Int32)
  }

  /// Writes a text to its end.
  ///
  /// The signal SIGPIPE is ignored from the first call on: a reader that goes
  /// away is an error of the write, and each stream decides what it means.
  func write(_ text: String) throws(WriteError) {
    _ = Self.ignoringBrokenPipes
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // SAFETY: the system reads at most the bytes of the buffer, during the call.
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe systemWrite(number, bytes.baseAddress, bytes.count)
      }
      if written >= 0 {
        rest = rest.dropFirst(written)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilWritable()
      case EPIPE: throw .readerGone
      case let reason: throw .failed(reason)
      }
    }
  }

  /// Reads what has arrived, waiting for it where the descriptor waits.
  ///
  /// - Returns: The bytes, none at the end of the file or where it cannot be read any more; `nil`
  ///   if there is nothing now and there may be later.
  func read(atMost count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    // SAFETY: the system writes at most the bytes of the buffer, during the call.
    let received = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe systemRead(number, buffer.baseAddress, buffer.count)
    }
    if received < 0, errno == EAGAIN || errno == EINTR { return nil }
    return Array(bytes.prefix(max(received, 0)))
  }

  private static let ignoringBrokenPipes: Void = {
    _ = signal(SIGPIPE, SIG_IGN)
  }()

  /// Waits until a descriptor that never blocks takes more.
  private func waitUntilWritable() {
    var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  }
}

#if canImport(Glibc)
  private let systemWrite = unsafe Glibc.write
  private let systemRead = unsafe Glibc.read
#elseif canImport(Musl)
  private let systemWrite = unsafe Musl.write
  private let systemRead = unsafe Musl.read
#elseif canImport(Darwin)
  private let systemWrite = unsafe Darwin.write
  private let systemRead = unsafe Darwin.read
#endif
