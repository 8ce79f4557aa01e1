import Agents
import Console
import Env2048
import Experiments
import SharedOptions

/// The command line of `evaluate`.
enum EvaluateCommand {
  static let command = Command(
    name: "evaluate", version: packageVersion,
    summary: "Play many games with an agent, without learning, and sum up the scores.",
    positionals: PositionalArguments("DIR|FILE|random|greedy|heuristic", count: 0...1),
    groups: [
      OptionGroup("Games", games, seed, threads, size),
      SearchOptions.group,
      OptionGroup("Output", json, board),
      OptionGroup("Recorded games", record, recordTo, verify),
    ],
    epilogue: """
      Game i is played with seed + i, whatever the number of threads. The report of a run's \
      folder is also written to its evaluation.json. Ctrl-C finishes the games in progress and \
      reports those played.
      FILE is a checkpoint (.safetensors) or a weight file of TDL2048 (.w).
      Examples: evaluate Runs/ntuple-4x6 --games 10k --threads 2 --record 3
                evaluate Runs/ntuple-4x6 --games 100 --ply 3
                evaluate --verify Runs/ntuple-4x6/games.txt
      """)

  static let games = CommandOption(
    "games", short: "g", placeholder: "COUNT", help: "games to play", default: 10_000, as: .count)
  static let seed = CommandOption(
    "seed", short: "s", placeholder: "NUMBER", help: "seed of the first game",
    default: UInt64(1), as: .seed)
  static let threads = CommandOption(
    "threads", short: "t", placeholder: "COUNT", help: "threads that play, 1 to 256", default: 1,
    as: .count(in: 1...256))
  static let size = CommandOption(
    "size", placeholder: "RxC", help: "rows and columns of the board, for random and greedy",
    default: GridSize(rows: 4, columns: 4), as: .size(sides: 1...BoardShape.maximumSide))
  static let json = CommandOption<String?>(
    "json", placeholder: "FILE", help: "also write the report to a JSON file", otherwise: "none",
    as: .path)
  static let board = CommandOption<String?>(
    "board", placeholder: "TEXT",
    help: "instead of playing, weigh the actions of this board, face values row by row: "
      + "\"0 2 4 8 / 0 0 2 2 / 0 0 0 0 / 0 0 0 0\"",
    otherwise: "play games", as: .text("a board"))

  static func agent(_ parsed: ParsedCommand) throws -> LoadedAgent {
    let shape = try BoardShape(rows: parsed[size].rows, columns: parsed[size].columns)
    guard let name = parsed.positionals.first else {
      throw UsageError(
        command: parsed.fullName, problem: .missingArgument(usage: command.positionals.usage))
    }
    let agent = try SearchOptions.agent(
      named: name, shape: shape, threads: parsed[threads], parsed)
    guard !parsed.isGiven(size) || agent.rules.shape == shape else {
      throw parsed.contradiction(
        "'--size \(shape)': expected \(agent.rules.shape), the board of '\(agent.name)'")
    }
    return agent
  }

  static func evaluate(_ agent: LoadedAgent, _ parsed: ParsedCommand) throws -> EvaluationReport {
    let settings = EvaluationSettings(
      games: parsed[games], seed: parsed[seed], threads: parsed[threads])
    // What cannot be written is found out before the games are played.
    let reports = [parsed[json], agent.folder?.evaluationFile].compactMap(\.self)
    let recording = try recordingFile(of: agent, parsed)
    let files = reports + [recording].compactMap(\.self)
    for file in files { try EvaluationReport.requireWritable(file) }

    let clock = ContinuousClock()
    let started = clock.now
    var line = ProgressLine(unit: "games")
    let results = Evaluator(settings).play(
      agent.player, rules: agent.rules, isStopRequested: { InterruptSignals.isRequested },
      report: { finished in
        let mean = finished.reduce(0) { $0 + $1.score } / max(finished.count, 1)
        line.update(
          count: finished.count, share: Double(finished.count) / Double(settings.games),
          fields: ["mean \(Format.grouped(mean))"])
      })
    line.finish()
    let report = EvaluationReport(
      of: agent, settings: settings, results: results, seconds: (clock.now - started) / .seconds(1),
      provenance: ProvenanceRecord(command: CommandLine.arguments, version: packageVersion))
    for file in reports { try JSONFile.write(report, to: file) }
    if let recording, let count = parsed[record] {
      try RecordingFile.write(
        try RecordedGame.record(count, of: agent, results: results, seed: settings.seed),
        to: recording)
    }
    return report
  }

  static func actionTable(of agent: LoadedAgent, board: String) throws -> String {
    let choices = try agent.actionValues(of: Grid(text: board))
    if choices.isEmpty { return "No action is legal: a game on this board is over.\n" }
    var table = TextTable(
      columns: .left("action"), .right("reward"), .right("value"), .right("total"))
    for choice in choices {
      table.add(
        choice.action.name, String(choice.reward), Format.fixed(Double(choice.value), decimals: 1),
        Format.fixed(Double(choice.total), decimals: 1))
    }
    return table.text
  }
}
