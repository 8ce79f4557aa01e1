import Agents
import Env2048

/// Trains one multilayer perceptron.
///
/// A round of learning can end more games than are asked for: the others wait
/// for the next call, and are part of a checkpoint.
final class MLPTraining: TrainingProcess {
  private let learner: MLPLearner
  private let rules: Rules
  private var waiting: [TrainingEpisode] = []
  private var reportedCollapses = 0

  private static var learnerKey: String { "learner" }

  /// What is kept beside tensors.
  private struct Saved: Codable {
    var learning: MLPLearningConfiguration
    var threads: Int
    var learner: MLPLearner.State
    var waiting: [TrainingEpisode]
  }

  /// Starts with a fresh network.
  init(
    _ configuration: RunConfiguration, _ structure: MLPConfiguration,
    _ learning: MLPLearningConfiguration
  ) throws {
    rules = configuration.rules
    learner = try MLPLearner(
      structure, learning, rules: rules, seed: configuration.seed, threads: configuration.threads)
  }

  /// Goes on from a checkpoint.
  init(
    _ configuration: RunConfiguration, _ structure: MLPConfiguration,
    resuming reader: borrowing SafetensorsReader
  ) throws {
    try CheckpointError.require(
      structure, found: MLPCheckpoint.configuration(of: reader), in: reader.path)
    let saved = try reader.decode(Saved.self, forKey: Self.learnerKey)
    guard saved.threads == configuration.threads else {
      throw CheckpointError.wrongAgent(
        path: reader.path, expected: "\(configuration.threads) threads", found: "\(saved.threads)")
    }
    rules = configuration.rules
    learner = try MLPLearner(
      structure, saved.learning, rules: rules, seed: configuration.seed,
      threads: configuration.threads)
    guard learner.restore(saved.learner) else {
      throw CheckpointError.malformedMetadata(
        path: reader.path, key: Self.learnerKey,
        reason: "the games in progress are not \(saved.learning.games)")
    }
    waiting = saved.waiting
    reportedCollapses = learner.collapses
    try MLPCheckpoint.fill(learner.tensors, from: reader)
  }

  var alpha: Float { learner.rate }

  var player: any GamePlayer { LockstepPlayer(learner.network) }

  func schedule(atShare share: Double?) {
    learner.scheduledRate = learner.configuration.schedule.rate(atShare: share)
  }

  func advance(games: Int, moves: Int) throws -> [TrainingEpisode] {
    while waiting.isEmpty { waiting = try learner.learnRound() }
    return waiting.takeFirst(games)
  }

  func takeNotices() -> [String] {
    let new = reportedCollapses..<learner.collapses
    reportedCollapses = learner.collapses
    return new.map { _ in
      "The mean score fell to less than half: back to the best parameters, with half the "
        + "learning rate."
    }
  }

  func checkpoint() throws -> CheckpointContents {
    var contents = try MLPCheckpoint.contents(
      learner.network.configuration, tensors: learner.tensors, rules: rules)
    let saved = Saved(
      learning: learner.configuration, threads: learner.threads, learner: learner.state,
      waiting: waiting)
    contents.metadata[Self.learnerKey] = try JSONFile.text(of: saved, for: Self.learnerKey)
    return contents
  }

  func weights() throws -> CheckpointContents {
    try MLPCheckpoint.contents(
      learner.network.configuration, tensors: learner.network.tensors, rules: rules)
  }
}
