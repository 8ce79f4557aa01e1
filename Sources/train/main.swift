import Console
import Experiments

Program.run("train") {
  let parsed = TrainCommand.suite.parseOrExit(CommandLine.arguments)
  InterruptSignals.install()
  var run =
    parsed.name == TrainCommand.resume.name
    ? try TrainCommand.resumedRun(parsed) : try TrainCommand.newRun(parsed)
  var reporter = TrainingReporter(run)
  let isComplete = try run.train(
    isStopRequested: { InterruptSignals.isRequested }, report: { reporter.report($0) })
  StandardOutput.write(reporter.summary(of: run, isComplete: isComplete))
  return .done
}
