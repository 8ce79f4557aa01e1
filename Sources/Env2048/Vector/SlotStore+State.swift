extension SlotStore {
  /// The number of words that hold the exponents of a board, a byte each.
  private var boardWords: Int { (self[0].rules.shape.cellCount + 7) / 8 }

  /// The number of words in a slot's record.
  var stateWords: Int { boardWords + 8 }

  /// Writes the record of every slot.
  func exportState(into words: inout MutableSpan<UInt64>) {
    for slot in 0..<count {
      let game = self[slot]
      let (episode, first) = (game.episode, slot * stateWords)
      for word in 0..<boardWords { words[first + word] = 0 }
      for cell in 0..<episode.board.shape.cellCount {
        words[first + cell / 8] |= UInt64(episode.board[cell]) << UInt64(cell % 8 * 8)
      }
      let counters = first + boardWords
      let random = episode.random.state
      words[counters] = game.phase.number
      for word in 0..<4 { words[counters + 1 + word] = random[word] }
      words[counters + 5] = UInt64(episode.score)
      words[counters + 6] = UInt64(episode.moves)
      words[counters + 7] = UInt64(game.steps)
    }
  }

  /// Takes over the record of every slot, or none if one is wrong.
  mutating func importState(_ words: Span<UInt64>) throws(VectorError) {
    var imported = self
    for slot in 0..<count {
      let record = words.extracting(slot * stateWords..<(slot + 1) * stateWords)
      do throws(StateError) {
        imported[slot] = try game(from: record, in: self[slot])
      } catch {
        throw .inconsistentState(slot: slot, reason: error.reason)
      }
    }
    self = imported
  }

  /// The environment with the state in a record.
  private func game(
    from record: Span<UInt64>, in environment: GameEnvironment<State>
  ) throws(StateError) -> GameEnvironment<State> {
    let shape = environment.rules.shape
    let exponents = (0..<shape.cellCount).map { Int(record[$0 / 8] >> UInt64($0 % 8 * 8) & 255) }
    let counters = boardWords
    guard record[counters] < 4 else { throw StateError("its phase is \(record[counters])") }
    let state = SIMD4(
      record[counters + 1], record[counters + 2], record[counters + 3], record[counters + 4])
    guard let random = RandomSource(state: state) else {
      throw StateError("its generator is all zero")
    }
    let counts = (5..<8).map { Int(truncatingIfNeeded: record[counters + $0]) }
    do {
      let board = try State(shape: shape, exponents: exponents)
      let episode = Episode(board: board, score: counts[0], moves: counts[1], random: random)
      var restored = environment
      try restored.restore(
        .init(
          episode: episode, steps: counts[2],
          phase: GameEnvironment<State>.Phase(number: record[counters])))
      return restored
    } catch let error as BoardError {
      throw StateError(error.description)
    } catch EnvironmentError.inconsistentState(let reason) {
      throw StateError(reason)
    } catch {
      throw StateError("\(error)")
    }
  }
}

/// Why a record is no state of a game.
private struct StateError: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
