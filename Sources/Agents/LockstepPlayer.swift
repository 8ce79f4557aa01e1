import Env2048

/// Plays games greedily by a value function, many side by side, so that all
/// their afterstates are valued as one batch.
///
/// Chooses as `GreedyPolicy` does; where values are rounded otherwise in a
/// batch, two actions within a rounding error can change places.
public struct LockstepPlayer<Value: AfterstateValue>: GamePlayer {
  /// The function that values afterstates.
  public let value: Value
  /// The largest number of games side by side.
  public let width: Int

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - value: The function that values afterstates.
  ///   - width: The largest number of games side by side, above 0.
  public init(_ value: Value, width: Int = Value.gamesSideBySide) {
    precondition(width > 0, "A player plays one game at least")
    self.value = value
    self.width = width
  }

  /// Plays one game to its end.
  public func play(rules: Rules, seed: UInt64) -> GameResult {
    PolicyPlayer(GreedyPolicy(value)).play(rules: rules, seed: seed)
  }

  /// Plays one game as `play` does, and returns the actions.
  public func actions(rules: Rules, seed: UInt64) -> [Action] {
    PolicyPlayer(GreedyPolicy(value)).actions(rules: rules, seed: seed)
  }

  /// Plays games until there is no further seed, `width` at a time.
  @specialized(where Value == NTupleNetwork<Board>)
  @specialized(where Value == NTupleNetwork<Grid>)
  @specialized(where Value == MLPNetwork)
  @specialized(where Value == SymmetricValue<MLPNetwork>)
  public func playAll(
    rules: Rules, nextSeed: () -> UInt64?, finish: (UInt64, GameResult) -> Void
  ) {
    let spawner = TileSpawner(rules: rules)
    func nextGame() -> Game? {
      nextSeed().map { seed in
        Game(seed: seed, episode: Episode(spawner: spawner, random: RandomSource(seed: seed)))
      }
    }
    var games: [Game] = []
    while games.count < width, let game = nextGame() { games.append(game) }
    // The afterstates of all games, those of one after those of another.
    var boards: [Value.State] = []
    var rewards: [Float] = []
    var values = [Float](repeating: 0, count: 4 * width)
    while !games.isEmpty {
      boards.removeAll(keepingCapacity: true)
      rewards.removeAll(keepingCapacity: true)
      var place = 0
      while place < games.count {
        let afterstates = games[place].episode.board.afterstates
        if afterstates.legal.isEmpty {
          finish(games[place].seed, GameResult(games[place].episode))
          if let game = nextGame() { games[place] = game } else { games.remove(at: place) }
          continue
        }
        for action in afterstates.legal {
          boards.append(afterstates[action])
          rewards.append(Float(afterstates.reward(action)))
        }
        games[place].end = boards.count
        place += 1
      }
      let count = boards.count
      unsafe values.withUnsafeMutableBufferPointer { buffer in
        // The buffer checks the range, and the span does not outlive it.
        var part = unsafe buffer.extracting(0..<count).mutableSpan
        value.evaluate(boards.span, into: &part)
      }
      var start = 0
      for game in games.indices {
        let end = games[game].end
        var best = start
        var bestTotal = -Float.infinity
        for place in start..<end {
          let total = Value.addsRewards ? rewards[place] + values[place] : values[place]
          if total > bestTotal { (best, bestTotal) = (place, total) }
        }
        games[game].episode.advance(
          to: boards[best], reward: Int(rewards[best]), spawner: spawner)
        start = end
      }
    }
  }

  /// One of the games side by side.
  private struct Game {
    let seed: UInt64
    var episode: Episode<Value.State>
    /// Where its afterstates end among all.
    var end = 0
  }
}
