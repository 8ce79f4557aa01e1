import Console
import Experiments
import Plots

Program.run("report") {
  let parsed = ReportCommand.command.parseOrExit(CommandLine.arguments)
  let file = ReportCommand.file(parsed)
  let gnuplot = try Gnuplot()
  var report = try Report(reading: parsed.positionals)
  if let title = parsed[ReportCommand.title] { report.title = title }
  try report.write(to: file, by: gnuplot)
  StandardOutput.write("Written: \(file)\n")
  return .done
}
