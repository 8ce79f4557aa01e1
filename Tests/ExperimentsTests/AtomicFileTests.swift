import Foundation
import TestSupport
import Testing

@testable import Experiments

@Suite struct AtomicFileTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("value.txt")
  }

  @Test("A new file appears whole, an old one is replaced whole")
  func replaces() throws {
    try AtomicFile.write("old", to: path)
    #expect(try FileSystem.contents(of: path) == Array("old".utf8))
    try AtomicFile.write("new and longer", to: path)
    #expect(try FileSystem.contents(of: path) == Array("new and longer".utf8))
    #expect(try folder.names == ["value.txt"])
  }

  @Test("Until the commit the old version stays; without one nothing remains")
  func uncommitted() throws {
    try AtomicFile.write("old", to: path)
    do {
      let file = try AtomicFile(replacing: path)
      try file.append(Array("half".utf8))
      #expect(try folder.names.count == 2)
      #expect(try FileSystem.contents(of: path) == Array("old".utf8))
    }
    #expect(try folder.names == ["value.txt"])
    #expect(try FileSystem.contents(of: path) == Array("old".utf8))
  }

  @Test("Access rights of the old version are kept")
  func keepsPermissions() throws {
    try AtomicFile.write("old", to: path)
    try folder.setPermissions(0o640, of: "value.txt")
    try AtomicFile.write("new", to: path)
    #expect(try FileSystem.status(of: path)?.permissions == 0o640)
  }

  @Test("A symbolic link stays and its target is replaced")
  func followsLinks() throws {
    try AtomicFile.write("old", to: path)
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try AtomicFile.write("new", to: link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(try FileSystem.contents(of: path) == Array("new".utf8))
  }

  @Test("Case 141: the always-full device reports that there is no space")
  func fullDevice() throws {
    let error = FileError(path: "/dev/full", operation: .write, code: ENOSPC)
    #expect(throws: error) { try AtomicFile.write("text", to: "/dev/full") }
    #expect(error.description == "Cannot write '/dev/full': No space left on device.")
    #expect(try FileSystem.status(of: "/dev/full")?.kind == .other)
    #expect(try FileSystem.names(in: "/dev").filter(AtomicFile.isTemporaryName) == [])
  }

  @Test("Case 141: a disk that fills up amid a save leaves the old version and no temporary")
  func fullDisk() async throws {
    try AtomicFile.write("old", to: path)
    await #expect(processExitsWith: .success) { [path = path as String] in
      // A limit on the size of files fails in the middle of a write, as a full disk does.
      signal(SIGXFSZ, SIG_IGN)
      try #require(limitFileSize(to: 1 << 20))
      #expect(throws: FileError(path: path, operation: .write, code: EFBIG)) {
        try AtomicFile.write([UInt8](repeating: 1, count: 3 << 20), to: path)
      }
    }
    #expect(try FileSystem.contents(of: path) == Array("old".utf8))
    #expect(try folder.names == ["value.txt"])
  }

  @Test("Case 145: folders that are missing, files, or not writable are errors with a reason")
  func refusedTargets() throws {
    #expect(throws: FileError(path: folder.file("no/x"), operation: .create, code: ENOENT)) {
      try AtomicFile.write("x", to: folder.file("no/x"))
    }
    #expect(throws: FileError(path: folder.path, operation: .write, code: EISDIR)) {
      try AtomicFile.write("x", to: folder.path)
    }
    try AtomicFile.write("x", to: path)
    #expect(throws: FileError(path: path + "/x", operation: .inspect, code: ENOTDIR)) {
      try AtomicFile.write("x", to: path + "/x")
    }
  }

  @Test("Case 145: without the right to write in the folder the old version stays")
  func readOnlyFolder() async throws {
    try AtomicFile.write("old", to: path)
    try folder.setPermissions(0o555)
    defer { try? folder.setPermissions(0o755) }
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Root may write anywhere; nobody may not.
      if geteuid() == 0 { try #require(setuid(65534) == 0) }
      #expect(throws: FileError(path: path, operation: .create, code: EACCES)) {
        try AtomicFile.write("new", to: path)
      }
    }
    #expect(try FileSystem.contents(of: path) == Array("old".utf8))
  }

  @Test("Case 129: a killed writer's temporary is cleaned, a living one's and others' files stay")
  func strays() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = try AtomicFile(replacing: path)
      try file.append([1, 2, 3])
      kill(getpid(), SIGKILL)
    }
    #expect(try folder.names.count == 1)
    try AtomicFile.write("mine", to: folder.file("notes.tmp"))
    let living = try AtomicFile(replacing: folder.file("other"))

    #expect(try AtomicFile.removeStrays(in: folder.path).count == 1)
    #expect(try folder.names.count == 2)
    try living.commit()
    #expect(try folder.names == ["notes.tmp", "other"])
  }

  @Test(
    "Only names that a temporary can have are taken for one",
    arguments: [
      ("log.csv.12.tmp", true), ("log.csv.12-3.tmp", true), (".run.7.tmp", true),
      ("log.tmp", false), ("12.tmp", false), ("log.a1.tmp", false), ("log.1-2-3.tmp", false),
      ("log..tmp", false), ("log.12", false), ("log.12-.tmp", false),
    ])
  func temporaryNames(name: String, isTemporary: Bool) {
    #expect(AtomicFile.isTemporaryName(name) == isTemporary)
  }

  @Test("Two writers of one file do not meet in one temporary")
  func twoWriters() throws {
    let first = try AtomicFile(replacing: path)
    let second = try AtomicFile(replacing: path)
    try first.append([1])
    try second.append([2])
    try second.commit()
    try first.commit()
    #expect(try FileSystem.contents(of: path) == [1])
    #expect(try folder.names == ["value.txt"])
  }
}
