import Foundation

/// The right to write into a run folder; one program has it at a time, until the value goes away.
///
/// It is an advisory lock on the folder itself: reading, as `evaluate` and `plot` do, needs none.
public struct RunLock: ~Copyable {
  /// The folder.
  public let folder: RunFolder

  private let directory: FileDescriptor

  /// Locks the folder that lies under `location`, which is or will be `folder`.
  fileprivate init(_ folder: RunFolder, at location: String) throws(RunFolderError) {
    let directory = try RunFolderError.wrapping { () throws(FileError) in
      try FileDescriptor(location, .directory, shownAs: folder.path)
    }
    var attemptsLeft = Self.attempts
    while try !Self.lock(directory) {
      attemptsLeft -= 1
      guard attemptsLeft > 0 else { throw .inUse(path: folder.path) }
      usleep(Self.pause)
    }
    self.directory = directory
    self.folder = folder
  }

  /// A holder gets half a second to let go: it may have been told to end just before, or be the
  /// copy of this program that `fork` makes, before it becomes another.
  private static var attempts: Int { 11 }
  private static var pause: UInt32 { 50_000 }

  private static func lock(_ directory: borrowing FileDescriptor) throws(RunFolderError) -> Bool {
    do throws(FileError) {
      return try directory.lock(waiting: false)
    } catch {
      throw .file(error)
    }
  }
}

extension RunFolder {
  /// Opens a run to go on with it, and removes what killed writers left behind.
  public func open() throws(RunFolderError) -> RunLock {
    try check()
    let lock = try RunLock(self, at: path)
    try RunFolderError.wrapping { () throws(FileError) in
      try FileSystem.requireWritable(path)
      try AtomicFile.removeStrays(in: path)
    }
    return lock
  }

  /// Makes a run with its configuration and an empty log, and the folders above it.
  ///
  /// The folder is filled under another name and then renamed: a run is there as a whole or not
  /// at all, and when this fails nothing is left behind.
  /// - Parameter configuration: Everything needed to repeat the run.
  public func create(configuration: some Encodable) throws(RunFolderError) -> RunLock {
    try requireFree()
    let made = try RunFolderError.wrapping { () throws(FileError) in
      try FileSystem.createDirectories(FileSystem.parent(of: path))
    }
    do throws(RunFolderError) {
      return try prepareAndRename(configuration)
    } catch {
      for directory in made.reversed() { FileSystem.removeEmptyDirectory(directory) }
      throw error
    }
  }

  /// Refuses a name that is taken, and a place where nothing may be made; an empty folder is free.
  func requireFree() throws(RunFolderError) {
    let status = try RunFolderError.wrapping { () throws(FileError) in
      try FileSystem.status(of: path)
    }
    guard let status else {
      return try RunFolderError.wrapping { () throws(FileError) in
        try FileSystem.requireCreatable(path)
      }
    }
    guard status.kind == .directory else { throw .notFolder(path: path) }
    let names = try RunFolderError.wrapping { () throws(FileError) in
      try FileSystem.names(in: path)
    }
    if names.contains(FileSystem.name(of: configurationFile)) { throw .exists(path: path) }
    if !names.isEmpty { throw .notEmpty(path: path) }
  }

  private func prepareAndRename(
    _ configuration: some Encodable
  ) throws(RunFolderError) -> RunLock {
    let parent = FileSystem.parent(of: path)
    let hiddenName = ".\(FileSystem.name(of: path))"
    let staging = "\(parent)/\(AtomicFile.temporaryName(for: hiddenName))"
    try RunFolderError.wrapping { () throws(FileError) in
      for name in try FileSystem.names(in: parent)
      where name.hasPrefix("\(hiddenName).") && AtomicFile.isTemporaryName(name) {
        _ = AtomicFile.removeIfAbandoned("\(parent)/\(name)")
      }
      try FileSystem.createDirectory(staging, shownAs: path)
    }
    do throws(RunFolderError) {
      let lock = try RunLock(self, at: staging)
      try RunFolder(staging).fill(configuration)
      try RunFolderError.wrapping { () throws(FileError) in
        try FileSystem.rename(staging, to: path)
        try FileSystem.synchronizeDirectory(parent)
      }
      return lock
    } catch {
      try? FileManager.default.removeItem(atPath: staging)
      throw error
    }
  }

  private func fill(_ configuration: some Encodable) throws(RunFolderError) {
    do throws(JSONFileError) {
      try JSONFile.write(configuration, to: configurationFile)
    } catch {
      throw .configuration(error)
    }
    do throws(TrainingLogError) {
      _ = try TrainingLog.create(logFile)
    } catch {
      throw .log(error)
    }
  }
}
