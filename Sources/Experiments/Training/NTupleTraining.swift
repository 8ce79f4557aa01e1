import Agents
import Env2048
import Threads

/// Trains one n-tuple network with one learner a thread.
///
/// The threads share weights and sums without a lock. While the table is
/// fresh, large steps of several threads on the same few weights add up and can
/// diverge; the first `warmUpGames` are therefore played by one learner alone.
final class NTupleTraining<State: NTupleState>: TrainingProcess {
  private let learners: [NTupleLearner<State>]
  private let rules: Rules
  private let pool: ThreadPool

  private static var learnersKey: String { "learners" }
  private static var warmUpGames: Int { 5000 }
  /// How long learners play before the driver is asked whether to go on.
  ///
  /// At its end threads wait for the longest of the games in progress, which
  /// last some ten milliseconds.
  private static var slice: Duration { .milliseconds(300) }

  /// What the learners keep beside their network.
  private struct Saved: Codable {
    var learning: TDConfiguration
    var learners: [NTupleLearner<State>.Progress]

    private enum CodingKeys: String, CodingKey {
      case learning
      case learners
    }

    /// Checkpoints of before kept a list of each thing instead of a list of learners.
    private enum OldKeys: String, CodingKey {
      case random
      case episodes
    }

    init(learning: TDConfiguration, learners: [NTupleLearner<State>.Progress]) {
      self.learning = learning
      self.learners = learners
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      learning = try container.decode(TDConfiguration.self, forKey: .learning)
      guard !container.contains(.learners) else {
        learners = try container.decode([NTupleLearner<State>.Progress].self, forKey: .learners)
        return
      }
      let old = try decoder.container(keyedBy: OldKeys.self)
      let streams = try old.decode([RandomSource].self, forKey: .random)
      let episodes = try old.decode([Int].self, forKey: .episodes)
      learners = zip(streams, episodes).map { .init(random: $0, episodes: $1) }
    }
  }

  /// Starts with a fresh network, or with the weights of a file.
  init(_ configuration: RunConfiguration, _ structure: NTupleConfiguration, _ td: TDConfiguration)
    throws
  {
    try td.validate()
    try NTupleError.requireMemory(td.byteCount(for: structure))
    rules = configuration.rules
    pool = try ThreadPool(threads: configuration.threads)
    let hasSums = td.stepSize == .tc
    let network =
      try configuration.initial.map { try Self.network(of: $0, structure, makingSums: hasSums) }
      ?? NTupleNetwork(structure, initialValue: td.initialValue, hasSums: hasSums)
    // The first stream is that of the seed; the others are split from it.
    let first = RandomSource(seed: configuration.seed)
    var source = first
    let streams = [first] + (1..<configuration.threads).map { _ in source.split() }
    learners = try streams.map {
      try NTupleLearner(
        network: network, configuration: td, rules: configuration.rules,
        progress: .init(random: $0))
    }
  }

  /// Reads the weights to start with.
  private static func network(
    of name: String, _ structure: NTupleConfiguration, makingSums: Bool
  ) throws -> NTupleNetwork<State> {
    let file = try AgentFile(named: name)
    try CheckpointError.require(structure, found: file.ntupleStructure(), in: file.path)
    return try file.ntupleNetwork(makingSums: makingSums)
  }

  /// Goes on from a checkpoint.
  init(
    _ configuration: RunConfiguration, _ structure: NTupleConfiguration,
    resuming reader: borrowing SafetensorsReader
  ) throws {
    try CheckpointError.require(
      structure, found: NTupleCheckpoint.configuration(of: reader), in: reader.path)
    let saved = try reader.decode(Saved.self, forKey: Self.learnersKey)
    guard saved.learners.count == configuration.threads else {
      throw CheckpointError.wrongAgent(
        path: reader.path, expected: "\(configuration.threads) threads",
        found: "\(saved.learners.count)")
    }
    try NTupleError.requireMemory(saved.learning.byteCount(for: structure))
    let network: NTupleNetwork<State> = try NTupleCheckpoint.network(
      from: reader, makingSums: saved.learning.stepSize == .tc)
    rules = configuration.rules
    pool = try ThreadPool(threads: configuration.threads)
    learners = try saved.learners.map {
      try NTupleLearner(
        network: network, configuration: saved.learning, rules: configuration.rules, progress: $0)
    }
  }

  var alpha: Float { learners[0].alpha }

  var player: any GamePlayer { LockstepPlayer(learners[0].network) }

  func schedule(atShare share: Double?) {
    for learner in learners { learner.alpha = learner.configuration.alpha(atShare: share) }
  }

  func advance(games: Int, moves: Int) throws -> [TrainingEpisode] {
    let isWarmingUp = learners[0].episodes < Self.warmUpGames
    guard learners.count > 1, !isWarmingUp else {
      return try Self.play(learners[0], games: games, moves: moves)
    }
    let players = min(learners.count, games)
    let outcomes = (0..<players).map { _ in Outcome() }
    let learners = learners
    pool.run(players) { index in
      outcomes[index].result = Result {
        try Self.play(learners[index], games: games / players, moves: moves / players)
      }
    }
    return try outcomes.flatMap { try $0.result.get() }
  }

  /// What one learner's slice brought.
  private final class Outcome: @unchecked Sendable {
    // Sendable: the thread that plays the slice alone writes it, and it is read
    // when the pool's run is over.
    var result: Result<[TrainingEpisode], any Error> = .success([])
  }

  /// Lets one learner play for a slice of time.
  private static func play(
    _ learner: NTupleLearner<State>, games: Int, moves: Int
  ) throws -> [TrainingEpisode] {
    let clock = ContinuousClock()
    let started = clock.now
    var episodes: [TrainingEpisode] = []
    var movesDone = 0
    repeat {
      let episode = try learner.learnEpisode()
      episodes.append(episode)
      movesDone += episode.updates
    } while episodes.count < games && movesDone < moves && clock.now - started < slice
    return episodes
  }

  func checkpoint() throws -> CheckpointContents {
    let first = learners[0]
    var contents = try NTupleCheckpoint.contents(
      network: first.network, includingSums: first.configuration.stepSize == .tc, rules: rules)
    let saved = Saved(learning: first.configuration, learners: learners.map(\.progress))
    contents.metadata[Self.learnersKey] = try JSONFile.text(of: saved, for: Self.learnersKey)
    return contents
  }

  func weights() throws -> CheckpointContents {
    try NTupleCheckpoint.contents(
      network: learners[0].network, includingSums: false, rules: rules)
  }
}
