import Env2048
import Testing
import Threads

@testable import Agents

@Suite struct MLPLearnerTests {
  static func learner(
    hidden: [Int] = [32], games: Int = 8, segment: Int = 16, batch: Int = 64, lambda: Float = 0.8,
    seed: UInt64 = 1, threads: Int = 1
  ) throws -> MLPLearner {
    try MLPLearner(
      MLPConfiguration(features: FeatureSet(text: "cells+pairs"), hidden: hidden),
      MLPLearningConfiguration(games: games, segment: segment, lambda: lambda, batch: batch),
      rules: Rules(), seed: seed, threads: threads)
  }

  static func floats(_ learner: MLPLearner) -> [Float] { learner.tensors.flatMap(\.floats) }

  @Test("One thread and one seed give the same bits, another seed others")
  func reproducible() throws {
    func train(seed: UInt64) throws -> ([Float], [TrainingEpisode]) {
      let learner = try Self.learner(seed: seed)
      let episodes = try (0..<30).flatMap { _ in try learner.learnRound() }
      return (Self.floats(learner), episodes)
    }
    let (weights, episodes) = try train(seed: 1)
    #expect(!episodes.isEmpty)
    let again = try train(seed: 1)
    #expect(again.0 == weights)
    #expect(again.1 == episodes)
    #expect(try train(seed: 2).0 != weights)
  }

  @Test("Case 136: stopped and taken up, a learner goes on bit for bit", arguments: [1, 2])
  func resumed(threads: Int) throws {
    let whole = try Self.learner(threads: threads)
    for _ in 0..<12 { _ = try whole.learnRound() }
    let other = try Self.learner(seed: 99, threads: threads)
    #expect(other.restore(whole.state))
    for (tensor, saved) in zip(other.tensors, whole.tensors) {
      #expect(tensor.name == saved.name)
      tensor.write(saved.floats.span)
    }
    for _ in 0..<8 {
      let (expected, found) = (try whole.learnRound(), try other.learnRound())
      #expect(found == expected)
    }
    #expect(Self.floats(whole) == Self.floats(other))
    #expect(whole.episodes == other.episodes)
  }

  @Test("A state of another number of games is refused")
  func otherGames() throws {
    let state = try Self.learner().state
    let isTaken = try Self.learner(games: 4).restore(state)
    #expect(!isTaken)
  }

  @Test("Each move is counted once, and the games are whole ones")
  func games() throws {
    let learner = try Self.learner(games: 6, segment: 32, threads: 2)
    var moves = 0
    var ended: [TrainingEpisode] = []
    for _ in 0..<40 {
      ended += try learner.learnRound()
      moves += 6 * 32
    }
    let inProgress = learner.state.games.reduce(0) { $0 + $1.moves }
    #expect(ended.reduce(0) { $0 + $1.updates } + inProgress == moves)
    #expect(ended.count == learner.episodes)
    #expect(ended.allSatisfy { $0.result.score > 0 && $0.absoluteErrorSum > 0 })
  }

