import Testing

@testable import Env2048

/// Seeds, streams, snapshots.
@Suite struct DeterminismTests {
  /// Every step of some episodes under a fixed policy.
  static func play<State>(
    _ environment: inout GameEnvironment<State>, steps: Int
  ) throws -> [Step<State, GameInfo>] {
    try (0..<steps).map { count in
      if environment.actionMask.isEmpty { _ = environment.reset() }
      // Every seventh action may be an illegal one.
      let mask = count % 7 == 0 ? ActionMask.all : environment.actionMask
      return try environment.step(mask.member(at: count % mask.count))
    }
  }

  @Test("Case 67: equal seeds give equal games, other seeds other games")
  func equalSeeds() throws {
    var first = try GameEnvironment<Board>()
    var second = try GameEnvironment<Board>()
    #expect(first.reset(seed: 42).observation == second.reset(seed: 42).observation)
    #expect(try Self.play(&first, steps: 200) == Self.play(&second, steps: 200))

    let runs = try [0, 1, UInt64.max].map { seed in
      _ = first.reset(seed: seed)
      return try Self.play(&first, steps: 10).map(\.observation)
    }
    #expect(Set(runs).count == 3)
  }

  @Test("Case 67: Board and Grid give the same games")
  func equalBoards() throws {
    var boards = try GameEnvironment<Board>()
    var grids = try GameEnvironment<Grid>()
    _ = boards.reset(seed: 43)
    _ = grids.reset(seed: 43)
    let boardSteps = try Self.play(&boards, steps: 2_000)
    let gridSteps = try Self.play(&grids, steps: 2_000)
    #expect(boardSteps.map(\.observation) == gridSteps.map { Board($0.observation) })
    #expect(boardSteps.map(\.reward) == gridSteps.map(\.reward))
    #expect(boardSteps.map(\.info) == gridSteps.map(\.info))
  }

  @Test("Case 69: reset without a seed continues the stream")
  func continuedStream() throws {
    let runs = try (0..<2).map { _ in
      var environment = try GameEnvironment<Board>(seed: 7)
      return try (0..<3).map { _ in
        _ = environment.reset()
        return try Self.play(&environment, steps: 50).map(\.observation)
      }
    }
    #expect(runs[0] == runs[1])
    #expect(Set(runs[0]).count == 3)
  }

  @Test("Case 74: sampled actions follow from the seed, legal ones alike")
  func sampling() throws {
    let space = ActionSpace()
    let sequences = (0..<2).map { _ in
      var random = RandomSource(seed: 1)
      return (0..<1_000).map { _ in space.sample(using: &random) }
    }
    #expect(sequences[0] == sequences[1])
    #expect(space.count == 4)

    var random = RandomSource(seed: 2)
    for bits in UInt8(1)..<16 {
      let mask = ActionMask(rawValue: bits)
      var counts = [Int](repeating: 0, count: 4)
      for _ in 0..<4_000 {
        let action = try #require(space.sample(among: mask, using: &random))
        counts[Int(action.rawValue)] += 1
      }
      let among = mask.map { counts[Int($0.rawValue)] }
      #expect(among.reduce(0, +) == 4_000)
      let limit = mask.count < 3 ? 15.14 : chiSquareLimit(degreesOfFreedom: mask.count - 1)
      #expect(chiSquare(among) < limit)
    }
    #expect(space.sample(among: [], using: &random) == nil)
  }

  @Test("A snapshot taken at any step goes on alike, through JSON too")
  func snapshots() throws {
    var environment = try GameEnvironment<Grid>(
      rules: Rules(shape: BoardShape(3, 4)), stepLimit: 60, seed: 11)
    var restored = try GameEnvironment<Grid>(
      rules: environment.rules, stepLimit: environment.stepLimit, seed: 99)
    for _ in 0..<40 {
      let snapshot = environment.snapshot
      try restored.restore(throughJSON(snapshot))
      #expect(restored.snapshot == snapshot)
      #expect(restored.info == environment.info)
      #expect(restored.actionMask == environment.actionMask)
      #expect(try Self.play(&restored, steps: 7) == Self.play(&environment, steps: 7))
    }
  }

  @Test("The snapshot before the first reset keeps the stream")
  func unstartedSnapshot() throws {
    var environment = try GameEnvironment<Board>(seed: 12)
    var restored = try GameEnvironment<Board>(seed: 13)
    try restored.restore(throughJSON(environment.snapshot))
    #expect(throws: EnvironmentError.stepBeforeReset) { try restored.step(.up) }
    #expect(restored.reset().observation == environment.reset().observation)
  }

  /// Changes that make a running 4×4 snapshot contradict itself.
  typealias Snapshot = GameEnvironment<Grid>.Snapshot
  static let contradictions: [(name: String, change: @Sendable (inout Snapshot) -> Void)] = [
    ("negative score", { $0.episode.score = -4 }),
    ("negative moves", { $0.episode.moves = -1 }),
    ("negative steps", { $0.steps = -1 }),
    ("more moves than steps", { $0.episode.moves = $0.steps + 1 }),
    ("dead board", { $0.episode.board = Grid("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2") }),
    ("shape", { $0.episode.board = Grid("2 2 / 4 4") }),
  ]

  @Test("Contradictory snapshots are refused and change nothing", arguments: contradictions)
  func contradiction(name: String, change: @Sendable (inout Snapshot) -> Void) throws {
    var environment = try GameEnvironment<Grid>(seed: 14)
    _ = environment.reset()
    _ = try Self.play(&environment, steps: 5)
    let before = environment.snapshot
    var snapshot = before
    change(&snapshot)
    #expect(throws: EnvironmentError.self) { try environment.restore(snapshot) }
    #expect(environment.snapshot == before)
  }
}
