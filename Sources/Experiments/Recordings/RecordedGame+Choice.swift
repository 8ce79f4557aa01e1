import Agents
import Env2048

extension RecordedGame {
  /// Records games of an evaluation by playing them again.
  ///
  /// First the best, then the median, then the worst, then those that halve the gaps between:
  /// the upper and the lower quarter, the eighths, and so on.
  /// - Parameters:
  ///   - count: The number of games; all where fewer were played.
  ///   - agent: What played them.
  ///   - results: Their results; game i was played with seed + i.
  ///   - seed: The seed of the first.
  /// - Throws: `RecordingError.notRepeatable` if the agent does not play a game as it did before.
  public static func record(
    _ count: Int, of agent: LoadedAgent, results: [GameResult], seed: UInt64
  ) throws -> [RecordedGame] {
    let ranked = results.indices.sorted { (results[$0].score, $0) < (results[$1].score, $1) }
    return try places(count, of: results.count).map { place in
      let index = ranked[place - 1]
      let gameSeed = seed &+ UInt64(index)
      let game = try RecordedGame(
        agent: agent.title, rules: agent.rules, seed: gameSeed,
        rank: Rank(place: place, games: results.count),
        actions: agent.player.actions(rules: agent.rules, seed: gameSeed))
      let expected = results[index]
      guard game.score == expected.score, game.moves.count == expected.moves else {
        throw RecordingError.notRepeatable(
          agent: agent.title, seed: gameSeed, expectedScore: expected.score, foundScore: game.score)
      }
      return game
    }
  }

  /// The places, 1 for the lowest score, of the games to record.
  static func places(_ count: Int, of games: Int) -> [Int] {
    let first = [games, (games + 1) / 2, 1]
    // 3/4, 1/4, then 7/8, 5/8, … of the way from the lowest to the highest.
    var parts = 4
    var places: [Int] = []
    var seen: Set<Int> = []
    var candidates = first[...]
    while places.count < min(count, games) {
      if candidates.isEmpty {
        candidates =
          stride(from: parts - 1, through: 1, by: -2)
          .map { 1 + (games - 1) * $0 / parts }[...]
        parts *= 2
      }
      let place = candidates.removeFirst()
      if seen.insert(place).inserted { places.append(place) }
    }
    return places
  }
}
