import Env2048
import Testing

@testable import Agents

/// The update rules on games short enough to work out by hand.
///
/// On a full row of three cells with one pair to merge, one cell is empty
/// after every move: nothing is left to chance but the new tile, and the
/// rules make that a 2.
@Suite struct UpdateRuleTests {
  /// One weight for each position of a row of three cells.
  struct Row {
    let network: NTupleNetwork<Grid>
    let rules: Rules

    init(hasSums: Bool = false) throws {
      let shape = try BoardShape(rows: 1, columns: 3)
      rules = Rules(shape: shape, startingTiles: 3, fourProbability: 0)
      network = try NTupleNetwork(
        NTupleConfiguration(
          shape: shape, patterns: [NTuplePattern(cells: [0, 1, 2])], usesSymmetries: false),
        hasSums: hasSums)
    }

    func index(_ text: String) throws -> Int {
      let board = try Grid(text: text)
      return board[0] << 8 | board[1] << 4 | board[2]
    }

    func learn(from text: String, _ configuration: TDConfiguration) throws -> TrainingEpisode {
      let random = RandomSource(seed: 1)
      let learner = try NTupleLearner(
        network: network, configuration: configuration, rules: rules,
        progress: .init(random: random))
      return try learner.learnEpisode(from: Episode(board: Grid(text: text), random: random))
    }
  }

  @Test("The target is the next reward, not the one received (case 91)")
  func nextReward() throws {
    let row = try Row()
    row.network.weights[try row.index("8 2 0")] = 10
    row.network.weights[try row.index("8 4 0")] = 12
    // 4 4 2 —left, reward 8→ 8 2 0 → 8 2 2 —left, reward 4→ 8 4 0 → 8 4 2, the end.
    let episode = try row.learn(from: "4 4 2", TDConfiguration(stepSize: .fixed, alpha: 0.1))
    #expect(episode.result == GameResult(score: 12, moves: 2, largestExponent: 3))
    #expect(abs(row.network.weights[try row.index("8 2 0")] - 10.6) < 1e-5)
    #expect(abs(row.network.weights[try row.index("8 4 0")] - 10.8) < 1e-5)
    #expect(episode.updates == 2)
    #expect(abs(episode.absoluteErrorSum - (6 + 12)) < 1e-5)
  }

  @Test("Backward: the end is learnt first, and λ blends in the return after it")
  func backward() throws {
    let row = try Row()
    row.network.weights[try row.index("8 2 0")] = 10
    row.network.weights[try row.index("8 4 0")] = 12
    let episode = try row.learn(
      from: "4 4 2", TDConfiguration(stepSize: .fixed, alpha: 0.1, lambda: 0.5))
    // 8 4 0: 12 + 0.1 · (0 − 12) = 10.8; target 4 + 0.5 · 0 + 0.5 · 10.8 = 9.4.
    #expect(abs(row.network.weights[try row.index("8 4 0")] - 10.8) < 1e-5)
    #expect(abs(row.network.weights[try row.index("8 2 0")] - (10 + 0.1 * (9.4 - 10))) < 1e-5)
    #expect(abs(episode.absoluteErrorSum - (12 + 0.6)) < 1e-5)
  }

  @Test("λ = 1 learns the return that was had")
  func monteCarlo() throws {
    let row = try Row()
    row.network.weights[try row.index("8 2 0")] = 10
    _ = try row.learn(from: "4 4 2", TDConfiguration(stepSize: .fixed, alpha: 1, lambda: 1))
    // After 8 2 0 one reward of 4 follows, whichever way the pair is merged.
    #expect(row.network.weights[try row.index("8 2 0")] == 4)
  }

  @Test("Two steps: both rewards count before a value does")
  func twoSteps() throws {
    let row = try Row()
    row.network.weights[try row.index("8 2 0")] = 10
    row.network.weights[try row.index("8 4 0")] = 12
    // The game ends before any value is reached: the targets are 4 and 0.
    let episode = try row.learn(
      from: "4 4 2", TDConfiguration(stepSize: .fixed, alpha: 0.1, steps: 2))
    #expect(abs(row.network.weights[try row.index("8 2 0")] - (10 + 0.1 * (4 - 10))) < 1e-5)
    #expect(abs(row.network.weights[try row.index("8 4 0")] - (12 + 0.1 * (0 - 12))) < 1e-5)
    #expect(episode.updates == 2)
  }

