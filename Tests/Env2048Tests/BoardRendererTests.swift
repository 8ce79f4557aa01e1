import Testing

@testable import Env2048

@Suite struct BoardRendererTests {
  @Test("Boxes are as wide as the widest tile")
  func boxes() {
    #expect(
      BoardRenderer().render(Grid("2 0 16 / 0 2048 4 / 0 0 0 / 0 0 0"))
        == """
        ┌──────┬──────┬──────┐
        │    2 │      │   16 │
        ├──────┼──────┼──────┤
        │      │ 2048 │    4 │
        ├──────┼──────┼──────┤
        │      │      │      │
        ├──────┼──────┼──────┤
        │      │      │      │
        └──────┴──────┴──────┘
        """)
    #expect(
      BoardRenderer(minimumWidth: 0).render(Grid("2 16 / 0 4"))
        == """
        ┌────┬────┐
        │  2 │ 16 │
        ├────┼────┤
        │    │  4 │
        └────┴────┘
        """)
  }

  @Test("The compact drawing is a line a row")
  func compact() {
    #expect(
      BoardRenderer(style: .compact, minimumWidth: 0).render(Grid("2 0 / 1024 4 / 0 0 / 0 0 / 0 0"))
        == """
           2    .
        1024    4
           .    .
           .    .
           .    .
        """)
    #expect(BoardRenderer(style: .compact, minimumWidth: 0).render(Grid("2 0")) == "2 .")
  }

  @Test("Case 190: every tile shows its number", arguments: 1...62)
  func everyTile(exponent: Int) {
    var grid = Grid(shape: BoardShape(8, 8))
    grid[9] = exponent
    for style in BoardRenderer.Style.allCases {
      let text = BoardRenderer(style: style).render(grid)
      #expect(text.contains(" \(1 << exponent) "))
      #expect(text.filter(\.isNumber).count == String(1 << exponent).count)
    }
  }

  @Test("Lines of a drawing are equally long on every shape", arguments: BoardShape.everyShape)
  func everyShape(shape: BoardShape) throws {
    var random = RandomSource(seed: UInt64(shape.cellCount))
    let grid = Grid.random(
      shape: shape, fill: 5, largest: min(40, max(2, shape.cellCount - 5)), using: &random)
    let compact = BoardRenderer(style: .compact).render(grid)
    let boxes = BoardRenderer().render(grid)
    #expect(Set(compact.split(separator: "\n").map(\.count)).count == 1)
    #expect(Set(boxes.split(separator: "\n").map(\.count)).count == 1)
    #expect(boxes.split(separator: "\n").count == 2 * shape.rows + 1)
    #expect(try Grid(text: compact) == grid)
  }

  @Test("Case 183: plain text has no control characters but line ends")
  func noControlCharacters() {
    for style in BoardRenderer.Style.allCases {
      let text = BoardRenderer(style: style).render(Board(padded: "2 4 8 16"))
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 32 || $0 == "\n" })
      #expect(text.last != "\n")
    }
  }
}
