import Console
import Plots

Program.run("plot") {
  let request = try PlotRequest(PlotCommand.command.parseOrExit(CommandLine.arguments))
  guard request.isFollowing else {
    try request.draw()
    return .done
  }
  InterruptSignals.install()
  try request.follow()
  return .done
}
