import Env2048
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
    let network = try NTupleNetwork<State>(structure, initialValue: configuration.initialValue)
    let coherence =
      configuration.stepSize == .tc ? try CoherenceSums(weightCount: network.weights.count) : nil
    let learner = try NTupleLearner(
      network: network, coherence: coherence, configuration: configuration,
      rules: Rules(shape: structure.shape), random: RandomSource(seed: seed))
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

  @Test("One seed gives the same bytes, another seed others")
  func reproducible() throws {
    func bytes(seed: UInt64) throws -> [UInt8] {
      let network = try Self.train(
        Board.self, .named("5x4"), TDConfiguration(lambda: 0.5), games: 50, seed: seed)
      return network.weights.withBytes(of: 0..<network.weights.count) { bytes in
        unsafe bytes.withUnsafeBytes { unsafe Array($0) }
      }
    }
    let first = try bytes(seed: 7)
    #expect(try bytes(seed: 7) == first)
    #expect(try bytes(seed: 8) != first)
  }

  @Test("Learning in two parts is learning in one")
  func goesOn() throws {
    let structure = try NTupleConfiguration.named("5x4")
    let whole = try Self.train(Board.self, structure, TDConfiguration(), games: 60)
    let network = try NTupleNetwork<Board>(structure)
    let coherence = try CoherenceSums(weightCount: network.weights.count)
    var random = RandomSource(seed: 1)
    for part in [25, 35] {
      let learner = try NTupleLearner(
        network: network, coherence: coherence, configuration: TDConfiguration(), rules: Rules(),
        random: random, episodes: part == 25 ? 0 : 25)
      for _ in 0..<part { _ = try learner.learnEpisode() }
      random = learner.random
    }
    let differing = (0..<network.weights.count).count {
      network.weights[$0].bitPattern != whole.weights[$0].bitPattern
    }
    #expect(differing == 0)
  }
}
