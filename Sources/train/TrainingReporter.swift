import Console
import Experiments
import Plots

/// What a user sees of a training: a progress line, its curve if asked for, and words at its end.
struct TrainingReporter {
  private var line: ProgressLine<ContinuousClock>
  private var lastRecord: TrainingRecord?

  private let curve: CurveFile?

  init(_ run: borrowing TrainingRun, drawing gnuplot: Gnuplot?) {
    let folder = run.folder
    curve = gnuplot.map { CurveFile(of: folder, by: $0) }
    line = ProgressLine(
      unit: "moves", startingAt: run.counters.moves, share: run.share ?? 0)
  }

  mutating func report(_ progress: TrainingRun.Progress) {
    for notice in progress.notices {
      line.finish()
      StandardError.write("train: \(notice)\n")
    }
    lastRecord = progress.record
    curve?.update(games: progress.record?.games)
    var fields = [Format.counted(progress.counters.games, "game")]
    if let record = progress.record {
      fields.append("mean \(Format.grouped(Int(record.meanScore.rounded())))")
      fields.append("2048 in \(Format.percent(record.rates[11], decimals: 0))")
    }
    line.update(count: progress.counters.moves, share: progress.share, fields: fields)
  }

  mutating func summary(of run: borrowing TrainingRun, isComplete: Bool) -> String {
    line.finish()
    drawLastCurve()
    let counters = run.counters
    let path = run.folder.path
    var text = """
      \(isComplete ? "Done" : "Stopped"): \(Format.counted(counters.games, "game")), \
      \(Format.counted(counters.moves, "move")) in \(Format.duration(.seconds(counters.seconds))).

      """
    if let record = lastRecord ?? run.lastRecord {
      text += """
        The last \(Format.counted(record.intervalGames, "game")) while learning: mean score \
        \(Format.grouped(Int(record.meanScore.rounded()))), 2048 in \(Format.percent(record.rates[11])).

        """
    }
    text += """
      Saved in \(path). Next: evaluate \(path)
      \(isComplete ? "To train longer: train resume \(path) --minutes 10" : "To go on: train resume \(path)")

      """
    return text
  }

  /// A training is done whether or not its picture could be drawn.
  private func drawLastCurve() {
    do {
      try curve?.finish()
    } catch {
      StandardError.write("train: the curve could not be drawn: \(error)\n")
    }
  }
}
