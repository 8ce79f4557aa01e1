import Console
import Env2048
import Experiments

extension EvaluationReport {
  /// The report as tables.
  var text: String {
    var facts = TextTable(withoutHeader: .left, .left)
    facts.add("agent", agent)
    if let checkpoint { facts.add("file", checkpoint) }
    if let search { facts.add("search", "\(search)") }
    facts.add("board", "\(rules.shape)")
    facts.add("seed", String(seed))
    facts.add("games", Format.grouped(summary.games))
    facts.add("mean score", Format.fixed(summary.meanScore, decimals: 1))
    if let error = summary.standardError, let interval = summary.interval95 {
      facts.add("standard error", Format.fixed(error, decimals: 1))
      let low = Format.fixed(interval.low, decimals: 1)
      let high = Format.fixed(interval.high, decimals: 1)
      facts.add("95 % interval", "\(low) to \(high)")
    }
    facts.add("median score", Format.fixed(summary.medianScore, decimals: 1))
    facts.add("max score", Format.grouped(summary.maxScore))
    facts.add("moves per game", Format.fixed(summary.meanMoves, decimals: 1))

    if let nodesPerMove { facts.add("nodes per move", Format.fixed(nodesPerMove, decimals: 1)) }
    if search?.plies == nil, let pliesPerMove {
      facts.add("plies per move", Format.fixed(pliesPerMove, decimals: 2))
    }

    var tiles = TextTable(columns: .right("tile"), .right("games"), .right("reached"))
    for tile in summary.tileRates {
      tiles.add(
        Format.grouped(tile.tile), Format.grouped(tile.games),
        Format.percent(tile.rate, decimals: 2))
    }
    let time = Format.duration(.seconds(seconds))
    let rate = Format.rate(movesPerSecond, of: "moves")
    return facts.text + "\n" + tiles.text + "\n\(time), \(rate), threads \(threads)\n"
  }
}
