import Console

Program.run("benchmark") {
  try BenchmarkCommand.run(BenchmarkCommand.command.parseOrExit(CommandLine.arguments))
}
