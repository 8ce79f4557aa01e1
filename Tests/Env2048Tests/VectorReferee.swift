import Testing

@testable import Env2048

/// A vector environment beside one `GameEnvironment` a slot, which says what
/// every output has to be.
struct VectorReferee<State: BoardState> {
  var vector: VectorEnvironment
  var games: [GameEnvironment<State>]
  private var hasEnded: [Bool]

  init(
    _: State.Type, count: Int, rules: Rules = Rules(), stepLimit: Int? = nil,
    mode: AutoresetMode, seed: UInt64, workers: Workers = .caller
  ) throws {
    vector = try VectorEnvironment(
      count: count, rules: rules, stepLimit: stepLimit, autoreset: mode, seed: seed,
      workers: workers)
    games = try (0..<count).map {
      try GameEnvironment(rules: rules, stepLimit: stepLimit, seed: seed &+ UInt64($0))
    }
    hasEnded = Array(repeating: false, count: count)
    vector.reset()
    for slot in 0..<count { startNext(slot) }
  }

  /// Puts a board and a generator in a slot, as if a game had come to it.
  mutating func place(_ board: State, score: Int = 0, random: RandomSource? = nil, slot: Int) throws
  {
    let episode = Episode(
      board: board, score: score, moves: 0, random: random ?? games[slot].snapshot.episode.random)
    try games[slot].restore(.init(episode: episode, steps: 0, phase: .running))
    var words = vector.exportState()
    let first = slot * vector.stateWords
    let cells = board.shape.cellCount
    let counters = first + (cells + 7) / 8
    for word in first..<counters { words[word] = 0 }
    for cell in 0..<cells { words[first + cell / 8] |= UInt64(board[cell]) << UInt64(cell % 8 * 8) }
    words[counters] = 0
    for word in 0..<4 { words[counters + 1 + word] = episode.random.state[word] }
    words[counters + 5] = UInt64(score)
    words[counters + 6] = 0
    words[counters + 7] = 0
    try vector.importState(words.span)
    hasEnded[slot] = false
  }

  /// Steps all slots and checks every output.
  mutating func step(_ actions: [UInt8]) throws {
    while vector.autoreset == .disabled, hasEnded.contains(true) {
      let chosen = hasEnded.map { $0 ? UInt8(1) : 0 }
      try vector.reset(where: chosen.span)
      for slot in games.indices where hasEnded[slot] { startNext(slot) }
    }
    try vector.step(actions.span)
    for slot in games.indices { try expectStep(slot, #require(Action(rawValue: actions[slot]))) }
  }

  /// Resets a slot's single environment, as its vector environment just was.
  private mutating func startNext(_ slot: Int) {
    _ = games[slot].reset()
    // A game can be over as it starts, on a board of two cells.
    hasEnded[slot] = games[slot].snapshot.phase == .terminated
    expectObservation(slot)
  }

  private mutating func expectStep(_ slot: Int, _ action: Action) throws {
    let outputs = vector.outputs
    guard !hasEnded[slot] else {
      startNext(slot)
      expect(outputs.rewards[slot] == 0 && outputs.truncated[slot] == 0, slot)
      return expect(outputs.terminated[slot] == (hasEnded[slot] ? 1 : 0), slot)
    }
    let step = try games[slot].step(action)
    expect(outputs.rewards[slot] == Float(step.reward), slot)
    expect(outputs.rewards[slot].sign == .plus || step.reward < 0, slot)
    expect(outputs.terminated[slot] == (step.terminated ? 1 : 0), slot)
    expect(outputs.truncated[slot] == (step.truncated ? 1 : 0), slot)
    hasEnded[slot] = step.terminated || step.truncated
    if hasEnded[slot] {
      let ending = vector.endings.episodes[slot]
      expect(ending.score == step.info.score && ending.moves == step.info.moves, slot)
      expect(ending.steps == games[slot].snapshot.steps, slot)
      expect(ending.largestTile == step.info.largestTile, slot)
      expect(exponents(vector.endings.observations, slot) == step.observation.exponents, slot)
      if vector.autoreset == .sameStep { return startNext(slot) }
    }
    expectObservation(slot)
  }

  private func expectObservation(_ slot: Int) {
    let snapshot = games[slot].snapshot
    expect(exponents(vector.outputs.observations, slot) == snapshot.episode.board.exponents, slot)
    let ignoresAction = snapshot.phase != .running && vector.autoreset != .disabled
    expect(mask(of: slot) == (ignoresAction ? .all : games[slot].actionMask), slot)
  }

  /// The mask in the outputs.
  func mask(of slot: Int) -> ActionMask {
    Action.allCases.reduce(into: []) { mask, action in
      if vector.outputs.masks[4 * slot + Int(action.rawValue)] == 1 { mask.insert(action) }
    }
  }

  private func exponents(_ numbers: [UInt8], _ slot: Int) -> [Int] {
    let cells = vector.rules.shape.cellCount
    return numbers[slot * cells..<(slot + 1) * cells].map(Int.init)
  }

  /// `#expect` is too slow for millions of facts that hold.
  private func expect(_ holds: Bool, _ slot: Int, line: Int = #line) {
    if !holds {
      Issue.record(
        "Slot \(slot) differs from its GameEnvironment (line \(line)): \(games[slot].snapshot)")
    }
  }

  /// Checks that score, moves, steps, phases and generators agree too.
  func expectEqualStates() throws {
    let words = vector.stateWords
    let state = vector.exportState()
    for slot in games.indices {
      let snapshot = games[slot].snapshot
      let counters = Array(state[(slot + 1) * words - 8..<(slot + 1) * words])
      let random = snapshot.episode.random.state
      expect(
        counters
          == [snapshot.phase.number, random[0], random[1], random[2], random[3]]
          + [snapshot.episode.score, snapshot.episode.moves, snapshot.steps].map(UInt64.init), slot)
    }
  }

  /// Steps with random actions, each legal with the given probability.
  mutating func play(steps: Int, legal: Double, using random: inout RandomSource) throws {
    for _ in 0..<steps {
      let actions = games.indices.map { slot in
        let wantsLegal = random.drawUnit() < legal
        return ActionSpace().sample(among: wantsLegal ? mask(of: slot) : .all, using: &random)?
          .rawValue ?? 0
      }
      try step(actions)
    }
    try expectEqualStates()
  }
}
