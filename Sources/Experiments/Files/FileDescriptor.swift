import Foundation

/// An open file, closed when its owner goes away.
///
/// Every call is repeated when a signal interrupts it and goes on until all bytes are through.
/// - Invariant: `descriptor` is open; only `deinit` closes it.
struct FileDescriptor: ~Copyable {
  /// How a file is opened.
  enum Mode {
    /// An existing file, for reading.
    case reading
    /// An existing folder, to be locked or flushed.
    case directory
    /// A file that must not exist yet, for writing.
    case creating
    /// An existing file, for writing at its end.
    case appending
    /// An existing device or pipe, for writing.
    case writing

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .directory: O_RDONLY | O_DIRECTORY
      case .creating: O_WRONLY | O_CREAT | O_EXCL
      case .appending: O_WRONLY | O_APPEND
      case .writing: O_WRONLY
      }
    }
  }

  /// The name the file was opened under.
  let path: String

  private let shownPath: String
  private let descriptor: Int32

  /// Opens a file.
  ///
  /// - Parameter shownPath: The name for errors where it is not `path`, as with a temporary file.
  init(_ path: String, _ mode: Mode, shownAs shownPath: String? = nil) throws(FileError) {
    let shownPath = shownPath ?? path
    // SAFETY: the string is passed as a terminated copy that outlives the call.
    let descriptor = retrying { unsafe open(path, mode.flags | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else {
      let operation: FileError.Operation = mode.flags & O_CREAT == 0 ? .open : .create
      throw FileError(path: shownPath, operation: operation, code: errno)
    }
    self.path = path
    self.shownPath = shownPath
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Writes all bytes at the current position.
  func write(_ bytes: RawSpan) throws(FileError) {
    // SAFETY: every access stays inside `buffer`, which is valid for the length of the closure.
    try unsafe bytes.withUnsafeBytes { buffer throws(FileError) in
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        let length = min(rest.count, longestTransfer)
        let written = retrying { unsafe Foundation.write(descriptor, rest.baseAddress, length) }
        guard written >= 0 else { throw error(.write) }
        done += written
      }
    }
  }

  /// Writes all bytes at the current position.
  func write(_ bytes: [UInt8]) throws(FileError) {
    // SAFETY: a `UInt8` has no padding, so every byte of the span is initialised.
    try unsafe write(bytes.span.bytes)
  }

  /// Fills `bytes` from the file, beginning at `offset`.
  ///
  /// - Returns: The number of bytes read; fewer than asked only at the end of the file.
  func read(into bytes: inout MutableRawSpan, at offset: Int) throws(FileError) -> Int {
    // SAFETY: every access stays inside `buffer`, which is valid for the length of the closure.
    try unsafe bytes.withUnsafeMutableBytes { buffer throws(FileError) in
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
        let length = min(rest.count, longestTransfer)
        let count = retrying {
          unsafe pread(descriptor, rest.baseAddress, length, off_t(offset + done))
        }
        guard count >= 0 else { throw error(.read) }
        if count == 0 { break }
        done += count
      }
      return done
    }
  }

  /// Waits until everything written is on the disk.
  func synchronize() throws(FileError) {
    #if canImport(Darwin)
      // Darwin's `fsync` stops at the drive's own cache.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard retrying({ fsync(descriptor) }) == 0 else { throw error(.flush) }
  }

  /// Cuts the file to its first `size` bytes.
  func truncate(to size: Int) throws(FileError) {
    guard retrying({ ftruncate(descriptor, off_t(size)) }) == 0 else { throw error(.truncate) }
  }

  /// Takes the advisory lock that ends with this descriptor.
  ///
  /// - Returns: `false` if another descriptor holds it and `waiting` is `false`.
  func lock(waiting: Bool) throws(FileError) -> Bool {
    let operation = waiting ? LOCK_EX : LOCK_EX | LOCK_NB
    if retrying({ flock(descriptor, operation) }) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw error(.lock)
  }

  /// The length in bytes of what can be read; a folder is refused.
  func size() throws(FileError) -> Int {
    let status = try status()
    guard status.kind != .directory else {
      throw FileError(path: shownPath, operation: .read, code: EISDIR)
    }
    return status.size
  }

  /// Gives the file the access rights of another.
  func setPermissions(_ permissions: mode_t) throws(FileError) {
    guard retrying({ fchmod(descriptor, permissions) }) == 0 else { throw error(.write) }
  }

  /// What the system knows about the file.
  func status() throws(FileError) -> FileStatus {
    var status = stat()
    // SAFETY: the pointer is valid for the call, which keeps nothing.
    guard unsafe fstat(descriptor, &status) == 0 else { throw error(.inspect) }
    return FileStatus(status)
  }

  private func error(_ operation: FileError.Operation) -> FileError {
    FileError(path: shownPath, operation: operation, code: errno)
  }
}

/// One call moves at most this much: Darwin refuses 2 GiB, Linux stops just below it.
private let longestTransfer = 1 << 30

/// Repeats a system call for as long as signals interrupt it.
private func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
