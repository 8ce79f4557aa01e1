import Console
import Experiments
import Plots

/// The command line of `plot`.
enum PlotCommand {
  static let command = Command(
    name: "plot", version: packageVersion,
    summary: "Draw learning curves of runs, in the terminal or into a picture.",
    positionals: PositionalArguments("DIR...", count: 1...1000),
    groups: [
      OptionGroup("Picture; learning curves unless another is asked for", tiles, compare),
      OptionGroup("Curves", x, y, smooth, logX),
      OptionGroup("Output", output, size, title, follow),
    ],
    epilogue: """
      DIR is the folder of a run, or its log.csv; with --compare also a JSON file that evaluate \
      wrote. gnuplot draws; it must be on PATH. Where a run was evaluated while it trained, points \
      and a band show the means and their 95 % intervals.
      Examples: plot Runs/a Runs/b --y mean_score,rate_2048 --smooth 9 -o curves.svg
                plot Runs/a --follow
      """)

  static let tiles = CommandOption(
    flag: "tiles", help: "stacked shares of games by their largest tile")
  static let compare = CommandOption(
    flag: "compare", help: "bars of evaluations: mean scores and tiles reached")

  static let x = CommandOption(
    "x", placeholder: "QUANTITY", help: "along the horizontal axis: games, moves, seconds",
    default: LearningCurves.Progress.games, as: .choice)
  static let y = CommandOption(
    "y", placeholder: "COLUMN,...",
    help: "columns of log.csv to draw, a panel each, such as mean_score,rate_2048",
    default: [TrainingRecord.Column.meanScore], as: .list(of: .choice))
  static let smooth = CommandOption(
    "smooth", short: "n", placeholder: "ROWS",
    help: "draw means of ROWS rows, or one more if that is even; the rows stay visible in pictures",
    default: 1, as: .count)
  static let logX = CommandOption(
    flag: "log-x", help: "equal distances along the horizontal axis mean equal ratios")

  static let output = CommandOption<String?>(
    "output", short: "o", placeholder: "FILE", help: "picture to write: .svg, .png or .pdf",
    otherwise: "text in the terminal", as: .path)
  static let size = CommandOption<FigureSize?>(
    "size", placeholder: "WxH", help: "width and height of a picture in pixels, 200 to 10,000",
    otherwise: "900 wide, as high as needed", as: .pixels)
  static let title = CommandOption<String?>(
    "title", placeholder: "TEXT", help: "words above the picture", as: .text("a title"))
  static let follow = CommandOption(
    flag: "follow", short: "f", help: "draw anew whenever a run has a new row, until Ctrl-C")
}

extension ValueParser where Value == FigureSize {
  /// Width and height in pixels, such as `900x600`.
  static var pixels: ValueParser {
    ValueParser(
      expecting: "width x height in pixels, each from 200 to 10000, such as 900x600",
      describe: \.description
    ) { text in
      let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let width = parts[0], let height = parts[1],
        (200...10_000).contains(width), (200...10_000).contains(height)
      else { return nil }
      return FigureSize(width: width, height: height)
    }
  }
}
