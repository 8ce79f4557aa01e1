import Foundation
import TestSupport
import Testing

@testable import Experiments

@Suite struct ProvenanceTests {
  @Test("A record passes through JSON and its date is ISO 8601")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let record = ProvenanceRecord(command: ["train", "--run", "a b"], version: "1.0.0")
    try JSONFile.write(record, to: folder.file("config.json"))
    #expect(try JSONFile.read(ProvenanceRecord.self, from: folder.file("config.json")) == record)
    let date = try Date(record.date, strategy: .iso8601)
    #expect(abs(date.timeIntervalSinceNow) < 60)
    #expect(record.date.hasSuffix("Z"))
  }

  @Test("The commit is that of the folder's repository, and none outside of one")
  func commit() throws {
    let folder = try TemporaryFolder()
    #expect(ProvenanceRecord.commit(in: folder.path) == nil)
    #expect(ProvenanceRecord.commit(in: folder.file("missing")) == nil)

    func git(_ arguments: String...) throws {
      let git = Process()
      git.executableURL = URL(filePath: "/usr/bin/env")
      git.arguments =
        ["git", "-C", folder.path, "-c", "user.name=a", "-c", "user.email=a@b"] + arguments
      git.standardOutput = FileHandle.nullDevice
      try git.run()
      git.waitUntilExit()
      try #require(git.terminationStatus == 0)
    }
    try git("init", "--quiet")
    try AtomicFile.write("1", to: folder.file("a"))
    try git("add", "a")
    try git("commit", "--quiet", "--message", "first")
    let commit = try #require(ProvenanceRecord.commit(in: folder.path))
    #expect(commit.count == 40 && commit.allSatisfy(\.isHexDigit))
    try AtomicFile.write("2", to: folder.file("a"))
    #expect(ProvenanceRecord.commit(in: folder.path) == commit + "-dirty")
  }

  @Test("The machine has a processor, cores and memory")
  func machine() {
    let machine = MachineDescription.current
    #expect(!machine.processor.isEmpty && !machine.operatingSystem.isEmpty)
    #expect(machine.cores >= 1)
    #expect(machine.memoryBytes > 1 << 20)
  }

  @Test("The processor's name is that of the first core")
  func processorName() {
    let text = "processor\t: 0\nmodel name\t: Some CPU @ 2.0: fast\nprocessor\t: 1\n"
    #expect(MachineDescription.processorName(inCPUInfo: text) == "Some CPU @ 2.0: fast")
    #expect(MachineDescription.processorName(inCPUInfo: "BogoMIPS : 50\n") == nil)
  }
}
