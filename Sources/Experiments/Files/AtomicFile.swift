import Foundation

/// A file that replaces its predecessor as a whole or not at all.
///
/// The bytes go to `NAME.PID.tmp` beside the target. `commit()` flushes them to the disk, renames
/// the temporary over the target and flushes the folder, so that after a crash or a power cut the
/// target is one complete version, the old or the new. Without a commit the temporary is removed
/// and the target untouched. A killed writer leaves its temporary behind; it holds a lock on it
/// while it lives, so `removeStrays(in:)` tells the dead ones apart.
///
/// A target that is a symbolic link keeps pointing at the replaced file; a device or pipe, such as
/// `/dev/stdout`, is written to directly.
package struct AtomicFile: ~Copyable {
  private let file: FileDescriptor
  private let target: String
  private let permissions: mode_t?
  private var isPending: Bool

  /// Begins to replace `path`.
  init(replacing path: String) throws(FileError) {
    let existing = try FileSystem.status(of: path)
    let target =
      switch existing?.kind {
      case .directory: throw FileError(path: path, operation: .write, code: EISDIR)
      case .regularFile: try FileSystem.resolved(path)
      case .other, nil: path
      }
    let isDevice = existing?.kind == .other
    file =
      isDevice
      ? try FileDescriptor(path, .writing) : try Self.openTemporary(for: target, shownAs: path)
    self.target = target
    permissions = existing?.permissions
    isPending = !isDevice
  }

  deinit {
    // The error that led here is on its way; a temporary that stays is a stray for later.
    if isPending { try? FileSystem.remove(file.path) }
  }

  /// Adds bytes to the new version.
  func append(_ bytes: RawSpan) throws(FileError) {
    try file.write(bytes)
  }

  /// Adds bytes to the new version.
  func append(_ bytes: [UInt8]) throws(FileError) {
    try file.write(bytes)
  }

  /// Puts the new version in the old one's place.
  consuming func commit() throws(FileError) {
    guard isPending else { return }
    if let permissions { try file.setPermissions(permissions) }
    try file.synchronize()
    try FileSystem.rename(file.path, to: target)
    isPending = false
    try FileSystem.synchronizeDirectory(FileSystem.parent(of: target))
  }

  /// Replaces the contents of `path` by `bytes`.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = try AtomicFile(replacing: path)
    try file.append(bytes)
    try file.commit()
  }

  /// Replaces the contents of `path` by a text in UTF-8.
  package static func write(_ text: String, to path: String) throws(FileError) {
    try write(Array(text.utf8), to: path)
  }

  /// Creates a temporary under a free name and locks it.
  private static func openTemporary(
    for target: String, shownAs path: String
  ) throws(FileError) -> FileDescriptor {
    var attempt = 0
    while true {
      do throws(FileError) {
        let name = temporaryName(for: target, attempt: attempt)
        let file = try FileDescriptor(name, .creating, shownAs: path)
        // Where the file system knows no locks, the temporary goes without. Where a cleaner took
        // it for a stray between the two calls, the name is gone again, and the next one is tried.
        _ = try? file.lock(waiting: true)
        if try file.status().links > 0 { return file }
      } catch {
        guard error.code == EEXIST else { throw error }
      }
      attempt += 1
    }
  }
}
