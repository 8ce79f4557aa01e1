import Testing

@testable import Env2048

/// Random legal play on 4×4 against a reference computed elsewhere.
@Suite struct RandomPlayStatisticsTests {
  static let gameCount = 59_392

  @Test("Case 167: scores, moves and largest tiles of random play are the reference's")
  func randomPlay() throws {
    let count = repetitions(Self.gameCount, debugDivisor: 32)
    var environment = try GameEnvironment<Board>(seed: 167)
    var random = RandomSource(seed: 761)
    var scores = Sample()
    var moves = Sample()
    var largest = [Int](repeating: 0, count: 18)
    for _ in 0..<count {
      _ = environment.reset()
      while let action = environment.actionSpace.sample(
        among: environment.actionMask, using: &random)
      {
        _ = try environment.step(action)
      }
      scores.add(environment.info.score)
      moves.add(environment.info.moves)
      largest[environment.info.largestExponent] += 1
    }

    // Tolerances are four standard errors, those of both sides combined.
    let tolerance = { (reference: Double, own: Double) in
      4 * (reference * reference + own * own).squareRoot()
    }
    #expect(abs(scores.mean - 1_094.5) < tolerance(2.2, scores.standardError))
    #expect(abs(moves.mean - 118.37) < tolerance(0.15, moves.standardError))
    for (exponent, share) in [(6, 0.3724), (7, 0.4795), (8, 0.0769)] {
      let error = { (games: Int) in (share * (1 - share) / Double(games)).squareRoot() }
      let difference = Double(largest[exponent]) / Double(count) - share
      #expect(abs(difference) < tolerance(error(Self.gameCount), error(count)), "2^\(exponent)")
    }
    // The range of the case, which is that of 1,000 games.
    #expect((985...1_185).contains(scores.mean))
    #expect(largest.reduce(0, +) == count)
  }
}
