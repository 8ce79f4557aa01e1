import Env2048

/// Plays some games side by side, greedily, a segment at a time.
///
/// All legal afterstates of all its games are valued as one batch.
final class SegmentPlayer: @unchecked Sendable {
  // Sendable: one thread at a time works with a player.

  /// One move of one game.
  struct Move {
    var afterstate = Board.empty
    /// Reward and value, in outputs.
    var reward: Float = 0
    var value: Float = 0
    /// How the game went, if it has ended after this move.
    var end: GameResult?
  }

  /// The games in progress.
  var episodes: [Episode<Board>]
  /// The moves of the segment, those of one instant side by side, and behind
  /// them those that would come next.
  private(set) var moves: [Move] = []

  private let spawner: TileSpawner
  private let workspace: MLPWorkspace
  private var boards: [Board] = []
  private var rewards: [Float] = []
  private var values: [Float]

  init(_ configuration: MLPConfiguration, episodes: [Episode<Board>], spawner: TileSpawner) {
    self.episodes = episodes
    self.spawner = spawner
    workspace = MLPWorkspace(configuration, capacity: 4 * episodes.count)
    values = Array(repeating: 0, count: 4 * episodes.count)
  }

  /// Plays a number of moves of each game; one that ends is followed by another.
  func play(_ count: Int, with network: MLPNetwork) {
    moves.removeAll(keepingCapacity: true)
    for _ in 0..<count {
      weigh(with: network)
      choose { game, move in
        var move = move
        var episode = episodes[game]
        episode.advance(
          to: move.afterstate, reward: Int(move.reward * MLPNetwork.scale), spawner: spawner)
        if episode.board.isTerminal {
          move.end = GameResult(episode)
          episode = Episode(spawner: spawner, random: episode.random)
        }
        episodes[game] = episode
        moves.append(move)
      }
    }
    weigh(with: network)
    choose { moves.append($1) }
  }

  /// Values all legal afterstates.
  private func weigh(with network: MLPNetwork) {
    boards.removeAll(keepingCapacity: true)
    rewards.removeAll(keepingCapacity: true)
    for episode in episodes {
      let afterstates = episode.board.afterstates
      for action in afterstates.legal {
        boards.append(afterstates[action])
        rewards.append(Float(afterstates.reward(action)) / MLPNetwork.scale)
      }
    }
    let boards = boards
    values.withMutableSpan { outputs in
      network.forward(boards.span, 0..<boards.count, into: &outputs, from: 0, workspace)
    }
  }

  /// Hands over the best move of each game.
  private func choose(_ body: (Int, Move) -> Void) {
    var place = 0
    for game in episodes.indices {
      // A game in progress has a legal action.
      var best = place
      let end = place + episodes[game].board.legalActions.count
      for other in place..<end where rewards[other] + values[other] > rewards[best] + values[best] {
        best = other
      }
      place = end
      body(game, Move(afterstate: boards[best], reward: rewards[best], value: values[best]))
    }
  }
}