  @Test(
    "Restarts add learning and no games", arguments: [LearningDirection.forward, .backward])
  func restarts(direction: LearningDirection) throws {
    func learner(_ restarts: Bool) throws -> NTupleLearner<Board> {
      try NTupleLearner(
        network: NTupleNetwork(.named("5x4")),
        configuration: TDConfiguration(
          stepSize: .fixed, direction: direction, restarts: restarts),
        rules: Rules(), progress: .init(random: RandomSource(seed: 3)))
    }
    let plain = try learner(false)
    let restarting = try learner(true)
    let game = try plain.learnEpisode(
      from: Episode(spawner: TileSpawner(rules: Rules()), random: RandomSource(seed: 3)))
    let episode = try restarting.learnEpisode()
    // The first game is the same; then half of it is played again, and so on.
    #expect(episode.result == game.result)
    #expect(episode.updates > game.updates + game.updates / 4)
    #expect(episode.absoluteErrorSum > game.absoluteErrorSum)
    #expect(restarting.episodes == 1)
    #expect(restarting.progress.random != plain.progress.random)
  }

  @Test("The end of a run has its own learning rate")
  func finale() {
    let configuration = TDConfiguration(finale: .init(share: 0.25, alpha: 0.1))
    #expect(configuration.alpha(atShare: 0) == 1)
    #expect(configuration.alpha(atShare: 0.74) == 1)
    #expect(configuration.alpha(atShare: 0.75) == 0.1)
    #expect(configuration.alpha(atShare: nil) == 1)
    #expect(TDConfiguration().alpha(atShare: 1) == 1)
  }

