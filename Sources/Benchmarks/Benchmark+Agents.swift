import Agents
import Env2048
import Synchronization
import Threads

extension Benchmark {
  /// Playing, learning and searching with the networks of the field.
  ///
  /// The networks have learnt from some hundred games beforehand, so that the
  /// games are real ones; later ones are longer, and their boards spread over
  /// more of the tables.
  static let agents: [Benchmark] =
    [learn("4x6", threads: 1), play("4x6", plies: 1), play("4x6", plies: 2), play("4x6", plies: 3)]
    + (ThreadPool.processors == 1 ? [] : [learn("4x6", threads: ThreadPool.processors)])
    + [evaluate("4x6"), heuristicNodes]

  /// Forward TD(0) with TC step sizes, the rule that programs are compared by.
  private static let learning = TDConfiguration(stepSize: .tc)
  private static let preparingGames = 300

  private static func learn(_ network: String, threads: Int) -> Benchmark {
    Benchmark(
      "ntuple/\(network)/learn" + (threads > 1 ? "/threads" : ""), unit: "moves", threads: threads
    ) {
      let learners = try learners(network, count: threads)
      let pool = try ThreadPool(threads: threads)
      return { rounds in
        let moves = Mutex(Result<Int, any Error>.success(0))
        pool.run(threads) { index in
          let learnt = Result {
            try (0..<8 * rounds).reduce(0) { moves, _ in
              try moves + learners[index].learnEpisode().updates
            }
          }
          moves.withLock { sum in sum = Result { try sum.get() + learnt.get() } }
        }
        return try moves.withLock { try $0.get() }
      }
    }
  }

  /// Greedy for one ply, else a search without cuts.
  private static func play(_ network: String, plies: Int) -> Benchmark {
    Benchmark("ntuple/\(network)/play/\(plies)-ply", unit: "moves") {
      let network = try learners(network, count: 1)[0].network
      let (player, gamesSideBySide): (any GamePlayer, Int) =
        plies == 1
        ? (LockstepPlayer(network), type(of: network).gamesSideBySide)
        : (
          PolicyPlayer(
            try Expectimax(network, configuration: SearchConfiguration(limit: .plies(plies)))), 1
        )
      var seed: UInt64 = 0
      return { rounds in
        var (games, moves) = (rounds * gamesSideBySide, 0)
        player.playAll(
          rules: Rules(),
          nextSeed: {
            guard games > 0 else { return nil }
            games -= 1
            seed += 1
            return seed
          }, finish: { moves += $1.moves })
        return moves
      }
    }
  }

  /// The value of afterstates, many at once.
  private static func evaluate(_ network: String) -> Benchmark {
    Benchmark("ntuple/\(network)/evaluate", unit: "boards") {
      let network = try learners(network, count: 1)[0].network
      let boards = afterstates(of: GreedyPolicy(network), count: 65_536)
      var values = [Float](repeating: 0, count: boards.count)
      return { rounds in
        for _ in 0..<rounds {
          var output = values.mutableSpan
          network.evaluate(boards.span, into: &output)
        }
        blackHole(values[0])
        return rounds * boards.count
      }
    }
  }

  /// The row heuristic's search, by the afterstates it meets at its ends.
  private static let heuristicNodes = Benchmark("heuristic/nodes", unit: "nodes") {
    let search = try Expectimax(
      RowHeuristic(), configuration: SearchConfiguration(limit: .plies(3)))
    let boards = afterstates(of: GreedyPolicy(RowHeuristic()), count: 64)
    return { rounds in
      (0..<rounds).reduce(0) { sum, _ in
        boards.reduce(sum) { $0 + search.search($1).nodes }
      }
    }
  }

  /// Learners of one network.
  private static func learners(
    _ name: String, count: Int
  ) throws -> [NTupleLearner<Board>] {
    let structure = try NTupleConfiguration.named(name, shape: .standard)
    let network = try NTupleNetwork<Board>(structure, hasSums: true)
    let learners = try (0..<count).map {
      try NTupleLearner(
        network: network, configuration: learning, rules: Rules(),
        progress: .init(random: RandomSource(seed: UInt64($0))))
    }
    for _ in 0..<preparingGames { _ = try learners[0].learnEpisode() }
    return learners
  }

  /// The afterstates that a policy meets, game by game.
  static func afterstates(of policy: some Policy<Board>, count: Int) -> [Board] {
    let spawner = TileSpawner(rules: Rules())
    var random = RandomSource(seed: 5)
    var episode = Episode<Board>(spawner: spawner, random: random)
    var boards: [Board] = []
    while boards.count < count {
      guard let action = policy.action(for: episode.board, using: &random) else {
        episode = Episode(spawner: spawner, random: episode.random)
        continue
      }
      boards.append(episode.board.afterstates[action])
      _ = episode.play(action, spawner: spawner)
    }
    return boards
  }
}
