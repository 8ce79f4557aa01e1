import Env2048
import Testing

@testable import Agents

@Suite struct DQNTests {
  @Test("Case 110: illegal actions are left out, also where all values are negative")
  func mask() {
    let values: [Float] = [0.2, -0.5, -0.1, -0.9]
    #expect(ActionChoice.best(of: values.span, among: [.right, .down]) == .down)
    #expect(ActionChoice.best(of: values.span, among: []) == nil)
    #expect(ActionChoice.best(of: values.span, among: .all) == .up)
  }

  @Test("Case 112: after the end a target is the reward, whatever the values")
  func terminal() {
    let values: [Float] = [.nan, .infinity, -.infinity, 7]
    let target = ActionChoice.target(
      reward: 16, gamma: 1, terminated: true, nextValues: values.span, nextLegal: [])
    #expect(target == 16)
  }

  @Test("Case 115: a truncated episode is worth what comes next, a terminated one is not")
  func truncated() {
    let values: [Float] = [20, 25, 0, 0]
    func target(terminated: Bool) -> Float {
      ActionChoice.target(
        reward: 4, gamma: 1, terminated: terminated, nextValues: values.span,
        nextLegal: [.up, .down])
    }
    #expect(target(terminated: false) == 24)
    #expect(target(terminated: true) == 4)
  }

  @Test("Case 116: exploration is uniform over the legal actions")
  func epsilonGreedy() {
    let values: [Float] = [2, 1, 0.5, 0]
    let legal: ActionMask = [.right, .down, .left]
    var counts = [0, 0, 0, 0]
    var random = RandomSource(seed: 1)
    let draws = 30_000
    for _ in 0..<draws {
      if let action = ActionChoice.epsilonGreedy(
        values.span, among: legal, epsilon: 0.1, using: &random)
      {
        counts[Int(action.rawValue)] += 1
      }
    }
    #expect(counts[0] == 0)
    for (count, share) in zip(counts, [0, 0.9333, 0.0333, 0.0333]) {
      #expect(abs(Double(count) / Double(draws) - share) < 0.01)
    }
  }

  @Test("Case 137: ε depends on the share of the run alone, so a resumed one goes on with it")
  func epsilon() {
    let configuration = DQNConfiguration(finalEpsilon: 0.1, explorationShare: 0.5)
    #expect(configuration.epsilon(atShare: 0) == 1)
    #expect(abs(configuration.epsilon(atShare: 0.35) - 0.37) < 1e-12)
    #expect(configuration.epsilon(atShare: 0.5) == 0.1)
    #expect(configuration.epsilon(atShare: 1) == 0.1)
    #expect(configuration.epsilon(atShare: nil) == 0.1)
  }

  @Test("A full memory forgets the oldest transition first")
  func memory() {
    var memory = ReplayMemory(capacity: 3)
    for reward in 0..<5 {
      memory.add(
        Transition(
          board: .empty, action: .up, reward: Float(reward), next: .empty, terminated: false))
    }
    var random = RandomSource(seed: 2)
    #expect(memory.count == 3)
    #expect(Set(memory.sample(200, using: &random).map(\.reward)) == [2, 3, 4])
  }

  private func learner(seed: UInt64 = 1) throws -> DQNLearner {
    try DQNLearner(
      MLPConfiguration(features: FeatureSet(text: "cells"), hidden: [32], outputs: 4),
      DQNConfiguration(
        games: 4, memory: 2000, warmUp: 200, batch: 32, movesPerStep: 8, targetSteps: 20),
      rules: Rules(), seed: seed, threads: 1)
  }

  @Test("Case 138: nothing is learnt from a nearly empty memory, also after a restart")
  func warmUp() throws {
    let learner = try learner()
    let fresh = learner.network.tensors.map(\.floats)
    while learner.rememberedCount + 4 < 200 { _ = try learner.learnRound() }
    #expect(learner.network.tensors.map(\.floats) == fresh)
    for _ in 0..<4 { _ = try learner.learnRound() }
    #expect(learner.network.tensors.map(\.floats) != fresh)

    let resumed = try self.learner(seed: 9)
    #expect(resumed.restore(learner.state))
    for (tensor, saved) in zip(resumed.tensors, learner.tensors) { tensor.write(saved.floats.span) }
    let learnt = resumed.network.tensors.map(\.floats)
    #expect(learnt == learner.network.tensors.map(\.floats))
    for _ in 0..<40 { _ = try resumed.learnRound() }
    #expect(resumed.network.tensors.map(\.floats) == learnt)
    for _ in 0..<20 { _ = try resumed.learnRound() }
    #expect(resumed.network.tensors.map(\.floats) != learnt)
  }

  @Test("The target network takes over the parameters at its steps only")
  func targetNetwork() throws {
    let learner = try learner()
    let fresh = learner.target.tensors.map(\.floats)
    while learner.optimizer.steps < 19 { _ = try learner.learnRound() }
    #expect(learner.target.tensors.map(\.floats) == fresh)
    while learner.optimizer.steps < 20 { _ = try learner.learnRound() }
    #expect(learner.target.tensors.map(\.floats) == learner.network.tensors.map(\.floats))
  }

  @Test("Learning from transitions brings values to their targets, of the action taken alone")
  func learns() throws {
    let learner = try learner()
    let boards: [Board] = RandomBoards.make(32, largestExponent: 8, seed: 3)
    let batch = boards.enumerated().map { index, board in
      Transition(
        board: board, action: Action.allCases[index % 4], reward: Float(index % 4 + 1),
        next: board, terminated: true)
    }
    learner.rate = 0.01
    for _ in 0..<300 { try learner.learn(batch) }
    let values = learner.network.outputs(of: boards)
    let errors = batch.enumerated().map { index, transition in
      abs(values[4 * index + Int(transition.action.rawValue)] - transition.reward)
    }
    #expect(errors.reduce(0, +) / 32 < 0.2)
  }

  @Test("The policy plays legal games to their end")
  func policy() throws {
    let player = PolicyPlayer(DQNPolicy(try learner().network))
    let result = player.play(rules: Rules(), seed: 4)
    #expect(result.moves > 20)
    #expect(player.actions(rules: Rules(), seed: 4).count == result.moves)
  }
}
