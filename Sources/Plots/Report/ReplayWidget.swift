import Console
import Env2048
import Experiments

/// The part of a page in which recorded games can be watched.
struct ReplayWidget {
  private let games: [RecordedGame]

  init(_ games: [RecordedGame]) { self.games = games }

  /// A game as the page's program reads it; the boards follow from it by the rules.
  private struct Replay: Encodable {
    let rows: Int
    let columns: Int
    /// The exponents of the first board.
    let start: [Int]
    /// A letter a move: U, R, D or L.
    let actions: String
    /// The cell and the exponent of each new tile.
    let cells: [Int]
    let tiles: [Int]

    init(_ game: RecordedGame) {
      rows = game.rules.shape.rows
      columns = game.rules.shape.columns
      start = game.start.exponents
      actions = game.moves.map { $0.action.name.prefix(1).uppercased() }.joined()
      cells = game.moves.map(\.spawned.cell)
      tiles = game.moves.map(\.spawned.exponent)
    }
  }

  /// The element.
  ///
  /// - Parameter command: The element that says how to record games, shown where none are.
  func html(otherwise command: String) throws -> String {
    guard !games.isEmpty else {
      return "<p class=\"note\">No game was recorded: \(command)</p>"
    }
    let data = try JSONFile.text(of: games.map(Replay.init), for: "games")
    let choices = games.map { "<option>\(HTML.escaped(Self.title(of: $0)))</option>" }
    let buttons = [
      ("first", "|◀", "First move"), ("back", "◀", "Move back"), ("play", "Play", nil),
      ("forward", "▶", "Move forward"), ("last", "▶|", "Last move"),
    ].map { part, text, label in
      let label = label.map { " aria-label=\"\($0)\"" } ?? ""
      return "<button type=\"button\" data-part=\"\(part)\"\(label)>\(text)</button>"
    }
    let speeds = [2, 10, 50, 500].map { speed in
      "<option value=\"\(speed)\"\(speed == 10 ? " selected" : "")>\(speed) moves/s</option>"
    }
    return """
      <div class="replay" tabindex="0" role="group" aria-label="Replay">
      <label>Game <select data-part="game">\(choices.joined())</select></label>
      <div class="board" data-part="board" role="img"></div>
      <div class="facts"><span>Score <b data-part="score"></b></span>\
      <span>Move <b data-part="move"></b></span>\
      <span>Last <b data-part="action"></b></span></div>
      <input type="range" min="0" value="0" data-part="slider" aria-label="Move">
      <div class="controls">\(buttons.joined())\
      <select data-part="speed" aria-label="Speed">\(speeds.joined())</select></div>
      <p class="note">Space plays and pauses, arrow keys step, Home and End jump.</p>
      <script type="application/json">\(HTML.embedded(json: data))</script>
      </div>
      """
  }

  private static func title(of game: RecordedGame) -> String {
    let rank = game.rank
    let name =
      if rank.isBest {
        "Best of \(Format.grouped(rank.games))"
      } else if rank.isMedian {
        "Median of \(Format.grouped(rank.games))"
      } else if rank.place == 1 {
        "Worst of \(Format.grouped(rank.games))"
      } else {
        "Rank \(Format.grouped(rank.place)) of \(Format.grouped(rank.games)) from below"
      }
    return "\(name): \(Format.grouped(game.score)) points, seed \(game.seed)"
  }
}
