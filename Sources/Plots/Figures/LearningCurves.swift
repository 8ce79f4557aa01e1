import Experiments

/// How learning curves are drawn: quantities of `log.csv` along a run.
public struct LearningCurves: Sendable {
  /// What lies along the horizontal axis.
  public enum Progress: String, CaseIterable, Sendable {
    /// Games finished.
    case games
    /// Moves made.
    case moves
    /// Seconds of training.
    case seconds

    var column: TrainingRecord.Column {
      switch self {
      case .games: .games
      case .moves: .moves
      case .seconds: .seconds
      }
    }
  }

  /// What lies along the horizontal axis.
  public var x = Progress.games
  /// The quantities, a panel each.
  public var y: [TrainingRecord.Column] = [.meanScore]
  /// The rows around each that a point is the mean of; above 1, the rows themselves stay visible.
  public var smoothing = 1
  /// Whether equal distances along the horizontal axis mean equal ratios.
  public var isLogarithmic = false
  /// The words above the figure.
  public var title: String?

  /// Describes curves of the mean score over games.
  public init() {}

  /// The figure for some runs.
  ///
  /// - Throws: `PlotError.noValues` for a quantity that no run has.
  public func figure(of runs: [RunLog]) throws(PlotError) -> Figure {
    let places = runs.flatMap { $0.records.compactMap { $0[x.column] } }
    let horizontal =
      isLogarithmic
      ? Axis.logarithmic(x.column.label, x.column.unit, values: places)
      : Axis.linear(x.column.label, x.column.unit, values: places, endsAtTick: false)
    var figure = Figure(title: title, panels: [])
    for (index, column) in y.enumerated() {
      var panel = try panel(column, of: runs, horizontal)
      panel.showsXAxis = index == y.count - 1
      if y.count > 1 { panel.height = 200 }
      if index > 0 { panel.legend = .none }
      figure.panels.append(panel)
    }
    return figure
  }

  private func panel(
    _ column: TrainingRecord.Column, of runs: [RunLog], _ horizontal: Axis
  ) throws(PlotError) -> Panel {
    let layers = runs.enumerated().flatMap { self.layers(column, of: $1, number: $0) }
    let values = layers.flatMap { $0.rows.flatMap { $0.dropFirst() } }
    guard !values.isEmpty else { throw .noValues(column: column) }
    let vertical = Axis.linear(column.label, column.unit, values: values, endsAtTick: true)
    return Panel(
      x: horizontal, y: vertical, layers: Self.ordered(layers),
      legend: Self.leavesRoomBelow(layers, vertical) ? .bottomRight : .topRight)
  }

  /// The layers of a run: its rows, their means, and evaluations where there are any.
  private func layers(
    _ column: TrainingRecord.Column, of run: RunLog, number: Int
  ) -> [Layer] {
    let curve = Curve(run.records, x: x.column, y: column, isLogarithmic: isLogarithmic)
    let color = PlotColor.run(number)
    let dashes = number / PlotColor.runs.count
    var layers: [Layer] = []
    if smoothing > 1 {
      layers.append(
        Layer(
          mark: .line(width: 0.8), color: color, opacity: 0.3, isForPicturesOnly: true,
          rows: curve.thinned().rows))
    }
    let mean = curve.smoothed(over: smoothing).thinned()
    layers.append(
      Layer(
        // A line through one point would not be seen.
        mark: mean.points.count == 1 ? .point : .line(width: 1.8), color: color, dashes: dashes,
        name: run.name, rows: mean.rows))
    if column == .meanScore || column == .evaluationMeanScore {
      layers += evaluations(of: run, color, isNamed: column == .meanScore)
    }
    return layers
  }

  /// The evaluations of a run: points, and the range that holds the true mean in 95 of 100 cases.
  private func evaluations(of run: RunLog, _ color: PlotColor, isNamed: Bool) -> [Layer] {
    let rows = run.records.compactMap { record -> [Double]? in
      guard let place = record[x.column], let evaluation = record.evaluation,
        !isLogarithmic || place > 0
      else { return nil }
      // The 97.5 % quantile of the normal distribution.
      let reach = 1.959_964 * (evaluation.standardError ?? 0)
      return [place, evaluation.meanScore, reach]
    }
    guard !rows.isEmpty else { return [] }
    return [
      Layer(
        mark: .band, color: color, opacity: 0.2, isForPicturesOnly: true,
        rows: rows.map { [$0[0], $0[1] - $0[2], $0[1] + $0[2]] }),
      Layer(
        mark: .line(width: 1), color: color, isForPicturesOnly: true,
        rows: rows.map { [$0[0], $0[1]] }),
      Layer(
        mark: .point, color: color, name: isNamed ? "\(run.name), evaluated" : nil,
        rows: rows.map { [$0[0], $0[1]] }),
    ]
  }

  /// What covers an area goes behind what does not.
  private static func ordered(_ layers: [Layer]) -> [Layer] {
    layers.filter { $0.opacity < 1 } + layers.filter { $0.opacity == 1 }
  }

  /// Whether the right end of a panel has more room below its lines than above.
  private static func leavesRoomBelow(_ layers: [Layer], _ axis: Axis) -> Bool {
    let ends = layers.flatMap { $0.rows.suffix(max($0.rows.count / 3, 1)).map { $0[1] } }
    let middle = (axis.range.lowerBound + axis.range.upperBound) / 2
    return ends.count { $0 >= middle } * 2 >= ends.count
  }
}
