import Env2048

/// Boards to be slid in all four directions, and the memory for the results.
///
/// - Invariant: As that of `CallerBuffers`, for the time of a call.
@safe
struct BoardSlides {
  private let shape: BoardShape
  private let count: Int
  private let boards: UnsafeBufferPointer<UInt8>
  private let afterstates: UnsafeMutableBufferPointer<UInt8>
  private let rewards: UnsafeMutableBufferPointer<Int64>
  private let legal: UnsafeMutableBufferPointer<UInt8>

  /// Borrows the caller's memory.
  ///
  /// - Throws: `InterfaceError` for an address that is null or misaligned.
  @unsafe
  init(
    shape: BoardShape, count: Int, boards: UnsafePointer<UInt8>?,
    afterstates: UnsafeMutablePointer<UInt8>?, rewards: UnsafeMutablePointer<Int64>?,
    legal: UnsafeMutablePointer<UInt8>?
  ) throws(InterfaceError) {
    self.shape = shape
    self.count = count
    unsafe self.boards = try checked(boards, count * shape.cellCount, "boards")
    unsafe self.afterstates = try checked(afterstates, count * 4 * shape.cellCount, "afterstates")
    unsafe self.rewards = try checked(rewards, count * 4, "rewards")
    unsafe self.legal = try checked(legal, count * 4, "legal actions")
  }

  /// Slides every board.
  ///
  /// - Throws: `InterfaceError` for a board beyond play; the boards before it
  ///   have been slid then.
  func slide() throws(InterfaceError) {
    if Board.supports(shape) { try slide(as: Board.self) } else { try slide(as: Grid.self) }
  }

  private func slide<State: BoardState>(as kind: State.Type) throws(InterfaceError) {
    let cells = shape.cellCount
    for index in 0..<count {
      let exponents = (0..<cells).map { unsafe Int(boards[index * cells + $0]) }
      let board: State
      do {
        board = try State(shape: shape, exponents: exponents)
      } catch {
        throw .invalidArgument("Board \(index): \(error)")
      }
      write(board.afterstates, index: index)
    }
  }

  private func write<State>(_ results: Afterstates<State>, index: Int) {
    let cells = shape.cellCount
    for action in Action.allCases {
      let place = index * 4 + Int(action.rawValue)
      let afterstate = results[action]
      for cell in 0..<cells {
        unsafe afterstates[place * cells + cell] = UInt8(afterstate[cell])
      }
      unsafe rewards[place] = Int64(results.reward(action))
      unsafe legal[place] = results.legal.contains(action) ? 1 : 0
    }
  }
}
