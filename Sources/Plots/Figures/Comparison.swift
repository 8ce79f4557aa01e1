import Experiments

/// Bars that compare evaluations: mean scores with their intervals, and the tiles reached.
public struct Comparison: Sendable {
  /// One evaluation and its name in the picture.
  public struct Entry: Sendable {
    /// The name.
    public let name: String
    /// The evaluation.
    public let report: EvaluationReport

    /// Names an evaluation.
    public init(name: String, report: EvaluationReport) {
      self.name = name
      self.report = report
    }
  }

  /// The words above the figure.
  public var title: String?

  /// Describes a comparison.
  public init() {}

  /// Reads evaluations.
  ///
  /// - Parameter paths: The runs' folders, or JSON files that `evaluate` wrote.
  /// - Throws: `PlotError.notEvaluated` for a run without one; `JSONFileError`.
  public static func read(_ paths: [String]) throws -> [Entry] {
    try zip(paths, RunLog.names(for: paths)).map { path, name in
      guard let status = try FileSystem.status(of: path) else {
        throw RunFolderError.missing(path: path)
      }
      let isFolder = status.kind == .directory
      let file = isFolder ? RunFolder(path).evaluationFile : path
      guard try FileSystem.status(of: file) != nil else { throw PlotError.notEvaluated(path: path) }
      let report = try JSONFile.read(EvaluationReport.self, from: file)
      return Entry(name: name.hasSuffix(".json") ? String(name.dropLast(5)) : name, report: report)
    }
  }

  /// The figure.
  public func figure(of entries: [Entry]) -> Figure {
    Figure(title: title, panels: [scores(entries), tiles(entries)])
  }

  private func scores(_ entries: [Entry]) -> Panel {
    let summaries = entries.map(\.report.summary)
    let ends = summaries.map { $0.interval95?.high ?? $0.meanScore }
    var layers: [Layer] = []
    for (index, summary) in summaries.enumerated() {
      let place = Double(entries.count - 1 - index)
      layers.append(
        Layer(
          mark: .box, color: .run(index),
          rows: [[summary.meanScore / 2, place, 0, summary.meanScore, place - 0.3, place + 0.3]]))
    }
    let intervals = summaries.enumerated().compactMap { index, summary in
      summary.interval95.map {
        [summary.meanScore, Double(entries.count - 1 - index), $0.low, $0.high]
      }
    }
    layers.append(
      Layer(mark: .horizontalInterval, color: PlotColor(rgb: 0x202020), rows: intervals))
    return Panel(
      x: .linear("Mean score, with 95 % interval", .points, values: ends, endsAtTick: true),
      y: .names(entries.map { Self.shortened($0.name) }, label: "", isDescending: true),
      layers: layers, height: 40 + 34 * entries.count)
  }

  private func tiles(_ entries: [Entry]) -> Panel {
    let tiles = Self.tiles(entries.map(\.report.summary))
    let width = 0.8 / Double(entries.count)
    let layers = entries.enumerated().map { index, entry in
      Layer(
        mark: .box, color: .run(index), name: entries.count > 1 ? entry.name : nil,
        rows: tiles.enumerated().map { place, tile in
          let left = Double(place) - 0.4 + width * Double(index)
          let rate = entry.report.summary.rate(atLeast: tile)
          return [left + width / 2, rate / 2, left, left + width * 0.94, 0, rate]
        })
    }
    return Panel(
      x: .names(tiles.map(String.init), label: "Tile"),
      y: .linear("Games reaching the tile", .share, values: [0, 1], endsAtTick: true),
      layers: layers, legend: .textOnly, height: 260)
  }

  /// The tiles that tell players apart: from the last that all reach to the largest, 8 at most.
  private static func tiles(_ summaries: [ScoreSummary]) -> [Int] {
    let tiles = Set(summaries.flatMap { $0.tileRates.map(\.tile) }).sorted()
    let first = tiles.firstIndex { tile in summaries.contains { $0.rate(atLeast: tile) < 0.995 } }
    return tiles[max((first ?? tiles.count) - 1, 0)...].suffix(8)
  }

  /// A name that leaves room for the bars.
  private static func shortened(_ name: String) -> String {
    name.count <= 32 ? name : "\(name.prefix(15))…\(name.suffix(16))"
  }
}
