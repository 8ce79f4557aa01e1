import Agents
import Console
import Env2048
import Experiments

extension TrainCommand {
  /// Starts the run that a command line asks for.
  static func newRun(_ parsed: ParsedCommand) throws -> TrainingRun {
    switch parsed.name {
    case mlp.name: try newMLPRun(parsed)
    case dqn.name: try newDQNRun(parsed)
    default: try newNTupleRun(parsed)
    }
  }

  private static func newNTupleRun(_ given: ParsedCommand) throws -> TrainingRun {
    let parsed = given[preset]?.underlying(given) ?? given
    let (structure, learning) = try agent(parsed)
    var length = budget(parsed)
    if length.isUnlimited { length.seconds = 600 }
    let configuration = RunConfiguration(
      agent: .ntuple(network: structure, learning: learning), initial: parsed[initial],
      rules: Rules(shape: structure.shape), seed: parsed[seed], threads: parsed[threads],
      budget: length, reporting: reporting(parsed),
      provenance: ProvenanceRecord(command: CommandLine.arguments, version: packageVersion))
    let run = try TrainingRun.create(folder(for: structure, parsed), configuration)
    StandardError.write(
      "train: \(run.folder.path): \(Format.counted(structure.patterns.count, "pattern")), "
        + "\(Format.grouped(structure.weightCount)) weights, "
        + "\(Format.bytes(learning.byteCount(for: structure))) of memory\n")
    return run
  }

  /// Goes on with the run that a command line names.
  static func resumedRun(_ parsed: ParsedCommand) throws -> TrainingRun {
    let run = try TrainingRun.resume(RunFolder(parsed.positionals[0]), for: budget(parsed))
    if let line = run.repair.tornLine {
      StandardError.write("train: \(run.folder.logFile): line \(line) was cut off and is removed\n")
    }
    // How to give it more is said at the end.
    let state = run.isComplete ? "its limit is reached, nothing left to do" : "going on"
    StandardError.write(
      "train: \(run.folder.path): \(state) after \(Format.counted(run.counters.games, "game"))\n")
    return run
  }

  /// Network and learning; options that do not fit together are wrong usage.
  private static func agent(
    _ parsed: ParsedCommand
  ) throws -> (NTupleConfiguration, TDConfiguration) {
    if parsed.isGiven(patterns), parsed.isGiven(network) {
      throw parsed.contradiction("'--patterns' and '--network': expected only one of them")
    }
    if parsed.isGiven(initial), parsed.isGiven(initialValue) {
      throw parsed.contradiction("'--initial' and '--initial-value': expected only one of them")
    }
    if parsed.isGiven(finalShare), parsed[finalAlpha] == nil {
      throw parsed.contradiction("'--final-share': expected '--final-alpha' with it")
    }
    if parsed.isGiven(restart), parsed.isGiven(noRestart) {
      throw parsed.contradiction("'--restart' and '--no-restart': expected only one of them")
    }
    let learning = TDConfiguration(
      stepSize: parsed[stepSize], alpha: parsed[alpha], lambda: parsed[lambda],
      direction: parsed[direction], initialValue: parsed[initialValue], steps: parsed[steps],
      restarts: parsed[restart] && !parsed[noRestart],
      finale: parsed[finalAlpha].map { .init(share: parsed[finalShare], alpha: $0) })
    try checked(parsed) { try learning.validate() }
    return (try structure(parsed), learning)
  }

  /// The network that is asked for; unless one is, that of the weights to begin with.
  private static func structure(_ parsed: ParsedCommand) throws -> NTupleConfiguration {
    let start = try parsed[initial].map { try NTupleConfiguration(ofAgent: $0) }
    let isAsked = [
      parsed.isGiven(network), parsed.isGiven(patterns), parsed.isGiven(size),
      parsed.isGiven(stages),
    ]
    if let start, !isAsked.contains(true) { return start }
    let asked = try askedStructure(parsed)
    if let start, let file = parsed[initial], start != asked {
      throw parsed.contradiction("'--initial \(file)': expected a \(asked), found a \(start)")
    }
    return asked
  }

  private static func askedStructure(
    _ parsed: ParsedCommand
  ) throws(UsageError) -> NTupleConfiguration {
    try checked(parsed) {
      let shape = try BoardShape(rows: parsed[size].rows, columns: parsed[size].columns)
      let oneStage =
        try parsed[patterns].map { try NTupleConfiguration(shape: shape, patterns: $0) }
        ?? NTupleConfiguration.named(parsed[network], shape: shape)
      return try oneStage.inStages(from: parsed[stages])
    }
  }

  /// Turns what is wrong with hyperparameters into wrong usage.
  static func checked<Value>(
    _ parsed: ParsedCommand, _ body: () throws -> Value
  ) throws(UsageError) -> Value {
    do { return try body() } catch { throw parsed.contradiction("\(error)") }
  }

  private static func folder(
    for structure: NTupleConfiguration, _ parsed: ParsedCommand
  ) -> RunFolder {
    let isNamed = !parsed.isGiven(patterns) && (parsed.isGiven(network) || parsed[initial] == nil)
    let network = isNamed ? parsed[network] : structure.name ?? "custom"
    return parsed[run].map { RunFolder($0) } ?? .free(named: "Runs/ntuple-\(network)")
  }

  /// How often the run reports, saves and is evaluated.
  static func reporting(_ parsed: ParsedCommand) -> ReportingConfiguration {
    ReportingConfiguration(
      logGames: parsed[logEvery], checkpointSeconds: parsed[checkpointEvery],
      evaluationRows: parsed[evaluateEvery], evaluationGames: parsed[evaluationGames])
  }

  /// How long the run is to go on.
  static func budget(_ parsed: ParsedCommand) -> TrainingBudget {
    TrainingBudget(
      games: parsed[games], moves: parsed[moves],
      seconds: parsed[minutes].map { $0 / .seconds(1) })
  }
}
