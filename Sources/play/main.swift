import Console

Program.run("play") {
  try PlayProgram(PlayOptions.command.parseOrExit(CommandLine.arguments)).run()
}
