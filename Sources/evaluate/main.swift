import Console
import Experiments

Program.run("evaluate") {
  let parsed = EvaluateCommand.command.parseOrExit(CommandLine.arguments)
  if let file = parsed[EvaluateCommand.verify] {
    StandardOutput.write(try EvaluateCommand.verification(of: file, parsed))
    return .done
  }
  let agent = try EvaluateCommand.agent(parsed)
  if let board = parsed[EvaluateCommand.board] {
    StandardOutput.write(try EvaluateCommand.actionTable(of: agent, board: board))
    return .done
  }
  InterruptSignals.install()
  let report = try EvaluateCommand.evaluate(agent, parsed)
  StandardOutput.write(report.text)
  return .done
}
