import Testing

@testable import Env2048

/// Every slot of a vector plays the game of a single environment.
@Suite struct VectorEnvironmentTests {
  static let policies: [IllegalActionPolicy] = [.ignore, .penalty(7), .terminate]

  @Test("Slots play as single environments", arguments: AutoresetMode.allCases, policies)
  func slotsPlayAlike(mode: AutoresetMode, policy: IllegalActionPolicy) throws {
    var random = RandomSource(seed: 3)
    let rules = Rules(illegalAction: policy)
    for (count, steps) in [(1, 700), (3, 300), (8, 500), (21, 300)] {
      let seed = random.next()
      var referee = try VectorReferee(
        Board.self, count: count, rules: rules, mode: mode, seed: seed)
      try referee.play(steps: steps, legal: 0.8, using: &random)
    }
  }

  @Test("Slots play tens of thousands of steps alike")
  func longPlay() throws {
    var random = RandomSource(seed: 4)
    var referee = try VectorReferee(Board.self, count: 5, mode: .sameStep, seed: .max - 2)
    try referee.play(steps: 10_000, legal: 1, using: &random)
  }

  @Test("Step limits and the win tile end games alike", arguments: AutoresetMode.allCases)
  func limits(mode: AutoresetMode) throws {
    var random = RandomSource(seed: 5)
    for (limit, win) in [(1, 2048), (5, 2048), (64, 16), (nil, 32), (500, 8), (200, 65_536)] {
      for policy in Self.policies {
        let rules = Rules(winTile: win, endsAtWin: true, illegalAction: policy)
        var referee = try VectorReferee(
          Board.self, count: 13, rules: rules, stepLimit: limit, mode: mode, seed: 17)
        try referee.play(steps: 150, legal: 0.7, using: &random)
      }
    }
  }

  @Test("Tiles up to 131,072 are exact beside small ones", arguments: AutoresetMode.allCases)
  func largeTiles(mode: AutoresetMode) throws {
    var random = RandomSource(seed: 6)
    for win in [2048, 65_536, 131_072] {
      let rules = Rules(winTile: win, endsAtWin: win > 2048)
      var referee = try VectorReferee(
        Board.self, count: 21, rules: rules, mode: mode, seed: 23)
      for _ in 0..<60 {
        for slot in [0, 3, 9, 20] {
          var board = Board.empty
          for cell in 0..<16 where random.draw(below: 3) > 0 {
            board[cell] = 1 + Int(random.draw(below: 13))
          }
          for cell in 0..<2 { board[cell] = 15 + (slot == 9 ? 1 : 0) }
          board[2] = 0
          try referee.place(board, score: 1_000_000, slot: slot)
        }
        try referee.play(steps: 12, legal: 0.9, using: &random)
      }
    }
  }

  @Test("Other starting tiles and probabilities are alike")
  func startingTiles() throws {
    var random = RandomSource(seed: 7)
    for (tiles, four) in [(1, 0.0), (3, 1.0), (16, 0.5), (9, 0.25)] {
      for mode in AutoresetMode.allCases {
        let rules = Rules(startingTiles: tiles, fourProbability: four)
        var referee = try VectorReferee(Board.self, count: 10, rules: rules, mode: mode, seed: 1)
        try referee.play(steps: 300, legal: 0.9, using: &random)
      }
    }
  }

  @Test("Other shapes play as single environments", arguments: AutoresetMode.allCases)
  func otherShapes(mode: AutoresetMode) throws {
    var random = RandomSource(seed: 8)
    for (rows, columns) in [(2, 2), (1, 2), (1, 4), (2, 3), (3, 3), (5, 5), (8, 8)] {
      let rules = Rules(shape: try BoardShape(rows: rows, columns: columns))
      var referee = try VectorReferee(
        Grid.self, count: 5, rules: rules, stepLimit: 90, mode: mode, seed: 9)
      try referee.play(steps: 120, legal: 0.8, using: &random)
    }
  }

  /// A generator whose next output has the given bits: the output depends on
  /// `s1` alone, and each of its operations can be undone.
  static func generator(nextOutput output: UInt64) throws -> RandomSource {
    let ninth: UInt64 = 0x8E38_E38E_38E3_8E39  // 9 · ninth = 1 modulo 2^64
    let fifth: UInt64 = 0xCCCC_CCCC_CCCC_CCCD  // 5 · fifth = 1
    let rotated = output &* ninth
    let s1 = (rotated >> 7 | rotated << 57) &* fifth
    let source = try #require(RandomSource(state: SIMD4(11, s1, 22, 33)))
    var copy = source
    #expect(copy.next() == output)
    return source
  }

  @Test("A draw that would favour a cell is drawn again", arguments: 1...15)
  func rejectedDraws(empties: Int) throws {
    var random = RandomSource(seed: 10)
    // Left moves the first row by a cell and merges nothing.
    var board = Board.empty
    for cell in 1...(16 - empties) { board[cell] = 3 + cell % 2 + 2 * (cell / 4 % 2) }
    #expect(board.emptyCount == empties)
    let bound = UInt64(empties)
    // The upper halves whose product with the bound is just above a multiple
    // of 2^32: those are rejected, or nearly.
    for multiple in 0..<bound {
      let upper = (multiple << 32 + bound - 1) / bound
      let isRejected = upper * bound % (1 << 32) < (1 << 32) % bound
      var referee = try VectorReferee(Board.self, count: 11, mode: .nextStep, seed: 40)
      let source = try Self.generator(nextOutput: upper << 32 | 0xFFFF_FFFF)
      for slot in [2, 10] { try referee.place(board, random: source, slot: slot) }
      try referee.step(Array(repeating: Action.left.rawValue, count: 11))
      var afterOneDraw = source
      _ = afterOneDraw.next()
      #expect((referee.games[2].snapshot.episode.random != afterOneDraw) == isRejected)
      try referee.play(steps: 5, legal: 1, using: &random)
    }
  }
}
