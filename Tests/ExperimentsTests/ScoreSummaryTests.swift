import Foundation
import TestSupport
import Testing

@testable import Experiments

@Suite struct ScoreSummaryTests {
  private func summary(scores: [Int]) -> ScoreSummary {
    let count = scores.count
    return ScoreSummary(
      scores: scores, moves: [Int](repeating: 100, count: count),
      largestExponents: [Int](repeating: 11, count: count))
  }

  @Test("Mean, error, interval, median and maximum of a small sample")
  func sample() throws {
    // Deviations −3, −1, −1, −1, 0, 0, 2, 4: their squares sum to 32.
    let summary = summary(scores: [2, 4, 4, 4, 5, 5, 7, 9])
    #expect(summary.games == 8)
    #expect(summary.meanScore == 5)
    #expect(summary.medianScore == 4.5)
    #expect(summary.maxScore == 9)
    #expect(summary.meanMoves == 100)
    let error = (32.0 / 7 / 8).squareRoot()
    #expect(summary.standardError == error)
    let interval = try #require(summary.interval95)
    #expect(abs(interval.low - (5 - 1.96 * error)) < 1e-4)
    #expect(abs(interval.high - (5 + 1.96 * error)) < 1e-4)
  }

  @Test("One game has a mean and no error")
  func oneGame() {
    let summary = summary(scores: [1086])
    #expect(summary.meanScore == 1086)
    #expect(summary.medianScore == 1086)
    #expect(summary.standardError == nil)
    #expect(summary.interval95 == nil)
  }

  @Test("Case 157: equal scores have the error 0")
  func constant() {
    #expect(summary(scores: [0, 0, 0]).standardError == 0)
  }

  @Test("Case 168: sums do not overflow")
  func largeSums() {
    let summary = summary(scores: [Int](repeating: 400_000, count: 10_000))
    #expect(summary.meanScore == 400_000)
    #expect(summary.standardError == 0)
    #expect(ScoreSummary.mean(of: [.max, .max, .max]) == Double(Int.max))
    #expect(ScoreSummary.median(ofSorted: [.max, .max]) == Double(Int.max))
  }

  @Test("Case 159: a game counts as won when its largest tile is at least 2048")
  func winRate() {
    let summary = ScoreSummary(
      scores: [1, 2, 3, 4, 5], moves: [1, 1, 1, 1, 1], largestExponents: [9, 10, 11, 12, 11])
    #expect(summary.rate(atLeast: 2048) == 0.6)
  }

  @Test("Case 160: rates are shares of games that reached at least a tile")
  func tileRates() {
    let summary = ScoreSummary(
      scores: [1, 2, 3, 4], moves: [1, 1, 1, 1], largestExponents: [10, 11, 12, 13])
    #expect(summary.tileRates.map(\.tile) == [1024, 2048, 4096, 8192])
    #expect(summary.tileRates.map(\.rate) == [1, 0.75, 0.5, 0.25])
    #expect(summary.tileRates.map(\.games) == [4, 3, 2, 1])
    #expect(summary.rate(atLeast: 2) == 1)
    #expect(summary.rate(atLeast: 16384) == 0)

    let rates = TileRates(largestExponents: [10, 11, 12, 13])
    #expect(TileRates.exponents.map { rates[$0] } == [1, 1, 1, 0.75, 0.5, 0.25, 0, 0])
    #expect(TileRates(largestExponents: []) == TileRates())
  }

  @Test("A summary passes through JSON")
  func json() throws {
    let folder = try TemporaryFolder()
    let summary = summary(scores: [2, 4, 9])
    try JSONFile.write(summary, to: folder.file("evaluation.json"))
    #expect(try JSONFile.read(ScoreSummary.self, from: folder.file("evaluation.json")) == summary)
  }
}
