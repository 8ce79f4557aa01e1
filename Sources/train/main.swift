import Console
import Experiments
import Plots

Program.run("train") {
  let parsed = TrainCommand.suite.parseOrExit(CommandLine.arguments)
  // Without gnuplot this ends before a run is made.
  let gnuplot = parsed[TrainCommand.plot] ? try Gnuplot() : nil
  InterruptSignals.install()
  var run =
    parsed.name == TrainCommand.resume.name
    ? try TrainCommand.resumedRun(parsed) : try TrainCommand.newRun(parsed)
  var reporter = TrainingReporter(run, drawing: gnuplot)
  let isComplete = try run.train(
    isStopRequested: { InterruptSignals.isRequested }, report: { reporter.report($0) })
  StandardOutput.write(reporter.summary(of: run, isComplete: isComplete))
  return .done
}
