import Foundation
import TestSupport
import Testing

@testable import Experiments

@Suite struct RunFolderTests {
  private struct Configuration: Codable, Equatable {
    var seed: UInt64 = .max
    var network = "4x6/a"
    var alpha: Float = 0.1
  }

  /// A configuration that has no JSON.
  private struct Broken: Encodable {
    let alpha = Double.nan
  }

  let folder: TemporaryFolder
  let run: RunFolder

  init() throws {
    folder = try TemporaryFolder()
    run = RunFolder(folder.file("Runs/first/"))
  }

  @Test("A slash at the end of a path does not matter")
  func paths() {
    #expect(run.path == folder.file("Runs/first"))
    #expect(run.checkpointFile == folder.file("Runs/first/checkpoint.safetensors"))
    #expect(RunFolder("/").path == "/")
    #expect(RunFolder("a").logFile == "a/log.csv")
  }

  @Test("A new run has its configuration and an empty log, parents are made, nothing else is")
  func create() throws {
    let lock = try run.create(configuration: Configuration())
    #expect(lock.folder == run)
    #expect(try FileSystem.names(in: run.path) == ["config.json", "log.csv"])
    #expect(try FileSystem.names(in: folder.file("Runs")) == ["first"])
    #expect(try run.configuration(Configuration.self) == Configuration())
    #expect(!run.hasCheckpoint)
    let json = try FileSystem.contents(of: run.configurationFile)
    #expect(
      String(decoding: json, as: UTF8.self)
        == """
        {
          "alpha" : 0.1,
          "network" : "4x6/a",
          "seed" : 18446744073709551615
        }

        """)
  }

  @Test("An existing run is refused with what to do, other contents too, an empty folder is taken")
  func existing() throws {
    _ = try run.create(configuration: Configuration())
    let error = RunFolderError.exists(path: run.path)
    #expect(throws: error) { _ = try run.create(configuration: Configuration()) }
    #expect(error.description.contains("'train resume \(run.path)'"))

    try AtomicFile.write("x", to: folder.file("file"))
    #expect(throws: RunFolderError.notFolder(path: folder.file("file"))) {
      _ = try RunFolder(folder.file("file")).create(configuration: Configuration())
    }
    #expect(throws: RunFolderError.notEmpty(path: folder.path)) {
      _ = try RunFolder(folder.path).create(configuration: Configuration())
    }
    try FileSystem.createDirectory(folder.file("empty"))
    _ = try RunFolder(folder.file("empty")).create(configuration: Configuration())
    try RunFolder(folder.file("empty")).check()
  }

  @Test("Case 145: a file in the way, or a folder without the right, is an error at once")
  func unwritable() async throws {
    try AtomicFile.write("x", to: folder.file("file"))
    let below = folder.file("file/run")
    #expect(
      throws: RunFolderError.file(FileError(path: below, operation: .inspect, code: ENOTDIR))
    ) { _ = try RunFolder(below).create(configuration: Configuration()) }

    let run = folder.file("run")
    try folder.setPermissions(0o555)
    defer { try? folder.setPermissions(0o755) }
    await #expect(processExitsWith: .success) { [run = run as String] in
      if geteuid() == 0 { try #require(setuid(65534) == 0) }
      #expect(
        throws: RunFolderError.file(FileError(path: run, operation: .create, code: EACCES))
      ) { _ = try RunFolder(run).create(configuration: "") }
    }
    #expect(try folder.names == ["file"])
  }

  @Test("Case 145: a run that cannot be made whole leaves nothing behind, parents neither")
  func halfway() throws {
    #expect(throws: RunFolderError.self) { _ = try run.create(configuration: Broken()) }
    #expect(try folder.names == [])
  }

  @Test("What a killed program left of a run it was making is cleaned by the next")
  func abandonedCreation() throws {
    try FileSystem.createDirectory(folder.file("Runs"))
    try FileSystem.createDirectory(folder.file("Runs/.first.1.tmp"))
    try AtomicFile.write("{}", to: folder.file("Runs/.first.1.tmp/config.json"))
    try FileSystem.createDirectory(folder.file("Runs/.second.1.tmp"))
    _ = try run.create(configuration: Configuration())
    #expect(try FileSystem.names(in: folder.file("Runs")) == [".second.1.tmp", "first"])
  }

  @Test("One program at a time may write to a run")
  func lock() throws {
    do {
      let lock = try run.create(configuration: Configuration())
      #expect(throws: RunFolderError.inUse(path: run.path)) { _ = try run.open() }
      _ = consume lock
    }
    let lock = try run.open()
    #expect(throws: RunFolderError.inUse(path: lock.folder.path)) { _ = try run.open() }
  }

  @Test("Case 129: opening a run cleans what a killed writer left")
  func openCleans() throws {
    _ = try run.create(configuration: Configuration())
    try AtomicFile.write("half", to: run.checkpointFile + ".4711.tmp.1")
    try FileSystem.rename(
      run.checkpointFile + ".4711.tmp.1", to: run.checkpointFile + ".4711.tmp")
    _ = try run.open()
    #expect(try FileSystem.names(in: run.path) == ["config.json", "log.csv"])
  }

  @Test("Folders that are missing or no run are refused by name")
  func notARun() throws {
    #expect(throws: RunFolderError.missing(path: run.path)) { _ = try run.open() }
    #expect(throws: RunFolderError.notRun(path: folder.path, missingFile: "config.json")) {
      try RunFolder(folder.path).check()
    }
    try AtomicFile.write("x", to: folder.file("file"))
    #expect(throws: RunFolderError.notFolder(path: folder.file("file"))) {
      _ = try RunFolder(folder.file("file")).open()
    }
  }

  @Test("A damaged configuration is refused with the place of the fault")
  func damagedConfiguration() throws {
    _ = try run.create(configuration: Configuration())
    func reason(_ text: String) throws -> String? {
      try AtomicFile.write(text, to: run.configurationFile)
      do throws(RunFolderError) {
        _ = try run.configuration(Configuration.self)
      } catch .configuration(.malformed(run.configurationFile, let reason)) {
        return reason
      }
      return nil
    }
    #expect(try reason("{") == "it is not valid JSON")
    #expect(try reason(#"{"alpha":1,"network":"a"}"#) == "'seed' is missing")
    #expect(
      try reason(#"{"alpha":1,"network":2,"seed":3}"#) == "'network' is not of type String")
  }

  @Test("The runs recorded in this repository are read, whatever version made them")
  func recordedRuns() throws {
    let runs = ProjectFolder.file("Runs")
    var count = 0
    for name in try FileSystem.names(in: runs) {
      let run = RunFolder("\(runs)/\(name)")
      guard try FileSystem.status(of: run.configurationFile) != nil else { continue }
      count += 1
      let configuration = try run.runConfiguration()
      #expect(configuration.reporting.logGames > 0, "\(name)")
      #expect(try TrainingLogContents(reading: run.logFile).records.count > 1, "\(name)")
      guard try FileSystem.status(of: run.evaluationFile) != nil else { continue }
      let report = try JSONFile.read(EvaluationReport.self, from: run.evaluationFile)
      #expect(report.summary.games > 0, "\(name)")
    }
    #expect(count > 0)
  }
}
