import Foundation

extension AtomicFile {
  /// The name of a temporary for `target`: `target.PID.tmp`, then `target.PID-1.tmp` and so on.
  static func temporaryName(for target: String, attempt: Int = 0) -> String {
    let process = ProcessInfo.processInfo.processIdentifier
    return attempt == 0 ? "\(target).\(process).tmp" : "\(target).\(process)-\(attempt).tmp"
  }

  /// Whether `name` is one that `temporaryName` gives, in any process.
  static func isTemporaryName(_ name: String) -> Bool {
    guard name.hasSuffix(".tmp") else { return false }
    let parts = name.dropLast(4).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let last = parts.last else { return false }
    let numbers = last.split(separator: "-", omittingEmptySubsequences: false)
    return numbers.count <= 2
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
  }

  /// Removes the temporaries that killed writers left in a folder.
  ///
  /// Those of living writers are locked and stay. What cannot be removed stays too: a stray does
  /// no harm.
  /// - Returns: The names removed.
  @discardableResult
  static func removeStrays(in directory: String) throws(FileError) -> [String] {
    try FileSystem.names(in: directory).filter { name in
      guard isTemporaryName(name) else { return false }
      return removeIfAbandoned("\(directory)/\(name)")
    }
  }

  /// Removes one temporary, a file or a folder being prepared, unless its writer lives.
  static func removeIfAbandoned(_ path: String) -> Bool {
    guard let stray = try? FileDescriptor(path, .reading),
      (try? stray.lock(waiting: false)) == true
    else { return false }
    return (try? FileManager.default.removeItem(atPath: path)) != nil
  }
}
