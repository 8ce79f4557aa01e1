import Env2048

/// A number that changes exactly when the behaviour of the game does: the
/// total score of a fixed set of seeded games.
public enum Signature {
  /// Plays the games: 64 on 4×4 and 16 on 3×3, each with random legal actions.
  public static func compute() throws -> Int {
    let large = try (0..<64).reduce(0) { try $0 + score(Board.self, shape: .standard, seed: $1) }
    let small = try BoardShape(rows: 3, columns: 3)
    return try (0..<16).reduce(large) { try $0 + score(Grid.self, shape: small, seed: $1) }
  }

  private static func score<State: BoardState>(
    _: State.Type, shape: BoardShape, seed: UInt64
  ) throws -> Int {
    var environment = try GameEnvironment<State>(rules: Rules(shape: shape), seed: seed)
    var random = RandomSource(seed: ~seed)
    _ = environment.reset()
    while let action = environment.actionSpace.sample(
      among: environment.actionMask, using: &random)
    {
      _ = try environment.step(action)
    }
    return environment.info.score
  }
}
