import Console
import Experiments
import Plots

/// What a command line asks `plot` to draw.
struct PlotRequest {
  let isFollowing: Bool
  private let parsed: ParsedCommand
  private let gnuplot: Gnuplot
  private let output: PictureOutput

  /// Checks the options, and that gnuplot is there, before any log is read.
  init(_ parsed: ParsedCommand) throws {
    self.parsed = parsed
    isFollowing = parsed[PlotCommand.follow]
    if parsed[PlotCommand.tiles], parsed[PlotCommand.compare] {
      throw parsed.contradiction("'--tiles' and '--compare' exclude each other")
    }
    if isFollowing, parsed[PlotCommand.compare] {
      throw parsed.contradiction("'--follow' and '--compare' exclude each other")
    }
    output = try PictureOutput(file: parsed[PlotCommand.output], size: parsed[PlotCommand.size])
    gnuplot = try Gnuplot()
  }

  /// Draws once.
  func draw() throws {
    try output.write(try figure(), by: gnuplot)
  }

  /// Draws again and again, whenever a log has grown, until a stop is asked for.
  func follow() throws {
    var watch = try LogWatch(parsed.positionals)
    let isStopRequested = { InterruptSignals.isRequested }
    while try watch.waitForChange(isStopRequested: isStopRequested) {
      do {
        try output.write(try figure(), by: gnuplot, replacing: true)
      } catch TrainingLogError.empty(let path), TrainingLogError.noRows(let path) {
        StandardError.write("plot: waiting for the first row of '\(path)'\n")
      }
    }
  }

  private func figure() throws -> Figure {
    if parsed[PlotCommand.compare] {
      var comparison = Comparison()
      comparison.title = parsed[PlotCommand.title]
      return comparison.figure(of: try Comparison.read(parsed.positionals))
    }
    let runs = try RunLog.read(parsed.positionals)
    for warning in runs.flatMap(\.warnings) { StandardError.write("plot: \(warning)\n") }
    return parsed[PlotCommand.tiles] ? tileShares.figure(of: runs) : try curves.figure(of: runs)
  }

  private var curves: LearningCurves {
    var curves = LearningCurves()
    curves.x = parsed[PlotCommand.x]
    curves.y = parsed[PlotCommand.y]
    curves.smoothing = parsed[PlotCommand.smooth]
    curves.isLogarithmic = parsed[PlotCommand.logX]
    curves.title = parsed[PlotCommand.title]
    return curves
  }

  private var tileShares: TileShares {
    var shares = TileShares()
    shares.x = parsed[PlotCommand.x]
    shares.smoothing = parsed[PlotCommand.smooth]
    shares.title = parsed[PlotCommand.title]
    return shares
  }
}
