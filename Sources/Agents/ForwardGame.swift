import Env2048

/// A game of forward learning, ready for its next move.
struct ForwardGame<State: NTupleState> {
  /// The game.
  var game: GameInProgress<State>
  /// The afterstates of its board.
  var afterstates: Afterstates<State>
  /// The indices of the legal afterstates and of the pending ones, in blocks.
  var indices: [UInt32]
  /// Where each action's block begins.
  var starts: Starts
  /// Where each pending afterstate's block begins.
  ///
  /// The block of a move that is made changes places with one that has been
  /// learnt, so that no indices are copied.
  var pendingStarts: [Int]

  /// The afterstate of the last move; there is one after a move.
  var last: State? {
    game.pending.isEmpty ? nil : game.pending[(game.moves - 1) % game.pending.count].afterstate
  }
}

/// A number for each action: where its block of indices begins.
struct Starts {
  private var numbers: InlineArray<4, Int>

  /// Takes the first four.
  init(_ numbers: [Int]) { self.numbers = InlineArray { numbers[$0] } }

  subscript(action: Action) -> Int {
    // SAFETY: actions have the numbers 0 to 3.
    get { unsafe numbers[unchecked: Int(action.rawValue)] }
    set { unsafe numbers[unchecked: Int(action.rawValue)] = newValue }
  }
}
