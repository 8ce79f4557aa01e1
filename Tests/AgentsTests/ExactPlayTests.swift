import Env2048
import Testing

@testable import Agents

/// Searches against the best play there is, known exactly on small boards.
@Suite struct ExactPlayTests {
  struct ZeroValue: AfterstateValue {
    func value(of afterstate: Grid) -> Float { 0 }
  }

  /// Both starting tiles of 2x2, and how probable they are.
  static func starts() throws -> [(board: Grid, probability: Double)] {
    let shape = try BoardShape(rows: 2, columns: 2)
    return (0..<4).flatMap { first in
      (0..<4).filter { $0 != first }.flatMap { second in
        [(1, 0.9), (2, 0.1)].flatMap { one in
          [(1, 0.9), (2, 0.1)].map { other in
            var board = Grid(shape: shape)
            board[first] = one.0
            board[second] = other.0
            return (board, one.1 * other.1 / 12)
          }
        }
      }
    }
  }

  @Test("2x2: with nothing to value, a search to the end finds the optimum")
  func searchToTheEnd() throws {
    let search = try Expectimax(
      ZeroValue(), configuration: SearchConfiguration(limit: .plies(32), tableBits: 16))
    var mean = 0.0
    for (board, probability) in try Self.starts() {
      let result = search.search(board)
      ExpectimaxTests.expectEqual(
        result, ExactValue(from: board).totals(board), tolerance: 1e-3, "\(board)")
      mean += probability * Double(result.best.map { result.total($0) } ?? 0)
    }
    #expect(abs(mean - 66.964) < 0.001)
  }

  @Test("2x2: deepening stops where the game ends")
  func deepening() throws {
    let search = try Expectimax(
      ZeroValue(), configuration: SearchConfiguration(limit: .nodes(1_000_000)))
    let board = try Grid(text: "2 4 / 8 8")
    let result = search.search(board)
    ExpectimaxTests.expectEqual(
      result, ExactValue(from: board).totals(board), tolerance: 1e-3, "\(board)")
    #expect(result.plies < 32)
  }

  @Test("2x3: with the exact value, every depth finds the optimum", arguments: 1...4)
  func exactLeaves(plies: Int) throws {
    let shape = try BoardShape(rows: 2, columns: 3)
    let start = try Grid(text: "32 4 2 / 16 8 0")
    let exact = ExactValue(from: start)
    let search = try Expectimax(exact, configuration: SearchConfiguration(limit: .plies(plies)))
    var random = RandomSource(seed: 23)
    let spawner = TileSpawner(rules: Rules(shape: shape))
    for _ in 0..<10 {
      var episode = Episode(board: start, random: random.split())
      while let action = ActionSpace().sample(among: episode.board.legalActions, using: &random) {
        ExpectimaxTests.expectEqual(
          search.search(episode.board), exact.totals(episode.board), tolerance: 0.01,
          "\(episode.board)")
        _ = episode.play(action, spawner: spawner)
      }
    }
  }

  @Test("3x3: with the exact value of a shortened game, every depth finds the optimum")
  func shortenedGame() throws {
    let start = try Grid(text: "16 2 4 / 8 0 2 / 4 0 0")
    let exact = ExactValue(from: start, tileSumLimit: start.tileSum + 14)
    for plies in 1...3 {
      let search = try Expectimax(exact, configuration: SearchConfiguration(limit: .plies(plies)))
      ExpectimaxTests.expectEqual(
        search.search(start), exact.totals(start), tolerance: 0.01, "\(plies) plies")
    }
  }

  @Test("3x3: near the end a search finds the optimum by itself")
  func nearTheEnd() throws {
    let search = try Expectimax(
      ZeroValue(), configuration: SearchConfiguration(limit: .nodes(200_000)))
    var ended = 0
    for text in [
      "64 32 16 / 2 8 128 / 4 2 2", "2 4 8 / 16 32 64 / 128 256 2", "2 8 4 / 4 2 4 / 8 16 8",
    ] {
      let board = try Grid(text: text)
      let result = search.search(board)
      guard result.nodes < 100_000 else { continue }
      ended += 1
      ExpectimaxTests.expectEqual(
        result, ExactValue(from: board).totals(board), tolerance: 0.01, "\(board)")
    }
    #expect(ended > 0)
  }
}
