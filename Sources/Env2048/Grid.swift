/// A board of any shape from 1×2 to 8×8, a byte a cell.
///
/// It states every rule of the game in its plainest form: `Board` is checked
/// against it, and games on shapes other than 4×4 are played on it.
public struct Grid: Hashable, Sendable {
  /// The number of rows and columns.
  public let shape: BoardShape
  /// The exponents, row by row; unused places stay 0.
  private var cells: SIMD64<UInt8>
}

extension Grid: BoardState {
  /// Creates a board without tiles.
  public init(shape: BoardShape) {
    self.shape = shape
    cells = SIMD64()
  }

  /// Every shape is supported.
  public static func supports(_ shape: BoardShape) -> Bool { true }

  /// 62: the face value fits in `Int`.
  public var maximumExponent: Int { Tile.maximumExponent }

  /// The exponent in a cell, 0…62.
  public subscript(cell: Int) -> Int {
    get {
      precondition(cell >= 0 && cell < shape.cellCount, "Cell outside the board")
      return Int(cells[cell])
    }
    set {
      precondition(cell >= 0 && cell < shape.cellCount, "Cell outside the board")
      precondition(newValue >= 0 && newValue <= maximumExponent, "Exponent outside 0...62")
      cells[cell] = UInt8(newValue)
    }
  }

  /// Slides every line of cells towards the wall.
  public func sliding(_ action: Action) -> (afterstate: Grid, reward: Int)? {
    var slid = Grid(shape: shape)
    var reward = 0
    let isVertical = action == .up || action == .down
    let lines = isVertical ? shape.columns : shape.rows
    let length = isVertical ? shape.rows : shape.columns
    for line in 0..<lines {
      // The place in a line is counted from the wall that the tiles move to.
      let cell = { (place: Int) -> Int in
        switch action {
        case .up: place * shape.columns + line
        case .right: line * shape.columns + (length - 1 - place)
        case .down: (length - 1 - place) * shape.columns + line
        case .left: line * shape.columns + place
        }
      }
      var place = 0  // where the next tile comes to rest
      var canMerge = false  // whether the tile before `place` may still merge
      for source in 0..<length where self[cell(source)] != 0 {
        let exponent = self[cell(source)]
        if canMerge, slid[cell(place - 1)] == exponent {
          slid[cell(place - 1)] = exponent + 1
          reward += Tile.faceValue(ofExponent: exponent + 1)
          canMerge = false
        } else {
          slid[cell(place)] = exponent
          place += 1
          canMerge = true
        }
      }
    }
    return slid == self ? nil : (slid, reward)
  }

  /// The afterstates and rewards of all four actions.
  public var afterstates: Afterstates<Grid> {
    let (up, right) = (sliding(.up), sliding(.right))
    let (down, left) = (sliding(.down), sliding(.left))
    var legal: ActionMask = []
    if up != nil { legal.insert(.up) }
    if right != nil { legal.insert(.right) }
    if down != nil { legal.insert(.down) }
    if left != nil { legal.insert(.left) }
    return Afterstates(
      legal: legal,
      states: [
        up?.afterstate ?? self, right?.afterstate ?? self,
        down?.afterstate ?? self, left?.afterstate ?? self,
      ],
      rewards: SIMD4(up?.reward ?? 0, right?.reward ?? 0, down?.reward ?? 0, left?.reward ?? 0))
  }

  /// The actions whose slide changes the board.
  public var legalActions: ActionMask {
    Action.allCases.reduce(into: []) { mask, action in
      if sliding(action) != nil { mask.insert(action) }
    }
  }

  /// The number of cells without a tile.
  public var emptyCount: Int { (0..<shape.cellCount).count { cells[$0] == 0 } }

  /// The largest exponent on the board.
  public var largestExponent: Int { Int(cells.max()) }

  /// Puts a tile on the empty cell with the given rank, counted from cell 0.
  @discardableResult
  public mutating func placeTile(exponent: Int, onEmptyCell rank: Int) -> Int {
    precondition(exponent == 1 || exponent == 2, "A new tile is a 2 or a 4")
    var toPass = rank
    for cell in 0..<shape.cellCount where cells[cell] == 0 {
      if toPass == 0 {
        cells[cell] = UInt8(exponent)
        return cell
      }
      toPass -= 1
    }
    preconditionFailure("Rank of an empty cell outside 0..<\(emptyCount)")
  }

  /// The board as seen under a symmetry of its shape.
  public func applying(_ symmetry: Symmetry) -> Grid {
    precondition(shape.symmetries.contains(symmetry), "The shape lacks this symmetry")
    var image = Grid(shape: shape)
    for cell in 0..<shape.cellCount {
      image.cells[cell] = cells[symmetry.source(ofCell: cell, shape: shape)]
    }
    return image
  }
}

extension Grid {
  /// Creates a grid with the cells of a 4×4 board.
  public init(_ board: Board) {
    self.init(shape: .standard)
    for cell in 0..<16 { self[cell] = board[cell] }
  }
}

extension Board {
  /// Creates a board with the cells of a grid.
  ///
  /// - Precondition: The grid is 4×4 and holds exponents up to 31.
  public init(_ grid: Grid) {
    self.init(shape: grid.shape)
    for cell in 0..<16 { self[cell] = grid[cell] }
  }
}
