import Foundation

/// What the system knows about a file.
package struct FileStatus: Equatable {
  /// What lies under a name.
  package enum Kind: Equatable {
    case regularFile
    case directory
    case other
  }

  /// What lies under the name.
  package let kind: Kind
  /// The length in bytes.
  package let size: Int
  /// How many names the file has; 0 once it was removed.
  let links: Int
  /// The access rights.
  let permissions: mode_t

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regularFile
      case S_IFDIR: .directory
      default: .other
      }
    size = Int(status.st_size)
    links = Int(status.st_nlink)
    permissions = status.st_mode & 0o777
  }
}

/// The few things done to names, not to open files; every failure is a `FileError`.
package enum FileSystem {
  /// What lies under `path`, links followed; `nil` if nothing does.
  package static func status(of path: String) throws(FileError) -> FileStatus? {
    var status = stat()
    // SAFETY: both pointers are valid for the call, which keeps nothing.
    if unsafe stat(path, &status) == 0 { return FileStatus(status) }
    if errno == ENOENT { return nil }
    throw FileError(path: path, operation: .inspect, code: errno)
  }

  /// The path with every symbolic link replaced by what it points at.
  static func resolved(_ path: String) throws(FileError) -> String {
    // SAFETY: `realpath` allocates a terminated string, copied and freed here.
    guard let resolved = unsafe realpath(path, nil) else {
      throw FileError(path: path, operation: .inspect, code: errno)
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The names in a folder, sorted.
  package static func names(in directory: String) throws(FileError) -> [String] {
    // SAFETY: the stream is closed on every way out; each entry is copied before the next call.
    guard let stream = unsafe opendir(directory) else {
      throw FileError(path: directory, operation: .list, code: errno)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw FileError(path: directory, operation: .list, code: errno) }
    return names.sorted()
  }

  /// Creates one folder.
  ///
  /// - Parameter shownPath: The name for errors where it is not `path`.
  package static func createDirectory(
    _ path: String, shownAs shownPath: String? = nil
  ) throws(FileError) {
    // SAFETY: the string is passed as a terminated copy that outlives the call.
    guard unsafe mkdir(path, 0o777) == 0 else {
      throw FileError(path: shownPath ?? path, operation: .create, code: errno)
    }
  }

  /// Creates a folder and those above it that are missing.
  ///
  /// - Returns: The folders made, outermost first; when one cannot be made, none stays.
  static func createDirectories(_ path: String) throws(FileError) -> [String] {
    var missing: [String] = []
    var rest = path
    while try status(of: rest) == nil {
      missing.append(rest)
      rest = parent(of: rest)
    }
    var made: [String] = []
    do throws(FileError) {
      for directory in missing.reversed() {
        try createDirectory(directory)
        made.append(directory)
      }
    } catch {
      for directory in made.reversed() { removeEmptyDirectory(directory) }
      throw error
    }
    return made
  }

  /// Refuses a path at which this program may not make a folder, with those above it.
  static func requireCreatable(_ path: String) throws(FileError) {
    var ancestor = parent(of: path)
    while try status(of: ancestor) == nil { ancestor = parent(of: ancestor) }
    do throws(FileError) {
      try requireWritable(ancestor)
    } catch {
      throw FileError(path: path, operation: .create, code: error.code)
    }
  }

  /// Refuses a path that no file can take or replace.
  static func requireReplaceable(_ path: String) throws(FileError) {
    switch try status(of: path)?.kind {
    case .directory:
      throw FileError(path: path, operation: .write, code: EISDIR)
    case .other:
      try requireAccess(path, W_OK, shownAs: path)
    case .regularFile:
      try requireAccess(parent(of: resolved(path)), W_OK | X_OK, shownAs: path)
    case nil:
      try requireAccess(parent(of: path), W_OK | X_OK, shownAs: path)
    }
  }

  /// Refuses a folder in which this program may not create files.
  package static func requireWritable(_ directory: String) throws(FileError) {
    try requireAccess(directory, W_OK | X_OK, shownAs: directory)
  }

  private static func requireAccess(
    _ path: String, _ mode: Int32, shownAs shownPath: String
  ) throws(FileError) {
    // SAFETY: the string is passed as a terminated copy that outlives the call.
    guard unsafe access(path, mode) == 0 else {
      throw FileError(path: shownPath, operation: .write, code: errno)
    }
  }

  /// Removes a folder that must be empty; one that is not stays.
  static func removeEmptyDirectory(_ path: String) {
    // SAFETY: the string is passed as a terminated copy that outlives the call.
    _ = unsafe rmdir(path)
  }

  /// Removes a file.
  static func remove(_ path: String) throws(FileError) {
    // SAFETY: the string is passed as a terminated copy that outlives the call.
    guard unsafe unlink(path) == 0 else {
      throw FileError(path: path, operation: .remove, code: errno)
    }
  }

  /// Gives a file or folder another name, replacing what bears it.
  static func rename(_ old: String, to new: String) throws(FileError) {
    // SAFETY: the strings are passed as terminated copies that outlive the call.
    guard unsafe Foundation.rename(old, new) == 0 else {
      throw FileError(path: new, operation: .replace, code: errno)
    }
  }

  /// Makes the names in a folder durable.
  static func synchronizeDirectory(_ path: String) throws(FileError) {
    let directory = try FileDescriptor(path, .directory)
    do throws(FileError) {
      try directory.synchronize()
    } catch {
      // Some file systems cannot flush a folder and say so with these.
      guard error.code == EINVAL || error.code == ENOTSUP else { throw error }
    }
  }

  /// Reads a whole file of moderate size.
  package static func contents(of path: String) throws(FileError) -> [UInt8] {
    let file = try FileDescriptor(path, .reading)
    var bytes = [UInt8](repeating: 0, count: try file.size())
    var span = bytes.mutableSpan
    // SAFETY: every pattern of bits is a valid `UInt8`.
    var rawSpan = unsafe span.mutableBytes
    let count = try file.read(into: &rawSpan, at: 0)
    return count == bytes.count ? bytes : Array(bytes[..<count])
  }

  /// The folder a path lies in.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
