import Experiments
import Foundation
import Testing

@Suite struct KillTests {
  @Test("Case 129: killed at 50 moments while it saves all the time, a run always goes on")
  func killedWhileSaving() async throws {
    let workspace = try Workspace()
    // With 50 MB to a checkpoint about every second kill hits a save.
    let created = try await workspace.run(
      "train", "ntuple", "--network", "4x5", "--checkpoint-every", "0", "--log-every", "20",
      "--games", "1", "--run", "run")
    #expect(created.isDone)

    var games = 1
    var random = SystemRandomNumberGenerator()
    var strays = 0
    for _ in 0..<50 {
      let program = try workspace.start("train", ["resume", "run", "--minutes", "10"])
      try await program.waitForError { $0.contains("going on after") }
      // Opening the run has cleaned up after the one killed before.
      #expect(try temporaries(of: "run", in: workspace).count <= 1)
      try await Task.sleep(for: .milliseconds(Int.random(in: 0..<250, using: &random)))
      program.send(SIGKILL)
      #expect(try await program.outcome().end == .signal(SIGKILL))
      let left = try temporaries(of: "run", in: workspace).count
      #expect(left <= 1)
      strays += left
      let reached = try RunRecord("run", in: workspace).checkpointGames
      #expect(reached >= games)
      games = reached
    }
    #expect(strays > 0, "No kill hit a save")
    #expect(games > 1)

    let resumed = try await workspace.run("train", "resume", "run", "--games", "5")
    #expect(resumed.isDone)
    let run = try RunRecord("run", in: workspace)
    #expect(run.records.last?.games == games + 5)
    #expect(run.isGapless)
    #expect(
      try workspace.names(in: "run")
        == ["checkpoint.safetensors", "config.json", "log.csv", "weights.safetensors"])
  }

  private func temporaries(of run: String, in workspace: Workspace) throws -> [String] {
    try workspace.names(in: run).filter { $0.hasSuffix(".tmp") }
  }
}
