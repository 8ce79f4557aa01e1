import Env2048

extension Benchmark {
  /// Single boards and their encodings.
  static let boards: [Benchmark] = [
    Benchmark("slide", unit: "slides") {
      let boards = sampleBoards
      let actions = randomNumbers(boards.count, below: 4).map { ActionMask.all.member(at: Int($0)) }
      return { rounds in
        var sum = 0
        for _ in 0..<rounds {
          for (board, action) in zip(boards, actions) {
            guard let slide = board.sliding(action) else { continue }
            sum &+= slide.reward &+ Int(truncatingIfNeeded: slide.afterstate.nibbles)
          }
        }
        blackHole(sum)
        return rounds * boards.count
      }
    },
    onBoards("slide/afterstates") { board in
      let all = board.afterstates
      return all.reward(.up) &+ Int(truncatingIfNeeded: all[.left].nibbles)
    },
    onBoards("slide/mask") { Int($0.legalActions.rawValue) },
    encoding("encode/one-hot", OneHotEncoding()) { try $0.encodeOneHot(into: &$1) },
    encoding("encode/log-scale", LogScaleEncoding()) { try $0.encodeLogScale(into: &$1) },
  ]

  private static func onBoards(
    _ name: String, _ work: @escaping @Sendable (Board) -> Int
  ) -> Benchmark {
    Benchmark(name, unit: "boards") {
      let boards = sampleBoards
      return { rounds in
        var sum = 0
        for _ in 0..<rounds { for board in boards { sum &+= work(board) } }
        blackHole(sum)
        return rounds * boards.count
      }
    }
  }

  /// Encodes the 1,024 boards of a vector environment.
  private static func encoding(
    _ name: String, _ encoding: some ObservationEncoding,
    _ encode: @escaping @Sendable (VectorEnvironment, inout MutableSpan<Float>) throws -> Void
  ) -> Benchmark {
    Benchmark(name, unit: "boards") {
      let slots = 1024
      var environment = try VectorEnvironment(count: slots, seed: 1)
      environment.reset()
      for step in 0..<50 {
        try environment.step(Array(repeating: UInt8(step % 4), count: slots).span)
      }
      let encoded = environment
      var numbers = [Float](repeating: 0, count: slots * encoding.space(for: .standard).count)
      return { rounds in
        for _ in 0..<rounds {
          var output = numbers.mutableSpan
          try encode(encoded, &output)
        }
        blackHole(numbers[0])
        return rounds * slots
      }
    }
  }

  /// Boards of random play, from fresh to full.
  private static var sampleBoards: [Board] {
    var random = RandomSource(seed: 3)
    var episode = Episode<Board>(spawner: TileSpawner(rules: Rules()), random: random)
    return (0..<1024).map { _ in
      if let action = ActionSpace().sample(among: episode.board.legalActions, using: &random) {
        _ = episode.play(action, spawner: TileSpawner(rules: Rules()))
      } else {
        episode = Episode(spawner: TileSpawner(rules: Rules()), random: episode.random)
      }
      return episode.board
    }
  }
}
