import Experiments
import Foundation
import Testing

@Suite struct FullDiskTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Expects that a failed training lost nothing: its checkpoint loads, nothing half-written is left.
  private func expectIntact(_ run: String, games: Int) async throws {
    #expect(try RunRecord(run, in: workspace).checkpointGames == games)
    #expect(try workspace.names(in: run).allSatisfy { !$0.hasSuffix(".tmp") })
    let evaluated = try await workspace.run(
      "evaluate", "\(run)/checkpoint.safetensors", "--games", "2")
    #expect(evaluated.isDone)
  }

  @Test("Case 141: a file beyond the user's limit is an error, and the old checkpoint stays")
  func fileSizeLimit() async throws {
    try await workspace.train("--games", "10")
    // In blocks of 512 bytes: 1 MiB, less than the 3.9 MB of a checkpoint.
    let resumed = try await workspace.shell("ulimit -f 2048; exec train resume run --games 5")
    #expect(resumed.end == .exit(1))
    #expect(resumed.output == "")
    #expect(
      resumed.error.hasSuffix(
        "train: Cannot write 'run/checkpoint.safetensors': File too large.\n"))
    try await expectIntact("run", games: 10)
    #expect(try await workspace.run("train", "resume", "run", "--games", "5").isDone)
    let run = try RunRecord("run", in: workspace)
    #expect(run.isGapless)
    #expect(run.records.last?.games == 15)
  }

  @Test(
    "Case 141: a full disk is an error, and the old checkpoint stays",
    .enabled(if: MachineSupport.canMount))
  func fullDisk() async throws {
    // Room for one checkpoint of 3.9 MB, not for two.
    let mounted = try await workspace.shell("mkdir disk && mount -t tmpfs -o size=6m tmpfs disk")
    try #require(mounted.isDone)
    do {
      let trained = try await workspace.train("--games", "10", run: "disk/run")
      #expect(trained.end == .exit(1))
      #expect(trained.output == "")
      #expect(
        trained.error.hasSuffix(
          "train: Cannot write 'disk/run/checkpoint.safetensors': No space left on device.\n"))
      try await expectIntact("disk/run", games: 0)
    } catch {
      Issue.record(error)
    }
    #expect(try await workspace.shell("umount disk").isDone)
  }

  @Test(
    "Case 141: a device that is always full is an error", .enabled(if: MachineSupport.hasFullDevice)
  )
  func fullDevice() async throws {
    let report = try await workspace.run(
      "evaluate", "random", "--games", "2", "--json", "/dev/full")
    #expect(report.end == .exit(1))
    #expect(report.output == "")
    #expect(
      report.error.hasSuffix("evaluate: Cannot write '/dev/full': No space left on device.\n"))
    let output = try await workspace.shell("evaluate random --games 2 > /dev/full")
    #expect(output.end == .exit(1))
    #expect(
      output.error.hasSuffix(
        "evaluate: cannot write to standard output: No space left on device\n"))
  }
}
