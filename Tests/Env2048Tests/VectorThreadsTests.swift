import Testing
import Threads

@testable import Env2048

/// Vector environments whose slots are split over threads.
@Suite struct VectorThreadsTests {
  /// Workers that are the threads of a new pool.
  static func workers(_ threads: Int) throws -> Workers {
    let pool = try ThreadPool(threads: threads)
    return Workers(count: threads) { pool.run($0, $1) }
  }

  @Test("Threads change nothing", arguments: AutoresetMode.allCases, [2, 3])
  func threadsChangeNothing(mode: AutoresetMode, threads: Int) throws {
    // 1,601 slots are 101 groups, enough for a part a thread.
    let count = 1601
    var alone = try VectorEnvironment(count: count, stepLimit: 12, autoreset: mode, seed: 5)
    var together = try VectorEnvironment(
      count: count, stepLimit: 12, autoreset: mode, seed: 5, workers: Self.workers(threads))
    alone.reset()
    together.reset()
    var random = RandomSource(seed: 6)
    for _ in 0..<16 {
      if mode == .disabled {
        let ended = (0..<count).map {
          alone.outputs.masks[4 * $0..<4 * $0 + 4].contains(1) ? 0 : UInt8(1)
        }
        try alone.reset(where: ended.span)
        try together.reset(where: ended.span)
      }
      let actions = (0..<count).map { _ in Int64(random.draw(below: 4)) }
      try alone.step(actions.span)
      try together.step(actions.span)
      #expect(alone.outputs == together.outputs)
      #expect(alone.endings == together.endings)
    }
    #expect(alone.exportState() == together.exportState())
  }

  @Test("Threads change nothing on other shapes")
  func threadsChangeNothingOnGrids() throws {
    var random = RandomSource(seed: 7)
    let rules = Rules(shape: try BoardShape(rows: 2, columns: 3))
    var referee = try VectorReferee(
      Grid.self, count: 100, rules: rules, mode: .sameStep, seed: 3, workers: Self.workers(3))
    try referee.play(steps: 30, legal: 0.9, using: &random)
  }
}
