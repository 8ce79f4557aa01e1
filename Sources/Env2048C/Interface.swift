import Env2048

// The functions that other languages call.
//
// Every argument is checked before anything is changed, no function traps, and
// none calls back. Those that can fail return a `Status`; the text of the
// failure waits in `env2048_take_error` for the thread that made the call.
// Pointers are read or written during the call only, but for those of
// `env2048_bind`. A handle may be used by any thread, by one at a time:
// others are told that it is busy.

/// The version of this interface; a caller refuses any but the one it knows.
@c(env2048_interface_version)
public func interfaceVersion() -> Int32 { 1 }

/// Takes the text of the calling thread's latest failure.
///
/// - Parameters:
///   - text: Receives up to `capacity` bytes of UTF-8, without a final 0.
///   - capacity: The number of bytes that `text` has room for.
/// - Returns: The number of bytes written; 0 if there is no text.
@c(env2048_take_error)
public func takeError(_ text: UnsafeMutablePointer<UInt8>?, _ capacity: Int64) -> Int64 {
  guard let text = unsafe text, capacity > 0 else { return 0 }
  let bytes = ErrorTexts.take().utf8.prefix(Int(capacity))
  for (place, byte) in bytes.enumerated() { unsafe text[place] = byte }
  return Int64(bytes.count)
}

/// Creates an environment.
///
/// - Parameters:
///   - slots: The number of games side by side, 1…16,777,216.
///   - rows: The number of rows, 1…8.
///   - columns: The number of columns, 1…8.
///   - startingTiles: The number of tiles a game starts with.
///   - fourProbability: The probability that a new tile is a 4.
///   - winTile: The face value of the tile that wins.
///   - endsAtWin: Not 0 if a game ends with the win tile.
///   - illegalAction: What an action does that changes nothing: 0 ignored,
///     1 penalty, 2 terminates.
///   - penalty: The points that a penalty takes off the reward.
///   - stepLimit: The number of steps after which a game is truncated; 0 for none.
///   - autoreset: When the next game starts: 0 with the next step, 1 with the
///     same step, 2 never.
///   - seed: Slot i has the stream of random numbers of seed + i.
///   - handle: Receives the environment's handle, above 0.
@c(env2048_create)
public func create(
  _ slots: Int64, _ rows: Int64, _ columns: Int64, _ startingTiles: Int64,
  _ fourProbability: Double, _ winTile: Int64, _ endsAtWin: Int32, _ illegalAction: Int32,
  _ penalty: Int64, _ stepLimit: Int64, _ autoreset: Int32, _ seed: UInt64,
  _ handle: UnsafeMutablePointer<Int64>?
) -> Int32 {
  answering {
    let handle = unsafe try checked(handle, 1, "handle")
    let rules = try Rules(
      shape: BoardShape(rows: Int(rows), columns: Int(columns)),
      startingTiles: Int(startingTiles), fourProbability: fourProbability, winTile: Int(winTile),
      endsAtWin: endsAtWin != 0,
      illegalAction: IllegalActionPolicy(number: illegalAction, penalty: penalty))
    let environment = try VectorEnvironment(
      count: number(of: "slots", slots, in: 1...1 << 24), rules: rules,
      stepLimit: stepLimit == 0 ? nil : number(of: "step limit", stepLimit, in: 1...Int64.max),
      autoreset: AutoresetMode(number: autoreset), seed: seed)
    unsafe handle[0] = HandleTable.keep(HeldEnvironment(HeldGames(environment)))
  }
}

/// Lets an environment go; its buffers are not touched afterwards.
@c(env2048_destroy)
public func destroy(_ handle: Int64) -> Int32 {
  answering {
    // Not while another thread's call may write to the buffers.
    try HandleTable.environment(handle).alone { _ in try HandleTable.remove(handle) }
  }
}

/// Names the memory that steps and resets write to, which must stay in place
/// until the environment is destroyed or other memory is bound.
///
/// - Parameters:
///   - handle: The environment.
///   - observations: UInt8 [slots, cells], exponents.
///   - rewards: Float [slots].
///   - terminated: UInt8 [slots], 0 or 1.
///   - truncated: UInt8 [slots], 0 or 1.
///   - masks: UInt8 [slots, 4], 1 where the action changes the board in
///     `observations`; all 1 where a game has ended.
///   - statistics: Int64 [5, slots]: score, moves, steps, largest tile and
///     phase (0 running, 1 terminated, 2 truncated) of the games that a step
///     ended; 0 elsewhere.
///   - finals: UInt8 [slots, cells], the last boards of those games.
///   - endedCount: Int64 [1], the number of those games.
///   - followsStatistics: Not 0 if the statistics of every game in progress
///     are to be written with every step and reset.
@c(env2048_bind)
public func bind(
  _ handle: Int64, _ observations: UnsafeMutablePointer<UInt8>?,
  _ rewards: UnsafeMutablePointer<Float>?, _ terminated: UnsafeMutablePointer<UInt8>?,
  _ truncated: UnsafeMutablePointer<UInt8>?, _ masks: UnsafeMutablePointer<UInt8>?,
  _ statistics: UnsafeMutablePointer<Int64>?, _ finals: UnsafeMutablePointer<UInt8>?,
  _ endedCount: UnsafeMutablePointer<Int64>?, _ followsStatistics: Int32
) -> Int32 {
  answering {
    try HandleTable.environment(handle).alone { games in
      let buffers = unsafe try CallerBuffers(
        slots: games.count, cells: games.cells, observations: observations, rewards: rewards,
        terminated: terminated, truncated: truncated, masks: masks, statistics: statistics,
        finals: finals, endedCount: endedCount)
      games.bind(buffers, followingStatistics: followsStatistics != 0)
    }
  }
}

