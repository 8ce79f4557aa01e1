/// Eight or sixteen games of 4×4 side by side, one in each lane of every vector.
///
///     lane          0        1        2      …      7
///     boards     game 0   game 1   game 2    …   game 7
///     s0…s3      generator words
///     scores, moves, steps
///     special    0 for nearly every game
///
/// All that a step needs of them is in neighbouring cache lines. The lanes are
/// more than one register holds: while one waits for a result, the processor
/// works on the others.
struct GameLanes {
  /// `SIMD8<UInt64>`, or `SIMD16<UInt64>` where registers are wide.
  typealias Words = GameWords
  /// As many bytes.
  typealias Bytes = GameBytes

  /// The number of games.
  static let count = Words.scalarCount

  /// The lower four bits of the exponents, as in `Board.nibbles`.
  var boards = Words.zero
  /// The words of the generators, as in `RandomSource`.
  var s0 = Words.zero
  var s1 = Words.zero
  var s2 = Words.zero
  var s3 = Words.zero
  /// The sums of rewards since the game began.
  var scores = Words.zero
  /// The numbers of legal moves since the game began.
  var moves = Words.zero
  /// The numbers of steps since the game began.
  var steps = Words.zero
  /// What sends a game through the scalar code: bits 0…15 `Board.highBits`,
  /// bits 16…17 the `phase`, whose usual value, running, is 0.
  var special = Words.zero
}

// What is done to lanes in either width: to eight at once.

extension SIMD8<UInt64> {
  /// Bit i is set where the word in lane i is not 0.
  var nonzeroLanes: UInt64 {
    Self(1, 2, 4, 8, 16, 32, 64, 128).replacing(with: 0, where: self .== .zero).wrappedSum()
  }

  /// Calls `body` with the lanes and the number of the first slot.
  @inline(__always)
  func forEachEight(from slot: Int, _ body: (_ lanes: Self, _ slot: Int) -> Void) {
    body(self, slot)
  }
}

extension SIMD16<UInt64> {
  /// Bit i is set where the word in lane i is not 0.
  var nonzeroLanes: UInt64 { lowHalf.nonzeroLanes | highHalf.nonzeroLanes &<< 8 }

  /// Calls `body` with each half of the lanes and the number of its first slot.
  @inline(__always)
  func forEachEight(
    from slot: Int, _ body: (_ lanes: SIMD8<UInt64>, _ slot: Int) -> Void
  ) {
    body(lowHalf, slot)
    body(highHalf, slot &+ 8)
  }
}

extension GameLanes {
  typealias Snapshot = GameEnvironment<Board>.Snapshot
  typealias Phase = GameEnvironment<Board>.Phase

  /// The board of the game in a lane.
  func board(_ lane: Int) -> Board {
    Board(nibbles: boards[lane], highBits: UInt16(truncatingIfNeeded: special[lane]))
  }

  /// The game in a lane, to be played by the scalar code.
  subscript(lane: Int) -> Snapshot {
    get {
      let random = RandomSource(nonzeroState: SIMD4(s0[lane], s1[lane], s2[lane], s3[lane]))
      let episode = Episode(
        board: board(lane), score: Int(truncatingIfNeeded: scores[lane]),
        moves: Int(truncatingIfNeeded: moves[lane]), random: random)
      return Snapshot(
        episode: episode, steps: Int(truncatingIfNeeded: steps[lane]),
        phase: Phase(number: special[lane] &>> 16))
    }
    set {
      let random = newValue.episode.random.state
      (s0[lane], s1[lane], s2[lane], s3[lane]) = (random[0], random[1], random[2], random[3])
      boards[lane] = newValue.episode.board.nibbles
      scores[lane] = UInt64(truncatingIfNeeded: newValue.episode.score)
      moves[lane] = UInt64(truncatingIfNeeded: newValue.episode.moves)
      steps[lane] = UInt64(truncatingIfNeeded: newValue.steps)
      special[lane] = UInt64(newValue.episode.board.highBits) | newValue.phase.number &<< 16
    }
  }
}

extension GameEnvironment.Phase {
  /// The number of the phase in the state of vector environments.
  var number: UInt64 {
    switch self {
    case .running: 0
    case .terminated: 1
    case .truncated: 2
    case .unstarted: 3
    }
  }

  /// Creates the phase with a number of 0…3.
  init(number: UInt64) {
    switch number & 3 {
    case 0: self = .running
    case 1: self = .terminated
    case 2: self = .truncated
    default: self = .unstarted
    }
  }
}
