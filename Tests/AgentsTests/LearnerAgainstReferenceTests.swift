import Env2048
import Testing

@testable import Agents

/// `NTupleLearner` against `ReferenceLearner` on whole games.
@Suite struct LearnerAgainstReferenceTests {
  static let rules: [TDConfiguration] = [
    TDConfiguration(stepSize: .fixed, alpha: 0.25),
    TDConfiguration(stepSize: .fixed, alpha: 0.1, lambda: 0.5),
    TDConfiguration(stepSize: .fixed, alpha: 0.1, direction: .backward),
    TDConfiguration(stepSize: .tc),
    TDConfiguration(stepSize: .tc, lambda: 0.5),
    TDConfiguration(stepSize: .tc, alpha: 0.5, lambda: 1),
    TDConfiguration(stepSize: .fixed, alpha: 0.1, steps: 3),
    TDConfiguration(stepSize: .tc, steps: 10),
  ]

  /// Plays the same games with both and compares games, errors and weights.
  ///
  /// Games start on boards of tiles that all differ: mirror images of an
  /// afterstate are worth the same, and rounding would choose between them.
  /// Games in which it may choose all the same are left out.
  static func compare<State: NTupleState>(
    _: State.Type, _ structure: NTupleConfiguration, _ configuration: TDConfiguration,
    startingTiles: Int, games: Int
  ) throws {
    let rules = Rules(shape: structure.shape)
    var random = RandomSource(seed: 2048)
    let network = try NTupleNetwork<State>(structure, hasSums: configuration.stepSize == .tc)
    // Weights that differ, so that boards that were never learnt do not tie.
    for index in 0..<structure.stageWeightCount {
      network.weights[index] = Float(random.drawUnit())
    }
    let learner = try NTupleLearner(
      network: network, configuration: configuration, rules: rules,
      progress: .init(random: random))
    var reference = ReferenceLearner(
      structure: structure, configuration: configuration, rules: rules,
      initialWeights: (0..<network.weights.count).map { network.weights[$0] })
    var learnt = 0
    for attempt in 0..<(2 * games) where learnt < games {
      let empties = [Int](repeating: 0, count: structure.shape.cellCount - startingTiles)
      let exponents = (Array(1...startingTiles) + empties).shuffled(using: &random)
      let source = random.split()
      var trial = reference
      let expected = trial.learnEpisode(
        from: Episode(board: try Grid(shape: structure.shape, exponents: exponents), random: source)
      )
      guard trial.doubtfulChoices == 0 else { continue }
      reference = trial
      learnt += 1
      let episode = try learner.learnEpisode(
        from: Episode(
          board: try State(shape: structure.shape, exponents: exponents), random: source))
      try #require(episode.result == expected.result, "game \(attempt)")
      #expect(episode.updates == expected.result.moves)
      #expect(abs(episode.absoluteErrorSum / expected.errorSum - 1) < 1e-4)
    }
    #expect(learnt == games)
    expectWeights(of: network, equal: reference)
  }

  static func expectWeights<State>(
    of network: NTupleNetwork<State>, equal reference: ReferenceLearner
  ) {
    #expect(!reference.weights.isEmpty)
    var expected = reference.initialWeights.map { Double($0) }
    for (key, weight) in reference.weights { expected[reference.index(of: key)] = weight }
    let differing = expected.indices.filter { index in
      abs(Double(network.weights[index]) - expected[index]) > 1e-3 * max(1, abs(expected[index]))
    }
    #expect(differing.isEmpty)
  }

  @Test("4x4, 5x4 network: the same games and weights", arguments: rules)
  func standardBoard(configuration: TDConfiguration) throws {
    try Self.compare(
      Board.self, .named("5x4"), configuration, startingTiles: 9, games: 30)
  }

  @Test("4x4 without symmetries, 17x4 network", arguments: [rules[0], rules[4]])
  func withoutSymmetries(configuration: TDConfiguration) throws {
    try Self.compare(
      Board.self, .named("17x4"), configuration, startingTiles: 9, games: 30)
  }

  @Test("Three stages, each beginning with the weights before it", arguments: rules)
  func stages(configuration: TDConfiguration) throws {
    // Games start with a 512 and pass through 1024, many to 2048.
    try Self.compare(
      Board.self, .named("5x4").inStages(from: [1024, 2048]), configuration, startingTiles: 9,
      games: 30)
    let structure = try NTupleConfiguration(
      shape: BoardShape(rows: 3, columns: 3),
      patterns: NTupleConfiguration.parsing("0124,0134,1345"), stageTiles: [128, 256])
    try Self.compare(Grid.self, structure, configuration, startingTiles: 6, games: 60)
  }

  @Test("3x3: the same games and weights", arguments: rules)
  func smallBoard(configuration: TDConfiguration) throws {
    let structure = try NTupleConfiguration(
      shape: BoardShape(rows: 3, columns: 3),
      patterns: NTupleConfiguration.parsing("0124,0134,1345"))
    try Self.compare(Grid.self, structure, configuration, startingTiles: 6, games: 60)
  }

  @Test("2x3, a board with four symmetries only", arguments: [rules[3], rules[1]])
  func rectangle(configuration: TDConfiguration) throws {
    let structure = try NTupleConfiguration(
      shape: BoardShape(rows: 2, columns: 3), patterns: NTupleConfiguration.parsing("01234,0134"))
    try Self.compare(Grid.self, structure, configuration, startingTiles: 4, games: 60)
  }
}