/// Starts the first or next game of some or all slots.
///
/// - Parameters:
///   - handle: The environment.
///   - chosen: UInt8 [slots], not 0 for each slot to reset; null for all.
///   - seeds: UInt64 [slots], the seeds of the streams of random numbers that
///     slots start; null to go on with those they have.
///   - seeded: UInt8 [slots], not 0 for each slot whose seed is to be used;
///     null for all.
@c(env2048_reset)
public func reset(
  _ handle: Int64, _ chosen: UnsafePointer<UInt8>?, _ seeds: UnsafePointer<UInt64>?,
  _ seeded: UnsafePointer<UInt8>?
) -> Int32 {
  answering {
    try HandleTable.environment(handle).alone { games in
      let seeds = unsafe try seeds.map { unsafe try checked($0, games.count, "seeds") }
      try games.reset(where: { unsafe chosen?[$0] != 0 }) { slot in
        unsafe seeded?[slot] != 0 ? seeds?[slot] : nil
      }
    }
  }
}

/// Takes every slot a step on.
///
/// - Parameters:
///   - handle: The environment.
///   - actions: An action for each slot: 0 up, 1 right, 2 down, 3 left.
///   - actionBytes: The size of an action: 1 for UInt8, 8 for Int64.
@c(env2048_step)
public func step(_ handle: Int64, _ actions: UnsafeRawPointer?, _ actionBytes: Int32) -> Int32 {
  answering {
    try HandleTable.environment(handle).alone { games in
      switch actionBytes {
      case 1:
        let actions = unsafe actions?.assumingMemoryBound(to: UInt8.self)
        try games.step(unsafe checked(actions, games.count, "actions").span)
      case 8:
        let actions = unsafe actions?.assumingMemoryBound(to: Int64.self)
        try games.step(unsafe checked(actions, games.count, "actions").span)
      default:
        throw InterfaceError.invalidArgument("Actions of \(actionBytes) bytes: expected 1 or 8.")
      }
    }
  }
}

/// Takes the only game of an environment with one slot a step on.
@c(env2048_step_one)
public func stepOne(_ handle: Int64, _ action: Int64) -> Int32 {
  answering {
    try HandleTable.environment(handle).alone { games in
      let actions: [1 of Int64] = [action]
      try games.step(actions.span)
    }
  }
}

/// Tells the number of 64-bit words in a slot's record of state.
@c(env2048_state_words)
public func stateWords(_ handle: Int64, _ words: UnsafeMutablePointer<Int64>?) -> Int32 {
  answering {
    let words = unsafe try checked(words, 1, "words")
    try HandleTable.environment(handle).alone { unsafe words[0] = Int64($0.stateWords) }
  }
}

/// Writes everything that decides how the games go on, but for the rules:
/// UInt64 [slots, state words], as `VectorEnvironment.stateWords` describes it.
@c(env2048_export_state)
public func exportState(_ handle: Int64, _ words: UnsafeMutablePointer<UInt64>?) -> Int32 {
  answering {
    try HandleTable.environment(handle).alone { games in
      let words = unsafe try checked(words, games.count * games.stateWords, "state words")
      var span = unsafe words.mutableSpan
      try games.exportState(into: &span)
    }
  }
}

/// Goes on from a state that `env2048_export_state` gave, or from none of it
/// if a record contradicts itself.
@c(env2048_import_state)
public func importState(_ handle: Int64, _ words: UnsafePointer<UInt64>?) -> Int32 {
  answering {
    try HandleTable.environment(handle).alone { games in
      let words = unsafe try checked(words, games.count * games.stateWords, "state words")
      try unsafe games.importState(words.span)
    }
  }
}

/// Slides boards in all four directions.
///
/// - Parameters:
///   - rows: The number of rows, 1…8.
///   - columns: The number of columns, 1…8.
///   - boards: UInt8 [count, cells], exponents.
///   - count: The number of boards, 1…16,777,216.
///   - afterstates: UInt8 [count, 4, cells]; receives the boards after the
///     slides, unchanged where a slide is illegal.
///   - rewards: Int64 [count, 4]; receives the points.
///   - legal: UInt8 [count, 4]; receives 1 where the slide changes the board.
@c(env2048_afterstates)
public func afterstates(
  _ rows: Int64, _ columns: Int64, _ boards: UnsafePointer<UInt8>?, _ count: Int64,
  _ afterstates: UnsafeMutablePointer<UInt8>?, _ rewards: UnsafeMutablePointer<Int64>?,
  _ legal: UnsafeMutablePointer<UInt8>?
) -> Int32 {
  answering {
    let shape = try BoardShape(rows: Int(rows), columns: Int(columns))
    let count = try number(of: "boards", count, in: 1...1 << 24)
    let slides = unsafe try BoardSlides(
      shape: shape, count: count, boards: boards, afterstates: afterstates, rewards: rewards,
      legal: legal)
    try slides.slide()
  }
}
