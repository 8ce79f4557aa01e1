import Agents
import Env2048
import TestSupport
import Testing

@testable import Experiments

/// From a name and a search to an agent.
@Suite struct LoadedAgentTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A weight file of TDL2048 of a 5x4 network with unequal weights.
  @discardableResult
  private func weightFile(_ name: String = "5x4.w", cutTo share: Double = 1) throws -> String {
    let network = try NTupleNetwork<Board>(.named("5x4"))
    for index in 0..<network.weights.count { network.weights[index] = Float(index % 97) }
    var bytes: [UInt8] = []
    try TDLWeightFile(network: network).write { part in
      bytes += unsafe part.withUnsafeBytes { unsafe Array($0) }
    }
    let path = folder.file(name)
    try AtomicFile.write(Array(bytes.prefix(Int(Double(bytes.count) * share))), to: path)
    return path
  }

  static let searches: [(SearchSettings, String)] = [
    (SearchSettings(), "greedy, 1-ply"),
    (
      SearchSettings(method: .expectimax(SearchConfiguration(limit: .plies(2)))),
      "expectimax, 2-ply"
    ),
    (
      SearchSettings(
        method: .expectimax(SearchConfiguration(limit: .nodes(40), minimumProbability: 0.001))),
      "expectimax, 40 nodes a move, branches below 0.001 cut"
    ),
    (
      SearchSettings(method: .expectimax(SearchConfiguration(limit: .milliseconds(1)))),
      "expectimax, 1 ms a move"
    ),
    (
      SearchSettings(method: .minimax(plies: 2), downgradingTile: 64),
      "minimax, 2-ply, tiles downgraded from 64"
    ),
  ]

  @Test("Every agent that weighs plays with every search", arguments: searches)
  func searched(settings: SearchSettings, description: String) throws {
    let short = try BoardShape(rows: 2, columns: 2)
    let agents = [
      try LoadedAgent(named: "greedy", search: settings),
      try LoadedAgent(named: "greedy", search: settings, shape: short),
      try LoadedAgent(named: weightFile(), search: settings),
    ]
    for agent in agents {
      #expect(agent.search?.description == description)
      #expect(agent.weighsActions)
      let game = try RecordedGame(
        agent: agent.name, rules: agent.rules, seed: 1, rank: .init(place: 1, games: 1),
        actions: agent.player.actions(rules: agent.rules, seed: 1))
      #expect(game.isOver)
      let values = try agent.actionValues(of: game.start)
      #expect(values.map(\.action) == Array(game.start.legalActions))
      if settings.method != .expectimax(SearchConfiguration(limit: .milliseconds(1))),
        settings.method != .minimax(plies: 2)
      {
        // What it says an action is worth is what it plays by.
        for (index, move) in game.moves.enumerated().prefix(50) {
          let board = index == 0 ? game.start : game.moves[index - 1].board
          let best = try agent.actionValues(of: board).map(\.total).max()
          #expect(
            try agent.actionValues(of: board).first { $0.action == move.action }?.total == best)
        }
      }
      let isCounted = agent.search?.method == .expectimax
      #expect((agent.effort != nil) == isCounted)
      if let effort = agent.effort { #expect(effort.moves >= game.moves.count) }
    }
  }

  @Test("The heuristic searches 32,768 nodes a move unless told otherwise")
  func heuristic() throws {
    let agent = try LoadedAgent(named: "heuristic")
    #expect(agent.search?.nodes == 32_768 && agent.search?.method == .expectimax)
    #expect(agent.file == nil && agent.rules.shape == .standard)
    #expect(agent.title == "heuristic, 32768 nodes")
    let greedy = try LoadedAgent(named: "heuristic", search: SearchSettings(method: .greedy))
    #expect(greedy.title == "heuristic" && greedy.search?.plies == 1)
    let board = try Board(text: "2 4 8 16 / 0 0 0 0 / 0 0 0 0 / 0 0 0 2")
    let heuristic = RowHeuristic()
    #expect(try greedy.actionValues(of: board) == heuristic.actionValues(of: board))
    let lowered = try LoadedAgent(named: "heuristic", search: SearchSettings(downgradingTile: 4096))
    #expect(lowered.search?.nodes == 32_768 && lowered.search?.downgradingTile == 4096)
  }

  @Test("Chance cannot search")
  func chance() throws {
    let agent = try LoadedAgent(named: "random")
    #expect(agent.search == nil && !agent.weighsActions && agent.effort == nil)
    #expect(throws: LoadedAgentError.noValues(agent: "random")) {
      _ = try agent.actionValues(of: Board.empty)
    }
    for settings in [
      SearchSettings(method: .minimax(plies: 2)), SearchSettings(downgradingTile: 4096),
    ] {
      #expect(throws: LoadedAgentError.noSearch(agent: "random")) {
        _ = try LoadedAgent(named: "random", search: settings)
      }
    }
  }

  @Test("Settings out of range are refused by name")
  func outOfRange() {
    #expect(throws: SearchError.self) {
      _ = try LoadedAgent(
        named: "greedy",
        search: SearchSettings(method: .expectimax(SearchConfiguration(limit: .plies(99)))))
    }
    #expect(throws: SearchError.self) {
      _ = try LoadedAgent(named: "greedy", search: SearchSettings(downgradingTile: 100))
    }
  }

  @Test("A board of another shape is refused")
  func shape() throws {
    let agent = try LoadedAgent(named: "greedy")
    let other = try BoardShape(rows: 3, columns: 4)
    #expect(throws: BoardError.unsupportedShape(other, expected: .standard)) {
      _ = try agent.actionValues(of: Grid(shape: other))
    }
  }

  @Test("A weight file is known by its bytes or its name")
  func weightFiles() throws {
    let named = try LoadedAgent(named: weightFile())
    let nameless = try LoadedAgent(named: weightFile("weights"))
    #expect(named.name == "ntuple 5x4" && nameless.name == "ntuple 5x4")
    #expect(named.file == folder.file("5x4.w") && named.folder == nil)
    let board = try Board(text: "2 4 8 16 / 32 0 0 0 / 4 0 0 0 / 0 0 0 2")
    let values = try named.actionValues(of: board)
    #expect(values.contains { $0.value > 0 })
    #expect(try values == nameless.actionValues(of: board))
  }

  @Test("A weight file that is none or is cut off is refused, with its name")
  func damagedWeightFiles() throws {
    let cut = try weightFile("cut.w", cutTo: 0.5)
    #expect {
      _ = try LoadedAgent(named: cut)
    } throws: { error in
      "\(error)".hasPrefix("Cannot read '\(cut)': Weight file is truncated: expected at least ")
    }
    let text = folder.file("text.w")
    try AtomicFile.write("this is no weight file", to: text)
    #expect {
      _ = try LoadedAgent(named: text)
    } throws: { error in
      "\(error)"
        == "Cannot read '\(text)': Weight file has version 116: expected 0. "
        + "Is it a .w file of TDL2048?"
    }
    let empty = folder.file("empty")
    try AtomicFile.write("", to: empty)
    #expect(throws: CheckpointError.self) { _ = try LoadedAgent(named: empty) }
  }
}
