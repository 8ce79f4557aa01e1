import Env2048

extension PolicyPlayer {
  /// Plays one game as `play` does, and returns the actions instead of the result.
  public func actions(rules: Rules, seed: UInt64) -> [Action] {
    let spawner = TileSpawner(rules: rules)
    var episode = Episode<P.State>(spawner: spawner, random: RandomSource(seed: seed))
    var ownSource = RandomSource(seed: seed)
    var own = ownSource.split()
    var actions: [Action] = []
    while let action = policy.action(for: episode.board, using: &own) {
      guard episode.play(action, spawner: spawner) != nil else { break }
      actions.append(action)
    }
    return actions
  }
}