  @Test("The step is shared out over the look-ups (case 97)")
  func sharedStep() throws {
    let network = try NTupleNetwork<Board>(.named("4x6"), initialValue: -32)
    let learner = try NTupleLearner(
      network: network, configuration: TDConfiguration(stepSize: .fixed, alpha: 0.1),
      rules: Rules(fourProbability: 0), progress: .init(random: RandomSource(seed: 1)))
    // Only the pair of 2s can merge, and a 2 beside the new 4 ends the game.
    let start = try Board(text: "2 4 8 16 / 32 64 128 256 / 512 1024 2048 4096 / 8192 16384 2 2")
    let afterstate = try #require(start.sliding(.right)).afterstate
    var indices = [UInt32](repeating: 0, count: 32)
    var span = indices.mutableSpan
    network.write(afterstate, to: &span, from: 0)
    #expect(Set(indices).count == 32)
    #expect(network.value(of: afterstate) == -32)

    let episode = try learner.learnEpisode(
      from: Episode(board: start, random: RandomSource(seed: 1)))
    #expect(episode.result.moves == 1)
    for index in indices { #expect(abs(network.weights[Int(index)] - (-1 + 0.1)) < 1e-6) }
    #expect(abs(network.value(of: afterstate) - (-32 + 3.2)) < 1e-4)
  }

  /// The rate by which a step is taken.
  private func rate(_ table: borrowing WeightTable, _ index: UInt32, error: Float) -> Float {
    table[Int(index)] = 0
    table.addCoherently(1, error: error, unchecked: index)
    return table[Int(index)]
  }

  @Test("TC: every weight starts at rate 1 (case 100)")
  func firstVisit() throws {
    let table = try WeightTable(count: 16, hasSums: true)
    #expect(rate(table, 3, error: 2) == 1)
    #expect(rate(table, 4, error: 2) == 1)
    #expect(rate(table, 15, error: 0) == 1)
    #expect(rate(table, 15, error: 0) == 1, "Still no error: no 0/0")
  }

  @Test("TC: the rate is |E|/A (case 101)")
  func coherence() throws {
    let table = try WeightTable(count: 16, hasSums: true)
    #expect(rate(table, 7, error: 1) == 1)
    #expect(rate(table, 7, error: -1) == 1)
    #expect(rate(table, 7, error: 1) == 0)
    #expect(table[7, .errorSum] == 1)
    #expect(table[7, .absoluteErrorSum] == 3)
    #expect(rate(table, 7, error: 0) == Float(1) / 3)
    #expect(rate(table, 6, error: 1) == 1, "The neighbour has its own sums")
  }

  @Test("TC in a game: the first errors are learnt whole")
  func coherenceInGame() throws {
    let row = try Row(hasSums: true)
    row.network.weights[try row.index("8 2 0")] = 10
    row.network.weights[try row.index("8 4 0")] = 12
    _ = try row.learn(from: "4 4 2", TDConfiguration(stepSize: .tc))
    #expect(row.network.weights[try row.index("8 2 0")] == 16)
    #expect(row.network.weights[try row.index("8 4 0")] == 0)
  }

  @Test("Tiles above 32,768 share its weights, and learning goes on (case 95)")
  func largeTiles() throws {
    let network = try NTupleNetwork<Board>(.named("5x4"), hasSums: true)
    network.weights.randomize(seed: 95)
    let text = "32768 65536 131072 4 / 2 4 8 2 / 4 8 2 4 / 2 4 8 8"
    let value = network.value(of: try Board(text: text))
    #expect(value.isFinite)
    let clamped = text.replacing("65536", with: "32768").replacing("131072", with: "32768")
    #expect(value == network.value(of: try Board(text: clamped)))
    let learner = try NTupleLearner(
      network: network, configuration: TDConfiguration(), rules: Rules(),
      progress: .init(random: RandomSource(seed: 95)))
    let episode = try learner.learnEpisode(
      from: Episode(board: Board(text: text), random: RandomSource(seed: 95)))
    #expect(episode.updates > 0)
    #expect(episode.absoluteErrorSum > 0)
    #expect(network.value(of: try Board(text: text)).isFinite)
  }

  @Test("A weight that is not a number stops learning (case 107)", arguments: [0, 1])
  func notANumber(lambda: Float) throws {
    let network = try NTupleNetwork<Board>(.named("5x4"))
    // Four empty cells in a row, as in nearly every early board.
    network.weights[0] = .nan
    let learner = try NTupleLearner(
      network: network, configuration: TDConfiguration(stepSize: .fixed, lambda: lambda),
      rules: Rules(), progress: .init(random: RandomSource(seed: 107)))
    let error = #expect(throws: LearningError.self) {
      for _ in 0..<10 { _ = try learner.learnEpisode() }
    }
    guard case .diverged(let episode, let meanError) = error else {
      Issue.record("Another error: \(String(describing: error))")
      return
    }
    #expect(episode == 1)
    #expect(!meanError.isFinite)
  }

  static let outOfRange: [(TDConfiguration, String)] = [
    (TDConfiguration(alpha: 1.5), "alpha"),
    (TDConfiguration(alpha: -0.1), "alpha"),
    (TDConfiguration(alpha: .nan), "alpha"),
    (TDConfiguration(lambda: 1.01), "lambda"),
    (TDConfiguration(lambda: 0.5, direction: .forward), "lambda"),
    (TDConfiguration(finale: .init(alpha: 2)), "alpha"),
    (TDConfiguration(finale: .init(share: 1.5, alpha: 0.1)), "share of the finale"),
    (TDConfiguration(steps: 0), "number of steps"),
    (TDConfiguration(lambda: 0.5, steps: 2), "number of steps"),
    (TDConfiguration(initialValue: -1), "initial value"),
    (TDConfiguration(initialValue: .infinity), "initial value"),
  ]

  @Test("A hyperparameter out of range is refused by name", arguments: outOfRange)
  func hyperparameters(configuration: TDConfiguration, name: String) throws {
    let error = #expect(throws: LearningError.self) { try configuration.validate() }
    guard case .hyperparameter(name, _, _) = error else {
      Issue.record("Another error: \(String(describing: error))")
      return
    }
    #expect("\(error!)".contains(name))
  }
}
