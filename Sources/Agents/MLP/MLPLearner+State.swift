import Env2048

extension MLPLearner {
  /// What a learner keeps beside tensors; with them it goes on as if it had not
  /// been stopped.
  public struct State: Codable, Sendable {
    /// The games in progress.
    var games: [Episode<Board>]
    /// Their sums of absolute errors, in points.
    var errorSums: [Double]
    /// The stream of shuffles and symmetries.
    var random: RandomSource
    /// The games finished.
    var episodes: Int
    /// The steps of the optimiser.
    var steps: Int
    /// The steps of it that the playing network knows.
    var averagedSteps: Int
    /// What is known of the windows of games.
    var watch: CollapseWatch
    /// The collapses so far.
    var collapses: Int
    /// The part of the scheduled rate that is left after them.
    var rateFactor: Float
  }

  /// All that the learner keeps beside tensors.
  public var state: State {
    State(
      games: players.flatMap(\.episodes), errorSums: errorSums, random: random,
      episodes: episodes, steps: optimizer.steps, averagedSteps: averagedSteps, watch: watch,
      collapses: collapses,
      rateFactor: rateFactor)
  }

  /// Takes up a state.
  ///
  /// - Returns: False, with nothing changed, if it is that of a learner with
  ///   another number of games.
  public func restore(_ state: State) -> Bool {
    guard state.games.count == configuration.games, state.errorSums.count == state.games.count
    else { return false }
    var rest = state.games[...]
    for player in players {
      player.episodes = Array(rest.prefix(player.episodes.count))
      rest = rest.dropFirst(player.episodes.count)
    }
    errorSums = state.errorSums
    random = state.random
    episodes = state.episodes
    optimizer.steps = state.steps
    averagedSteps = state.averagedSteps
    watch = state.watch
    collapses = state.collapses
    rateFactor = state.rateFactor
    return true
  }

  /// Everything that goes on with the learner: parameters as they
  /// play and as they move, moments, and the best parameters so far.
  public var tensors: [MLPTensor] {
    network.tensors + optimizer.tensors
      + MLPTensor.all(table: moving.table, dense: moving.dense, prefix: "moving.")
      + MLPTensor.all(table: best.table, dense: best.dense, prefix: "best.")
  }
}

extension MLPOptimizer {
  /// The moments, named after what they belong to.
  var tensors: [MLPTensor] {
    MLPTensor.all(table: tableMoments.first, dense: denseMoments.first, prefix: "first.")
      + (configuration.rule == .sgd
        ? []
        : MLPTensor.all(table: tableMoments.second, dense: denseMoments.second, prefix: "second."))
  }
}
