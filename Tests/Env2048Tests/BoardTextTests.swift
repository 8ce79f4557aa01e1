import Testing

@testable import Env2048

@Suite struct BoardTextTests {
  @Test(
    "One board, written in many ways",
    arguments: [
      "0 2 4 / 8 16 0", "0 2 4/8 16 0", ". 2 4 / 8 16 _", "0,2,4 / 8,16,0", "0, 2, 4\n8, 16, 0",
      "  0\t2  4 /\t8 16 0  ", "0 2 4\r\n8 16 0\r\n", "\n0 2 4\n8 16 0\n\n", "/ 0 2 4 / 8 16 0 /",
    ])
  func spellings(text: String) throws {
    let grid = try Grid(text: text)
    #expect(grid.shape == BoardShape(2, 3))
    #expect(grid.exponents == [0, 1, 2, 3, 4, 0])
    #expect(grid.description == "0 2 4 / 8 16 0")
  }

  @Test(
    "Texts that are no board say where and why",
    arguments: [
      ("", BoardError.shape(rows: 0, columns: 0), "Board of 0x0"),
      (" / / ", .shape(rows: 0, columns: 0), "at least 2 cells"),
      ("2", .shape(rows: 1, columns: 1), "1x1"),
      ("0 0 0 0 0 0 0 0 0", .shape(rows: 1, columns: 9), "1x9"),
      ("2 4 / 8", .raggedRow(row: 1, found: 1, expected: 2), "row 1 has 1 cells"),
      ("2 4 / / 8 2", .raggedRow(row: 1, found: 0, expected: 2), "row 1 has 0 cells"),
      ("2 4 / 8 2 16", .raggedRow(row: 1, found: 3, expected: 2), "expected 2"),
      ("2 3 / 4 8", .notATile(text: "3", row: 0, column: 1), "row 0, column 1 holds '3'"),
      ("2 4 / 4 1", .notATile(text: "1", row: 1, column: 1), "'1'"),
      ("2 -4", .notATile(text: "-4", row: 0, column: 1), "'-4'"),
      ("2 x", .notATile(text: "x", row: 0, column: 1), "'x'"),
      ("2 4.0", .notATile(text: "4.0", row: 0, column: 1), "'4.0'"),
      ("2 0x4", .notATile(text: "0x4", row: 0, column: 1), "'0x4'"),
      (
        "2 9223372036854775808", .notATile(text: "9223372036854775808", row: 0, column: 1),
        "a power of two"
      ),
      ("2 16", .tooLarge(exponent: 4, cell: 1, maximum: 3), "2^4: expected at most 2^3"),
      ("8 8", .tileSum(shape: BoardShape(1, 2), maximum: 12), "expected at most 12"),
    ])
  func refusedTexts(text: String, error: BoardError, message: String) {
    #expect(throws: error) { try Grid(text: text) }
    #expect(error.description.contains(message))
  }

  @Test("A Board is 4x4 and holds tiles up to 131,072")
  func fourByFour() throws {
    let error = BoardError.unsupportedShape(BoardShape(2, 2), expected: .standard)
    #expect(throws: error) { try Board(text: "2 4 / 8 2") }
    #expect(error.description == "Board of 2x2: expected 4x4.")
    #expect(Board(padded: "131072 65536 32768 2")[0] == 17)
    #expect(throws: BoardError.tooLarge(exponent: 18, cell: 1, maximum: 17)) {
      try Board(text: "0 262144 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    }
    #expect(throws: BoardError.tileSum(shape: .standard, maximum: 262_140)) {
      try Board(text: "131072 131072 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    }
  }

  @Test("Exponents make a board if they fit")
  func exponents() throws {
    #expect(
      try Board(exponents: Array(0..<16)).description
        == "0 2 4 8 / 16 32 64 128 / 256 512 1024 2048 / 4096 8192 16384 32768")
    let cellCount = BoardError.cellCount(found: 15, expected: 16)
    #expect(throws: cellCount) { try Board(exponents: Array(0..<15)) }
    #expect(cellCount.description == "Board has 15 cells: expected 16.")
    #expect(throws: BoardError.tooLarge(exponent: -1, cell: 0, maximum: 17)) {
      try Board(exponents: [-1] + Array(0..<15))
    }
    #expect(throws: BoardError.tooLarge(exponent: 6, cell: 3, maximum: 5)) {
      try Grid(shape: BoardShape(2, 2), exponents: [0, 0, 0, 6])
    }
  }

  @Test("Every board that play meets is read back from its text")
  func roundTrip() throws {
    var random = RandomSource(seed: 3)
    let spawner = TileSpawner(rules: Rules())
    var episode = Episode<Board>(spawner: spawner, random: random)
    while !episode.board.isTerminal {
      #expect(try Board(text: episode.board.description) == episode.board)
      let mask = episode.board.legalActions
      _ = episode.play(
        mask.member(at: Int(random.draw(below: UInt32(mask.count)))), spawner: spawner)
    }
  }

  @Test("Face values and exponents")
  func tiles() {
    #expect(Tile.faceValue(ofExponent: 0) == 0)
    #expect(Tile.exponent(ofFaceValue: 0) == 0)
    for exponent in 1...62 {
      #expect(Tile.faceValue(ofExponent: exponent) == 1 << exponent)
      #expect(Tile.exponent(ofFaceValue: 1 << exponent) == exponent)
    }
    for value in [1, 3, 6, 2_047, -2, -8, .min, .max] {
      #expect(Tile.exponent(ofFaceValue: value) == nil)
    }
  }
}
