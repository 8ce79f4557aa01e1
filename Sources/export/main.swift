import Console
import Experiments

Program.run("export") {
  let parsed = ExportCommand.command.parseOrExit(CommandLine.arguments)
  StandardOutput.write(try ExportCommand.run(parsed))
  return .done
}
