import Agents
import Env2048
import Foundation
import Testing

@testable import Experiments

@Suite struct EvaluatorTests {
  /// Plays bad games in no time and good ones slowly, in turn.
  private struct UnevenPlayer: GamePlayer {
    func play(rules: Rules, seed: UInt64) -> GameResult {
      usleep(seed % 2 == 0 ? 100 : 5000)
      return seed % 2 == 0
        ? GameResult(score: 100, moves: 10, largestExponent: 5)
        : GameResult(score: 1000, moves: 100, largestExponent: 8)
    }

    func actions(rules: Rules, seed: UInt64) -> [Action] { [] }
  }

  /// Always answers left, legal or not.
  private struct StubbornPolicy: Policy {
    func action(for board: Board, using random: inout RandomSource) -> Action? { .left }
  }

  @Test("Case 161: every game that was started counts, however long it takes")
  func noBias() {
    let settings = EvaluationSettings(games: 10, seed: 0, threads: 2)
    let results = Evaluator(settings).play(UnevenPlayer(), rules: Rules())
    #expect(results.map(\.score) == [100, 1000, 100, 1000, 100, 1000, 100, 1000, 100, 1000])
    #expect(ScoreSummary(results).meanScore == 550)
  }

  @Test("Case 75: any number of threads gives the same games in the same order", arguments: [2, 4])
  func threads(threads: Int) {
    let player = PolicyPlayer(RandomPolicy<Board>())
    let alone = Evaluator(EvaluationSettings(games: 100, seed: 3))
      .play(player, rules: Rules())
    let together = Evaluator(EvaluationSettings(games: 100, seed: 3, threads: threads))
      .play(player, rules: Rules())
    #expect(alone.count == 100)
    #expect(together == alone)
    #expect(alone[57] == player.play(rules: Rules(), seed: 60))
  }

  @Test("Case 163: an agent that answers with illegal actions ends its games")
  func stubborn() {
    let results = Evaluator(EvaluationSettings(games: 10))
      .play(PolicyPlayer(StubbornPolicy()), rules: Rules())
    #expect(results.count == 10)
    #expect(results.allSatisfy { (0..<1000).contains($0.moves) })
  }

  @Test("Case 165: the report has the score, moves and largest tile of the game played")
  func oneGame() throws {
    let agent = try LoadedAgent(named: "greedy")
    let settings = EvaluationSettings(games: 1, seed: 5)
    let results = Evaluator(settings).play(agent.player, rules: agent.rules)
    let report = EvaluationReport(
      of: agent, settings: settings, results: results, seconds: 1,
      provenance: ProvenanceRecord(command: ["test"], version: packageVersion))

    // The same game move by move.
    let spawner = TileSpawner(rules: agent.rules)
    var episode = Episode<Board>(spawner: spawner, random: RandomSource(seed: 5))
    var unused = RandomSource(seed: 0)
    while let action = GreedyRewardPolicy().action(for: episode.board, using: &unused) {
      _ = episode.play(action, spawner: spawner)
    }
    #expect(episode.score > 0)
    #expect(report.summary.maxScore == episode.score)
    #expect(report.summary.meanScore == Double(episode.score))
    #expect(report.summary.meanMoves == Double(episode.moves))
    #expect(report.summary.tileRates.last?.tile == 1 << episode.board.largestExponent)
    #expect(report.movesPerSecond == Double(episode.moves))
  }

  @Test("A stop leaves the first games, at least one, even if it comes before them all")
  func stop() {
    let settings = EvaluationSettings(games: 1_000_000, seed: 0, threads: 3)
    let results = Evaluator(settings)
      .play(UnevenPlayer(), rules: Rules(), isStopRequested: { true })
    #expect((1..<1_000_000).contains(results.count))
    for (index, result) in results.enumerated() {
      #expect(result.score == (index % 2 == 0 ? 100 : 1000))
    }
  }

  @Test("Reports are told all results so far")
  func progress() {
    var counts: [Int] = []
    _ = Evaluator(EvaluationSettings(games: 60, seed: 0))
      .play(UnevenPlayer(), rules: Rules(), report: { counts.append($0.count) })
    #expect(counts.last == 60)
    #expect(counts == counts.sorted())
  }
}
