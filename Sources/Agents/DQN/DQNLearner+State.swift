import Env2048

extension DQNLearner {
  /// What a learner keeps beside tensors and remembered transitions.
  public struct State: Codable, Sendable {
    /// The games in progress.
    var games: [Episode<Board>]
    /// Their sums of absolute errors, in points.
    var errorSums: [Double]
    /// The stream of actions and batches.
    var random: RandomSource
    /// The games finished.
    var episodes: Int
    /// The steps of the optimiser.
    var steps: Int
    /// The moves since the last of them.
    var movesSinceStep: Int
  }

  /// All that the learner keeps beside tensors and transitions.
  public var state: State {
    State(
      games: games, errorSums: errorSums, random: random, episodes: episodes,
      steps: optimizer.steps, movesSinceStep: movesSinceStep)
  }

  /// Takes up a state; the memory of transitions is empty then and fills again
  /// before anything is learnt.
  ///
  /// - Returns: False, with nothing changed, if it is that of a learner with
  ///   another number of games.
  public func restore(_ state: State) -> Bool {
    guard state.games.count == configuration.games, state.errorSums.count == state.games.count
    else { return false }
    games = state.games
    errorSums = state.errorSums
    random = state.random
    episodes = state.episodes
    optimizer.steps = state.steps
    movesSinceStep = state.movesSinceStep
    return true
  }

  /// Everything that goes on with the learner: parameters, moments, and the
  /// parameters that targets are worked out with.
  public var tensors: [MLPTensor] {
    network.tensors + optimizer.tensors
      + MLPTensor.all(table: target.table, dense: target.dense, prefix: "target.")
  }
}
