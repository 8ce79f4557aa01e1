// A game at a time: how slots are stepped on `Grid`s, and what the vectors leave
// to the scalar code.
extension SlotBuffers {
  /// Takes a slot a step on, or to its next game, and writes what that gives.
  ///
  /// - Parameter game: The slot's game. One that has ended starts anew and the
  ///   action is ignored, as in both modes that reset by themselves.
  func step<State>(
    _ game: inout GameEnvironment<State>, _ action: Action, slot: Int, mode: AutoresetMode
  ) {
    guard game.phase == .running else {
      _ = game.reset(seed: nil)
      // A board can be dead from the start where there are hardly more cells
      // than starting tiles.
      let isDead = game.phase == .terminated
      write(reward: 0, terminated: isDead, truncated: false, slot: slot)
      if isDead { writeEnding(of: game, slot: slot) }
      write(game, slot: slot, mode: mode)
      return
    }
    let step = game.takeStep(action)
    write(
      reward: Float(step.reward), terminated: step.terminated, truncated: step.truncated,
      slot: slot)
    if game.phase == .running {
      write(game, slot: slot, mode: mode)
    } else {
      finish(&game, slot: slot, mode: mode)
    }
  }

  /// Writes how a game has ended, and starts the next one if the mode says so.
  func finish<State>(_ game: inout GameEnvironment<State>, slot: Int, mode: AutoresetMode) {
    writeEnding(of: game, slot: slot)
    if mode == .sameStep { _ = game.reset(seed: nil) }
    write(game, slot: slot, mode: mode)
  }

  /// Writes the board and the mask that a slot's next action is for.
  func write<State>(_ game: GameEnvironment<State>, slot: Int, mode: AutoresetMode) {
    let ignoresNextAction = game.phase != .running && mode != .disabled
    write(game.episode.board, mask: ignoresNextAction ? .all : game.actionMask, slot: slot)
  }

  private func writeEnding<State>(of game: GameEnvironment<State>, slot: Int) {
    let ending = EpisodeEnding(
      score: game.episode.score, moves: game.episode.moves, steps: game.steps,
      largestExponent: game.largestExponent)
    write(ending: ending, board: game.episode.board, slot: slot)
  }
}
