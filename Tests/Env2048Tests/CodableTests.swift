import Foundation
import Testing

@testable import Env2048

/// What goes to JSON comes back, and what cannot be right is refused.
@Suite struct CodableTests {
  @Test("Boards go through JSON as their text")
  func boards() throws {
    let board = Board("0 2 4 8 / 16 32 64 128 / 256 512 1024 2048 / 4096 8192 65536 131072")
    #expect(try throughJSON(board) == board)
    #expect(try throughJSON(Grid(board)) == Grid(board))
    #expect(try throughJSON(Board.empty) == .empty)
    let large = Grid("4611686018427387904 2 / 0 0 / 0 0 / 0 0 / 0 0 / 0 0 / 0 0 / 0 0".widened)
    #expect(large[0] == 62)
    #expect(try throughJSON(large) == large)
    let text = try String(decoding: JSONEncoder().encode(Grid("2 4 / 0 8")), as: UTF8.self)
    #expect(text.replacingOccurrences(of: "\\/", with: "/") == "\"2 4 / 0 8\"")
  }

  @Test(
    "Boards that cannot be are refused with the reason",
    arguments: [
      (#""2 2 / 2""#, "row 1 has 1 cells"), (#""2 3 / 2 4""#, "'3'"), (#""""#, "0x0"),
      (#""2 4 / 8 16""#, "expected 4x4"), (#""2""#, "1x1"),
    ])
  func refusedBoards(json: String, reason: String) throws {
    let error = #expect(throws: DecodingError.self) { try decode(Board.self, json) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains(reason))
  }

  @Test("Boards are text and nothing else", arguments: ["5", "[2, 4]", "null", #"{"a": 1}"#])
  func notText(json: String) {
    #expect(throws: DecodingError.self) { try decode(Grid.self, json) }
  }

  @Test("Generators go through JSON, words above 2^63 too")
  func generators() throws {
    let source = try #require(RandomSource(state: SIMD4(.max, 1 << 63, 0, 9_007_199_254_740_993)))
    var copy = try throughJSON(source)
    #expect(copy == source)
    var original = source
    for _ in 0..<100 { #expect(copy.next() == original.next()) }
    for seed in UInt64(0)..<200 {
      #expect(try throughJSON(RandomSource(seed: seed)) == RandomSource(seed: seed))
    }
  }

  @Test(
    "Generator states that cannot be are refused",
    arguments: [
      "[0, 0, 0, 0]", "[1, 2, 3]", "[1, 2, 3, 4, 5]", "[1, 2, 3, -4]", "[]", "7",
      "[1, 2, 3, 18446744073709551616]", "[1, 2, 3, 0.5]",
    ])
  func refusedGenerators(json: String) {
    #expect(throws: DecodingError.self) { try decode(RandomSource.self, json) }
  }

  @Test(
    "Rules go through JSON",
    arguments: [
      Rules(),
      Rules(
        shape: BoardShape(2, 7), startingTiles: 3, fourProbability: 0.123_456_789, winTile: 64,
        endsAtWin: true, illegalAction: .penalty(512)),
      Rules(fourProbability: 1, illegalAction: .terminate),
    ])
  func rules(_ rules: Rules) throws {
    #expect(try throughJSON(rules) == rules)
  }

  /// The usual rules as JSON, with one value in another's place.
  static func rulesJSON(_ replacements: [String: String]) -> String {
    var values = [
      "shape": #"{"rows": 4, "columns": 4}"#, "startingTiles": "2", "fourProbability": "0.1",
      "winTile": "2048", "endsAtWin": "false", "illegalAction": #""ignore""#,
    ]
    values.merge(replacements) { $1 }
    return "{" + values.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  @Test("Rules are read from their documented form")
  func rulesForm() throws {
    #expect(try decode(Rules.self, Self.rulesJSON([:])) == Rules())
    #expect(
      try decode(Rules.self, Self.rulesJSON(["illegalAction": #"{"penalty": 5}"#]))
        == Rules(illegalAction: .penalty(5)))
    #expect(
      try decode(Rules.self, Self.rulesJSON(["illegalAction": #""terminate""#]))
        == Rules(illegalAction: .terminate))
  }

  @Test(
    "Rules that cannot be are refused",
    arguments: [
      ["shape": #"{"rows": 0, "columns": 4}"#], ["shape": #"{"rows": 4}"#],
      ["startingTiles": "0"], ["startingTiles": "17"], ["fourProbability": "1.5"],
      ["fourProbability": "null"], ["winTile": "2047"], ["endsAtWin": "1"],
      ["illegalAction": #""explode""#], ["illegalAction": #"{"penalty": -5}"#],
      ["illegalAction": #"{"fine": 5}"#],
    ])
  func refusedRules(replacement: [String: String]) {
    #expect(throws: DecodingError.self) {
      try decode(Rules.self, Self.rulesJSON(replacement))
    }
  }

  @Test("Masks, actions and tiles go through JSON, and bits that are no action are refused")
  func smallValues() throws {
    for bits in UInt8(0)..<16 {
      #expect(try throughJSON(ActionMask(rawValue: bits)) == ActionMask(rawValue: bits))
    }
    for bits in ["16", "255", "256", "-1", #""left""#] {
      #expect(throws: DecodingError.self) { try decode(ActionMask.self, bits) }
    }
    for action in Action.allCases { #expect(try throughJSON(action) == action) }
    #expect(throws: DecodingError.self) { try decode(Action.self, "4") }
    let tile = SpawnedTile(cell: 15, exponent: 2)
    #expect(try throughJSON(tile) == tile)
  }

  @Test("An episode goes through JSON and plays on alike")
  func episodes() throws {
    let spawner = TileSpawner(rules: Rules())
    var episode = Episode<Board>(spawner: spawner, random: RandomSource(seed: 5))
    for _ in 0..<30 { _ = episode.play(episode.board.legalActions.member(at: 0), spawner: spawner) }
    var copy = try throughJSON(episode)
    #expect(copy == episode)
    let action = episode.board.legalActions.member(at: 0)
    _ = episode.play(action, spawner: spawner)
    _ = copy.play(action, spawner: spawner)
    #expect(copy == episode)
  }
}

extension String {
  /// Rows of two cells made rows of eight.
  fileprivate var widened: String {
    split(separator: "/").map { $0 + String(repeating: " 0", count: 6) }.joined(separator: "/")
  }
}
