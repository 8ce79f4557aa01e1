import Agents
import Env2048

/// Trains one network of action values.
///
/// A checkpoint does not hold the remembered transitions: a resumed run plays
/// on with what it has learnt until there are enough again, and says so.
final class DQNTraining: TrainingProcess {
  static let kind = "dqn"

  private let learner: DQNLearner
  private let rules: Rules
  private var waiting: [TrainingEpisode] = []
  private var notices: [String] = []

  private static var learnerKey: String { "learner" }

  /// What is kept beside tensors.
  private struct Saved: Codable {
    var learning: DQNConfiguration
    var learner: DQNLearner.State
    var waiting: [TrainingEpisode]
  }

  /// Starts with a fresh network.
  init(
    _ configuration: RunConfiguration, _ structure: MLPConfiguration, _ learning: DQNConfiguration
  ) throws {
    rules = configuration.rules
    learner = try DQNLearner(
      structure, learning, rules: rules, seed: configuration.seed, threads: configuration.threads)
  }

  /// Goes on from a checkpoint.
  init(
    _ configuration: RunConfiguration, _ structure: MLPConfiguration,
    resuming reader: borrowing SafetensorsReader
  ) throws {
    try CheckpointError.require(
      structure, found: MLPCheckpoint.configuration(of: reader, kind: Self.kind), in: reader.path)
    let saved = try reader.decode(Saved.self, forKey: Self.learnerKey)
    rules = configuration.rules
    learner = try DQNLearner(
      structure, saved.learning, rules: rules, seed: configuration.seed,
      threads: configuration.threads)
    guard learner.restore(saved.learner) else {
      throw CheckpointError.malformedMetadata(
        path: reader.path, key: Self.learnerKey,
        reason: "the games in progress are not \(saved.learning.games)")
    }
    waiting = saved.waiting
    notices = [
      "Transitions are not part of a checkpoint: \(saved.learning.warmUp) are gathered anew "
        + "before learning goes on."
    ]
    try MLPCheckpoint.fill(learner.tensors, from: reader)
  }

  var alpha: Float { learner.rate }

  var player: any GamePlayer { PolicyPlayer(DQNPolicy(learner.network)) }

  func schedule(atShare share: Double?) {
    learner.rate = learner.configuration.schedule.rate(atShare: share)
    learner.epsilon = learner.configuration.epsilon(atShare: share)
  }

  func advance(games: Int, moves: Int) throws -> [TrainingEpisode] {
    while waiting.isEmpty { waiting = try learner.learnRound() }
    return waiting.takeFirst(games)
  }

  func takeNotices() -> [String] {
    defer { notices = [] }
    return notices
  }

  func checkpoint() throws -> CheckpointContents {
    var contents = try MLPCheckpoint.contents(
      kind: Self.kind, learner.network.configuration, tensors: learner.tensors, rules: rules)
    let saved = Saved(
      learning: learner.configuration, learner: learner.state, waiting: waiting)
    contents.metadata[Self.learnerKey] = try JSONFile.text(of: saved, for: Self.learnerKey)
    return contents
  }

  func weights() throws -> CheckpointContents {
    try MLPCheckpoint.contents(
      kind: Self.kind, learner.network.configuration, tensors: learner.network.tensors,
      rules: rules)
  }
}
