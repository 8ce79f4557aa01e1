import Env2048

/// A game that is learnt from while it is played.
///
/// It can be kept in a checkpoint between any two of its moves.
public struct GameInProgress<State: NTupleState>: Sendable, Codable {
  /// The game.
  var episode: Episode<State>
  /// The number of moves that were made before learning began.
  let firstMove: Int
  /// The sum of the absolute TD errors so far, in points.
  var absoluteErrorSum = 0.0
  /// The afterstates of the last moves, whose targets are not complete yet: at
  /// most as many as a target has rewards, that of learning's move m at
  /// m modulo this number.
  var pending: [Pending] = []

  /// An afterstate whose target is not complete yet.
  struct Pending: Sendable, Codable {
    let afterstate: State
    /// The sum of the rewards since.
    var rewards: Float = 0
  }

  /// Begins to learn from a game, from where it stands.
  init(_ episode: Episode<State>) {
    self.episode = episode
    firstMove = episode.moves
  }

  /// The number of moves made since learning began.
  var moves: Int { episode.moves &- firstMove }

  /// Whether the game can go on with boards of a shape and so many rewards in a target.
  func fits(_ shape: BoardShape, steps: Int) -> Bool {
    pending.count == min(moves, steps)
      && ([episode.board] + pending.map(\.afterstate)).allSatisfy { $0.shape == shape }
  }

  /// What the game brought, once it has ended.
  var outcome: TrainingEpisode {
    TrainingEpisode(
      result: GameResult(episode), absoluteErrorSum: absoluteErrorSum, updates: moves)
  }
}