  @Test("A segment's moves are legal and greedy, and values those of the network")
  func segments() throws {
    let network = try MLPNetwork.random("cells", [16])
    var random = RandomSource(seed: 5)
    let spawner = TileSpawner(rules: Rules())
    let start = (0..<3).map { _ in Episode<Board>(spawner: spawner, random: random.split()) }
    let player = SegmentPlayer(network.configuration, episodes: start, spawner: spawner)
    player.play(10, with: network)
    #expect(player.moves.count == 33)
    var episodes = start
    for (place, move) in player.moves.enumerated() {
      let board = episodes[place % 3].board
      let options = network.actionValues(of: board)
      let best = try #require(options.map(\.total).max())
      let reward = move.reward * MLPNetwork.scale
      #expect(abs(reward + move.value * MLPNetwork.scale - best) < 0.1)
      #expect(
        options.contains { option in
          option.reward == Int(reward) && board.afterstates[option.action] == move.afterstate
        })
      episodes[place % 3].advance(to: move.afterstate, reward: Int(reward), spawner: spawner)
    }
  }

  @Test("A fall of the mean to less than half is a collapse; a higher mean is the best")
  func watch() {
    var watch = CollapseWatch()
    func window(_ score: Int) -> [CollapseWatch.Finding] {
      (0..<CollapseWatch.window).compactMap { _ in watch.add(score) }
    }
    #expect(window(1000) == [.best])
    #expect(window(900) == [])
    #expect(window(3000) == [.best])
    #expect(window(1500) == [])
    #expect(window(1499) == [.collapse])
    #expect(watch.bestMean == 3000)
  }

  @Test("After a collapse the best parameters are back, with half the rate")
  func collapse() throws {
    let learner = try Self.learner()
    learner.heed(.best)
    let best = learner.network.tensors.map(\.floats)
    _ = try learner.learnRound()
    #expect(learner.network.tensors.map(\.floats) != best)
    let rate = learner.rate
    learner.heed(.collapse)
    #expect(learner.network.tensors.map(\.floats) == best)
    #expect(learner.rate == rate / 2)
    #expect(learner.collapses == 1)
    let moments = learner.tensors.filter {
      $0.name.hasPrefix("first.") || $0.name.hasPrefix("second.")
    }
    #expect(moments.count == 8)
    #expect(moments.flatMap(\.floats).allSatisfy { $0 == 0 })
  }

  @Test("The network that plays is a running mean of the one that is moved")
  func averaging() throws {
    let configuration = MLPLearningConfiguration(averagingSteps: 100)
    #expect(configuration.averagingShare(steps: 4, newSteps: 4) == 1)
    #expect(configuration.averagingShare(steps: 80, newSteps: 4) == 4.0 / 11)
    #expect(configuration.averagingShare(steps: 10_000, newSteps: 11) == 0)
    #expect(configuration.averagingShare(steps: 10_000, newSteps: 12) == 0.12)
    let network = try MLPNetwork.random("cells", [8])
    let goal = try MLPNetwork.random("cells", [8], seed: 2)
    let (before, end) = (network.tensors.flatMap(\.floats), goal.tensors.flatMap(\.floats))
    network.approach(goal, by: 0.25, pool: try ThreadPool(threads: 3))
    for (number, found) in network.tensors.flatMap(\.floats).enumerated() {
      #expect(abs(found - (0.75 * before[number] + 0.25 * end[number])) < 1e-6)
    }
  }

  @Test("Case 107: a NaN stops learning with an error")
  func notANumber() throws {
    let learner = try Self.learner()
    learner.moving.dense.outputBias[0, 0] = .nan
    #expect(throws: LearningError.self) { try learner.learnRound() }
  }

  @Test("The rate stands, then falls to 0")
  func schedule() {
    let schedule = RateSchedule(rate: 0.4, fallShare: 0.5)
    #expect(schedule.rate(atShare: nil) == 0.4)
    #expect(schedule.rate(atShare: 0.5) == 0.4)
    #expect(abs(schedule.rate(atShare: 0.75) - 0.2) < 1e-6)
    #expect(schedule.rate(atShare: 1) == 0)
    #expect(RateSchedule(rate: 0.4, fallShare: 1).rate(atShare: 1) == 0.4)
  }

  @Test("Hyperparameters out of range are refused")
  func refused() {
    var wrong = Array(repeating: MLPLearningConfiguration(), count: 6)
    wrong[0].games = 0
    wrong[1].batch = 1000
    wrong[2].lambda = 1.5
    wrong[3].schedule.rate = -1
    wrong[4].optimizer.errorLimit = 0
    wrong[5].schedule.fallShare = 2
    for configuration in wrong {
      #expect(throws: LearningError.self) { try configuration.validate() }
    }
    #expect(throws: Never.self) { try MLPLearningConfiguration().validate() }
  }

  @Test("250,000 moves teach it to play", .optimizedBuild)
  func learns() throws {
    let learner = try Self.learner(
      hidden: [64, 32], games: 32, segment: 64, batch: 512, threads: 2)
    for _ in 0..<122 { _ = try learner.learnRound() }
    var scores: [Int] = []
    var seed: UInt64 = 0
    LockstepPlayer(learner.network).playAll(
      rules: Rules(),
      nextSeed: {
        seed += 1
        return seed <= 200 ? seed : nil
      }, finish: { scores.append($1.score) })
    #expect(scores.count == 200)
    // Random play has a mean of 1,100.
    #expect(scores.reduce(0, +) / 200 > 3000)
  }

  @Test("Games side by side are those played one by one")
  func lockstep() throws {
    let network = try MLPNetwork.random("cells+pairs", [16], limit: 0.1)
    let player = LockstepPlayer(network, width: 5)
    var results: [UInt64: GameResult] = [:]
    var seeds = Array(UInt64(1)...12)[...]
    player.playAll(
      rules: Rules(), nextSeed: { seeds.popFirst() }, finish: { results[$0] = $1 })
    #expect(results.count == 12)
    for (seed, result) in results {
      #expect(player.play(rules: Rules(), seed: seed) == result)
    }
  }
}
