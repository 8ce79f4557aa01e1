import Testing

@testable import Env2048

@Suite struct SymmetryTests {
  static let shapes = [
    BoardShape(4, 4), BoardShape(2, 2), BoardShape(3, 3), BoardShape(2, 3), BoardShape(5, 4),
    BoardShape(1, 6), BoardShape(8, 8),
  ]

  /// A grid whose cells all differ, but for those beyond 62.
  static func distinctGrid(_ shape: BoardShape) -> Grid {
    var grid = Grid(shape: shape)
    for cell in 0..<shape.cellCount { grid[cell] = cell % 63 }
    return grid
  }

  /// The action on the original that is `action` on the image: the direction
  /// goes through the same steps as the cells.
  static func original(of action: Action, under symmetry: Symmetry) -> Action {
    var action = action
    if symmetry.reversesColumns, action == .up || action == .down {
      action = action == .up ? .down : .up
    }
    if symmetry.reversesRows, action == .left || action == .right {
      action = action == .left ? .right : .left
    }
    guard symmetry.transposes else { return action }
    return switch action {
    case .up: .left
    case .left: .up
    case .down: .right
    case .right: .down
    }
  }

  @Test("The symmetries of a shape are a group of 8, or 4", arguments: shapes)
  func group(shape: BoardShape) {
    let symmetries = shape.symmetries
    #expect(symmetries.count == (shape.rows == shape.columns ? 8 : 4))
    #expect(symmetries.first == .identity)
    let grid = Self.distinctGrid(shape)
    let images = symmetries.map { grid.applying($0) }
    #expect(images.first == grid)
    // A line of cells looks the same when turned upside down.
    let isLine = shape.rows == 1 || shape.columns == 1
    #expect(Set(images).count == (isLine ? 2 : symmetries.count))
    for first in symmetries {
      let composed = symmetries.map { grid.applying(first).applying($0) }
      #expect(Set(composed) == Set(images), "closed")
      #expect(composed.contains(grid), "has an inverse")
    }
  }

  @Test("A symmetry moves cells and keeps their tiles", arguments: shapes)
  func permutation(shape: BoardShape) {
    for symmetry in shape.symmetries {
      let sources = (0..<shape.cellCount).map { symmetry.source(ofCell: $0, shape: shape) }
      #expect(sources.sorted() == Array(0..<shape.cellCount))
      let grid = Self.distinctGrid(shape)
      #expect(grid.applying(symmetry).exponents == sources.map { grid[$0] })
    }
  }

  @Test("The named steps do what they say")
  func steps() {
    let grid = Grid("2 4 / 8 16")
    let expected = [
      "2 4 / 8 16", "4 2 / 16 8", "8 16 / 2 4", "16 8 / 4 2",
      "2 8 / 4 16", "8 2 / 16 4", "4 16 / 2 8", "16 4 / 8 2",
    ]
    #expect(Symmetry.all.map { grid.applying($0).description } == expected)
    #expect(Grid("2 4 8 / 0 0 16").applying(Symmetry.all[1]) == Grid("8 4 2 / 16 0 0"))
  }

  @Test("Board and Grid agree on every symmetry")
  func boardAgainstGrid() {
    var random = RandomSource(seed: 8)
    for _ in 0..<repetitions(20_000) {
      let board = Board.random(shape: .standard, fill: 6, largest: 17, using: &random)
      for symmetry in Symmetry.all
      where Grid(board.applying(symmetry)) != Grid(board).applying(symmetry) {
        Issue.record("\(board) \(symmetry)")
      }
    }
  }

  @Test("Slides commute with symmetries", arguments: shapes)
  func commute(shape: BoardShape) {
    var random = RandomSource(seed: UInt64(shape.cellCount))
    for round in 0..<repetitions(500) {
      let grid = Grid.random(
        shape: shape, fill: UInt32(3 + round % 6), largest: 1 + round % 5, using: &random)
      for symmetry in shape.symmetries {
        let image = grid.applying(symmetry)
        var agrees =
          image.emptyCount == grid.emptyCount && image.tileSum == grid.tileSum
          && image.largestExponent == grid.largestExponent
        for action in Action.allCases {
          let slide = grid.sliding(Self.original(of: action, under: symmetry))
          let imageSlide = image.sliding(action)
          agrees =
            agrees && imageSlide?.reward == slide?.reward
            && imageSlide?.afterstate == slide?.afterstate.applying(symmetry)
        }
        if !agrees { Issue.record("\(grid) \(symmetry)") }
      }
    }
  }

  @Test("A symmetry that the shape lacks is refused")
  func refused() async {
    await #expect(processExitsWith: .failure) {
      _ = Grid(shape: BoardShape(2, 3)).applying(Symmetry.all[4])
    }
  }
}
