import Experiments

/// The stacked shares of games by their largest tile, along a run.
///
/// The largest tiles lie lowest, so that the upper end of a tile's area is the share of games that
/// reached at least that tile.
public struct TileShares: Sendable {
  /// What lies along the horizontal axis.
  public var x = LearningCurves.Progress.games
  /// The rows around each that a share is the mean of.
  public var smoothing = 1
  /// The words above the figure.
  public var title: String?

  /// Describes shares over games.
  public init() {}

  /// The figure for some runs, a panel each.
  public func figure(of runs: [RunLog]) -> Figure {
    let places = runs.flatMap { $0.records.compactMap { $0[x.column] } }
    let horizontal = Axis.linear(
      x.column.label, x.column.unit, values: places, endsAtTick: false)
    let shares = Axis.linear(
      "Games by largest tile", .share, values: [0, 1], endsAtTick: true)
    let panels = runs.enumerated().map { index, run in
      Panel(
        name: runs.count > 1 ? run.name : nil, x: horizontal, y: shares, layers: layers(of: run),
        legend: .outside, showsXAxis: index == runs.count - 1, height: runs.count > 1 ? 220 : 320)
    }
    return Figure(title: title, panels: panels)
  }

  private static let columns: [TrainingRecord.Column] = [
    .rate256, .rate512, .rate1024, .rate2048, .rate4096, .rate8192, .rate16384, .rate32768,
  ]

  /// The areas, each from 0 to the share that reached its tile; larger tiles cover smaller ones.
  private func layers(of run: RunLog) -> [Layer] {
    let curves = Self.columns.map {
      Curve(run.records, x: x.column, y: $0).smoothed(over: smoothing).thinned().points
    }
    let places = (curves.first ?? []).map(\.x)
    let all = places.map { Curve.Point(x: $0, y: 1, games: 1) }
    let none = places.map { Curve.Point(x: $0, y: 0, games: 1) }
    let names = ["below 256"] + Self.columns.map { String($0.rawValue.dropFirst("rate_".count)) }
    let areas = [all] + curves + [none]
    // A tile that was the largest of no game has no area.
    let seen = names.indices.filter { index in
      zip(areas[index], areas[index + 1]).contains { $0.y > $1.y }
    }
    return seen.map { index in
      // A row describes the games since the row before: the first begins at 0.
      let first: [[Double]] = areas[index].prefix(1).map { [0, 0, $0.y] }
      return Layer(
        mark: .band, color: PlotColor.tiles[index], name: names[index],
        rows: first + areas[index].map { [$0.x, 0, $0.y] })
    }
  }
}
