import Env2048
import Foundation
import Testing

@testable import Agents

/// Short runs that must learn, on boards of many shapes.
///
/// One after the other: the tables of some are large.
@Suite(.serialized) struct LearningTests {
  /// Trains a network from nothing.
  static func train<State: NTupleState>(
    _: State.Type, _ structure: NTupleConfiguration, _ configuration: TDConfiguration, games: Int,
    seed: UInt64 = 1
  ) throws -> NTupleNetwork<State> {
    let network = try NTupleNetwork<State>(
      structure, initialValue: configuration.initialValue, hasSums: configuration.stepSize == .tc)
    let learner = try NTupleLearner(
      network: network, configuration: configuration, rules: Rules(shape: structure.shape),
      progress: .init(random: RandomSource(seed: seed)))
    for _ in 0..<games { _ = try learner.learnEpisode() }
    #expect(learner.episodes == games)
    return network
  }

  static func scores(_ player: some GamePlayer, _ shape: BoardShape, games: Int) -> [Int] {
    (0..<games).map { game in
      player.play(rules: Rules(shape: shape), seed: 1_000_000 + UInt64(game)).score
    }
  }

  static func mean(_ scores: [Int]) -> Double { Double(scores.reduce(0, +)) / Double(scores.count) }

  @Test("2x2 is all but solved (case 105)", .optimizedBuild, arguments: [StepSizeRule.fixed, .tc])
  func twoByTwo(stepSize: StepSizeRule) throws {
    let shape = try BoardShape(rows: 2, columns: 2)
    let structure = try NTupleConfiguration.named("default", shape: shape)
    let network = try Self.train(
      Grid.self, structure, TDConfiguration(stepSize: stepSize), games: 6_000)
    let scores = Self.scores(PolicyPlayer(GreedyPolicy(network)), shape, games: 4_000)
    // The best play there is has a mean of 66.964 and a standard deviation of 24.2.
    #expect((64...68.6).contains(Self.mean(scores)))
    #expect(scores.max()! <= 196)
  }

  /// Shape, games of training, games of play, and how many times the mean of
  /// random play must be passed.
  static let runs = [
    (rows: 2, columns: 3, training: 4_000, factor: 3.0),
    (rows: 3, columns: 3, training: 3_000, factor: 6.0),
    (rows: 4, columns: 3, training: 2_000, factor: 8.0),
    (rows: 5, columns: 5, training: 200, factor: 4.0),
  ]

  @Test("Boards of other shapes are learnt", .optimizedBuild, arguments: runs)
  func otherShapes(rows: Int, columns: Int, training: Int, factor: Double) throws {
    let shape = try BoardShape(rows: rows, columns: columns)
    let structure = try NTupleConfiguration.named("default", shape: shape)
    let network = try Self.train(Grid.self, structure, TDConfiguration(), games: training)
    let games = rows == 5 ? 10 : 300
    let random = Self.mean(Self.scores(PolicyPlayer(RandomPolicy<Grid>()), shape, games: games))
    let greedy = Self.mean(
      Self.scores(PolicyPlayer(GreedyPolicy(network)), shape, games: games))
    #expect(greedy > factor * random)
  }

  static let rules = [
    TDConfiguration(stepSize: .fixed),
    TDConfiguration(stepSize: .fixed, lambda: 0.5),
    TDConfiguration(stepSize: .tc),
    TDConfiguration(stepSize: .tc, lambda: 0.5),
    TDConfiguration(stepSize: .tc, initialValue: 400),
  ]

  @Test("4x4 is learnt by every rule", .optimizedBuild, arguments: rules)
  func standardBoard(configuration: TDConfiguration) throws {
    let network = try Self.train(Board.self, .named("5x4"), configuration, games: 2_000)
    let scores = Self.scores(PolicyPlayer(GreedyPolicy(network)), .standard, games: 300)
    #expect(Self.mean(scores) > 10_000)
  }

  @Test("One seed gives the same weights, another seed others")
  func reproducible() throws {
    func bits(seed: UInt64) throws -> [UInt32] {
      try Self.bits(
        of: Self.train(
          Board.self, .named("5x4"), TDConfiguration(lambda: 0.5), games: 50, seed: seed))
    }
    let first = try bits(seed: 7)
    #expect(try bits(seed: 7) == first)
    #expect(try bits(seed: 8) != first)
  }

  static func bits(of network: NTupleNetwork<Board>) -> [UInt32] {
    network.weights.columns.flatMap { column in
      (0..<network.weights.count).map { network.weights[$0, column].bitPattern }
    }
  }

  @Test(
    "Learning in two parts is learning in one, games in progress included",
    arguments: [
      TDConfiguration(), TDConfiguration(steps: 4), TDConfiguration(lambda: 0.5),
      TDConfiguration(restarts: true),
    ])
  func goesOn(configuration: TDConfiguration) throws {
    let structure = try NTupleConfiguration.named("5x4")
    let whole = try Self.train(Board.self, structure, configuration, games: 60)
    let network = try NTupleNetwork<Board>(structure, hasSums: true)
    var progress = NTupleLearner<Board>.Progress(random: RandomSource(seed: 1))
    for part in [25, 35] {
      let learner = try NTupleLearner(
        network: network, configuration: configuration, rules: Rules(), progress: progress)
      for _ in 0..<part { _ = try learner.learnEpisode() }
      progress = try JSONDecoder().decode(
        NTupleLearner<Board>.Progress.self, from: JSONEncoder().encode(learner.progress))
      let playsInTurns = configuration.direction == .forward && !configuration.restarts
      #expect(progress.games.count == (playsInTurns ? 2 : 0))
    }
    #expect(Self.bits(of: network) == Self.bits(of: whole))
  }

  @Test("Games played in turns are those that each would be alone", arguments: [1, 3])
  func inTurns(steps: Int) throws {
    let network = try NTupleNetwork<Board>(.named("5x4"))
    network.weights.randomize(seed: 12)
    let learner = try NTupleLearner(
      network: network, configuration: TDConfiguration(stepSize: .fixed, alpha: 0, steps: steps),
      rules: Rules(), progress: .init(random: RandomSource(seed: 12)))
    let together = try (0..<8).map { _ in try learner.learnEpisode() }
    var source = RandomSource(seed: 12)
    let alone = try (0..<10).map { _ in
      try learner.learnEpisode(
        from: Episode(spawner: TileSpawner(rules: Rules()), random: source.split()))
    }
    #expect(Set(together).count == 8)
    #expect(Set(together).subtracting(alone).isEmpty)
  }

  @Test("Games in progress of other hyperparameters are refused")
  func otherProgress() throws {
    let network = try NTupleNetwork<Board>(.named("5x4"))
    func learner(
      _ configuration: TDConfiguration, _ progress: NTupleLearner<Board>.Progress
    ) throws(LearningError) -> NTupleLearner<Board> {
      try NTupleLearner(
        network: network, configuration: configuration, rules: Rules(), progress: progress)
    }
    let first = try learner(
      TDConfiguration(stepSize: .fixed, steps: 3), .init(random: RandomSource(seed: 1)))
    _ = try first.learnEpisode()
    let others = [
      TDConfiguration(stepSize: .fixed, steps: 2), TDConfiguration(stepSize: .fixed, lambda: 0.5),
      TDConfiguration(stepSize: .fixed, restarts: true),
    ]
    for other in others {
      #expect(throws: LearningError.progress) { _ = try learner(other, first.progress) }
    }
  }
}
