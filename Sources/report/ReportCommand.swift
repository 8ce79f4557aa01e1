import Console
import Experiments

/// The command line of `report`.
enum ReportCommand {
  static let command = Command(
    name: "report", version: packageVersion,
    summary: "Write a page about runs: curves, evaluations and games to watch in a browser.",
    positionals: PositionalArguments("DIR...", count: 1...100),
    groups: [OptionGroup("Output", output, title)],
    epilogue: """
      The page is one HTML file that needs no network. Its games are those that evaluate \
      recorded. gnuplot draws its pictures; it must be on PATH.
      Example: evaluate Runs/a --games 1k --record 2 && report Runs/a
      """)

  static let output = CommandOption<String?>(
    "output", short: "o", placeholder: "FILE", help: "the page to write",
    otherwise: "report.html, in the run's folder if there is one run", as: .path)
  static let title = CommandOption<String?>(
    "title", placeholder: "TEXT", help: "the heading of the page",
    otherwise: "the name of the run", as: .text("a title"))

  /// The page to write.
  static func file(_ parsed: ParsedCommand) -> String {
    let single = parsed.positionals.count == 1 ? parsed.positionals.first : nil
    return parsed[output] ?? single.map { RunFolder($0).reportFile } ?? "report.html"
  }
}
