/// A tile that appeared after a move.
public struct SpawnedTile: Hashable, Sendable, Codable {
  /// The cell it appeared on.
  public let cell: Int
  /// 1 for a 2, 2 for a 4.
  public let exponent: Int

  /// Creates the record of a tile.
  @inlinable
  public init(cell: Int, exponent: Int) {
    self.cell = cell
    self.exponent = exponent
  }
}

/// Puts new tiles on boards, as the rules say: uniformly on an empty cell,
/// counted after the slide; a 4 with the probability of `Rules`, else a 2.
///
/// Each tile takes one 64-bit draw: the upper half chooses the cell (unbiased;
/// a second draw with probability below 2^-28), the lower half the tile.
public struct TileSpawner: Sendable {
  /// A lower half below this makes a 4; in 0...2^32.
  @usableFromInline let fourThreshold: UInt64
  @usableFromInline let startingTiles: Int
  @usableFromInline let shape: BoardShape

  /// Creates the spawner for a game's rules.
  ///
  /// - Precondition: The rules are valid.
  public init(rules: Rules) {
    fourThreshold = UInt64(rules.fourProbability * 0x1p32)
    startingTiles = rules.startingTiles
    shape = rules.shape
  }

  /// Puts one tile on the board.
  ///
  /// - Precondition: A cell is empty.
  @inlinable
  @discardableResult
  public func spawn<State: BoardState>(
    on board: inout State, using generator: inout some RandomNumberGenerator
  ) -> SpawnedTile {
    let draw = generator.drawPair(below: UInt32(truncatingIfNeeded: board.emptyCount))
    let exponent = UInt64(draw.bits) < fourThreshold ? 2 : 1
    let cell = board.placeTile(exponent: exponent, onEmptyCell: Int(draw.bounded))
    return SpawnedTile(cell: cell, exponent: exponent)
  }

  /// Returns the board at the start of a game.
  @inlinable
  public func startingBoard<State: BoardState>(
    using generator: inout some RandomNumberGenerator
  ) -> State {
    var board = State(shape: shape)
    for _ in 0..<startingTiles { spawn(on: &board, using: &generator) }
    return board
  }
}
