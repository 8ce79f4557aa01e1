import Agents
import Env2048
import Foundation
import TestSupport
import Testing

@testable import Experiments

@Suite struct MLPTrainingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func configuration(
    games: Int, hidden: [Int] = [24, 8], fallShare: Double = 1, threads: Int = 1, seed: UInt64 = 3
  ) throws -> RunConfiguration {
    RunConfiguration(
      agent: .mlp(
        network: try MLPConfiguration(features: FeatureSet(text: "cells+pairs"), hidden: hidden),
        learning: MLPLearningConfiguration(
          games: 16, segment: 8, batch: 64, schedule: RateSchedule(fallShare: fallShare))),
      rules: Rules(), seed: seed, threads: threads, budget: TrainingBudget(games: games),
      reporting: ReportingConfiguration(logGames: 10),
      provenance: ProvenanceRecord(command: ["test"], version: packageVersion))
  }

  private static func dqn(games: Int) throws -> RunConfiguration {
    var configuration = try Self.configuration(games: games)
    configuration.agent = .dqn(
      network: try MLPConfiguration(
        features: FeatureSet(text: "cells"), hidden: [16], outputs: 4),
      learning: DQNConfiguration(games: 4, memory: 1000, warmUp: 200, batch: 32))
    return configuration
  }

  @discardableResult
  private func train(_ name: String, _ configuration: RunConfiguration) throws -> RunFolder {
    let run = RunFolder(folder.file(name))
    var training = try TrainingRun.create(run, configuration)
    let isComplete = try training.train(isStopRequested: { false }, report: { _ in })
    #expect(isComplete)
    return run
  }

  private func timeless(_ run: RunFolder) throws -> [TrainingRecord] {
    try TrainingLogContents(reading: run.logFile).records.map { record in
      var record = record
      (record.seconds, record.movesPerSecond) = (0, 0)
      return record
    }
  }

  @Test("Case 136: stopped at any game and resumed, a run has the same bits and rows")
  func resumed() throws {
    let whole = try train("whole", Self.configuration(games: 80))
    for stop in [1, 37] {
      let run = try train("stopped-\(stop)", Self.configuration(games: stop))
      var training = try TrainingRun.resume(run, for: TrainingBudget(games: 80 - stop))
      let isComplete = try training.train(isStopRequested: { false }, report: { _ in })
      #expect(isComplete)
      #expect(
        try FileSystem.contents(of: run.weightsFile)
          == FileSystem.contents(of: whole.weightsFile))
      #expect(try timeless(run) == timeless(whole))
      // Moments, games in progress and generators are in the checkpoint.
      let one = try SafetensorsReader(opening: run.checkpointFile)
      let other = try SafetensorsReader(opening: whole.checkpointFile)
      for name in one.tensors.map(\.name) where name != "interval.games" {
        #expect(try one.array(name, of: Float.self) == other.array(name, of: Float.self))
      }
      #expect(one.metadata["learner"] == other.metadata["learner"])
      #expect(one.tensors.contains { $0.name == "second.layers.0.weight" })
    }
  }

  @Test("Case 143: a loaded network values boards as the trained one, bit for bit")
  func loaded() throws {
    let run = try train("run", Self.configuration(games: 20))
    let reader = try SafetensorsReader(opening: run.weightsFile)
    let network = try MLPCheckpoint.network(from: reader)
    let training = try TrainingRun.resume(run)
    let isComplete = training.isComplete
    #expect(isComplete)
    let fresh = try MLPNetwork(network.configuration)
    let agent = try LoadedAgent(named: run.path)
    #expect(agent.name == "mlp cells+pairs 24-8-1")
    var random = RandomSource(seed: 1)
    var differing = 0
    for _ in 0..<20 {
      let board: Board = TileSpawner(rules: Rules()).startingBoard(using: &random)
      let values = network.actionValues(of: board)
      let found = try agent.actionValues(of: board)
      #expect(found == values)
      for choice in values where choice.value != fresh.value(of: board.afterstates[choice.action]) {
        differing += 1
      }
    }
    #expect(differing > 40)
  }

  @Test("Case 133: another width, another kind or another number of threads is refused")
  func refused() throws {
    let run = try train("run", Self.configuration(games: 5))
    let bytes = try FileSystem.contents(of: run.checkpointFile)
    func resume(_ name: String, _ configuration: RunConfiguration) throws -> CheckpointError? {
      let other = RunFolder(folder.file(name))
      do { _ = try TrainingRun.create(other, configuration) }
      try AtomicFile.write(bytes, to: other.checkpointFile)
      return #expect(throws: CheckpointError.self) { _ = try TrainingRun.resume(other) }
    }
    let width = try resume("width", Self.configuration(games: 5, hidden: [48, 8]))
    #expect(
      width
        == .wrongAgent(
          path: folder.file("width/checkpoint.safetensors"), expected: "cells+pairs 48-8-1",
          found: "cells+pairs 24-8-1"))
    let kind = try resume("kind", Self.dqn(games: 5))
    #expect(
      kind
        == .wrongKind(
          path: folder.file("kind/checkpoint.safetensors"), expected: "dqn", found: "mlp"))
    let threads = try resume("threads", Self.configuration(games: 5, threads: 2))
    #expect("\(try #require(threads))".contains("2 threads"))
  }

  @Test("Values averaged over symmetries, and searched ones, are played with")
  func played() throws {
    let run = try train("run", Self.configuration(games: 5))
    let settings = [
      SearchSettings(averagesSymmetries: true),
      SearchSettings(method: .expectimax(SearchConfiguration(limit: .plies(2)))),
      SearchSettings(method: .minimax(plies: 1), downgradingTile: 64, averagesSymmetries: true),
    ]
    let descriptions = [
      "greedy, 1-ply, values averaged over symmetries", "expectimax, 2-ply",
      "minimax, 1-ply, tiles downgraded from 64, values averaged over symmetries",
    ]
    for (settings, description) in zip(settings, descriptions) {
      let agent = try LoadedAgent(named: run.path, search: settings)
      #expect(agent.search?.description == description)
      let results = Evaluator(EvaluationSettings(games: 3, seed: 5, threads: 2)).play(
        agent.player, rules: agent.rules)
      #expect(results.count == 3)
      #expect(results.allSatisfy { $0.score > 0 })
    }
  }

  @Test("Case 75: games are the same whatever the number of threads")
  func evaluatedByThreads() throws {
    let run = try train("run", Self.configuration(games: 5))
    let agent = try LoadedAgent(named: run.path)
    let results = [1, 3].map { threads in
      Evaluator(EvaluationSettings(games: 150, seed: 9, threads: threads)).play(
        agent.player, rules: agent.rules)
    }
    #expect(results[0] == results[1])
    #expect(results[0][77] == agent.player.play(rules: agent.rules, seed: 9 + 77))
  }

  @Test("Case 138: deep Q-learning is resumed with its parameters, and says what it gathers anew")
  func deepQLearning() throws {
    let run = try train("dqn", Self.dqn(games: 10))
    let agent = try LoadedAgent(named: run.path)
    #expect(agent.name == "dqn cells 16-4")
    #expect(throws: LoadedAgentError.self) {
      try LoadedAgent(named: run.path, search: SearchSettings(averagesSymmetries: true))
    }
    #expect(agent.player.play(rules: Rules(), seed: 1).moves > 10)
    var training = try TrainingRun.resume(run, for: TrainingBudget(games: 3))
    var notices: [String] = []
    _ = try training.train(isStopRequested: { false }, report: { notices += $0.notices })
    #expect(
      notices == [
        "Transitions are not part of a checkpoint: 200 are gathered anew before learning goes on."
      ])
    #expect(try TrainingLogContents(reading: run.logFile).records.map(\.games) == [10, 13])
  }

  @Test("NumPy computes the same values from a checkpoint", .enabled(if: Python.hasSafetensors))
  func numpy() throws {
    let run = try train("run", Self.configuration(games: 20))
    let network = try MLPCheckpoint.network(from: SafetensorsReader(opening: run.weightsFile))
    var random = RandomSource(seed: 2)
    var episode = Episode<Board>(spawner: TileSpawner(rules: Rules()), random: random.split())
    var boards: [Board] = []
    while let action = RandomPolicy<Board>().action(for: episode.board, using: &random) {
      _ = episode.play(action, spawner: TileSpawner(rules: Rules()))
      boards.append(episode.board)
    }
    let lines = boards.map { $0.exponents.map(String.init).joined(separator: " ") }
    try Data(lines.joined(separator: "\n").utf8).write(
      to: URL(filePath: folder.file("boards.txt")))
    let output = try Python.run(
      Self.script, run.weightsFile, folder.file("boards.txt"))
    let values = output.split(separator: "\n").compactMap { Float($0) }
    try #require(values.count == boards.count)
    for (value, board) in zip(values, boards) {
      #expect(abs(value - network.value(of: board)) < 1e-3 * max(abs(value), 1))
    }
    #expect(Set(values).count > boards.count / 2)
  }

  /// What the documentation shows.
  private static let script = """
    import sys
    import numpy as np
    from safetensors.numpy import load_file

    tensors = load_file(sys.argv[1])
    boards = np.loadtxt(sys.argv[2], dtype=int).clip(max=15)
    pairs = [(c, c + 1) for c in range(16) if c % 4 < 3] + [(c, c + 4) for c in range(12)]
    features = np.concatenate(
        [boards + 16 * np.arange(16)]
        + [(boards[:, a] + 16 * boards[:, b] + 256 + 256 * i)[:, None]
           for i, (a, b) in enumerate(pairs)], axis=1)
    hidden = tensors["layers.0.weight"].T[features].sum(axis=1) + tensors["layers.0.bias"]
    hidden = np.maximum(hidden, 0)
    hidden = np.maximum(hidden @ tensors["layers.1.weight"].T + tensors["layers.1.bias"], 0)
    values = hidden @ tensors["output.weight"].T + tensors["output.bias"]
    np.savetxt(sys.stdout, 1024 * values[:, 0])
    """
}
