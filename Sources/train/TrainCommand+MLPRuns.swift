import Agents
import Console
import Env2048
import Experiments

extension TrainCommand {
  /// Starts a training of a perceptron.
  static func newMLPRun(_ parsed: ParsedCommand) throws -> TrainingRun {
    let preset = parsed[mlpPreset]
    var learning = preset.learning
    if let games = parsed[gamesInParallel] { learning.games = games }
    if let moves = parsed[segment] { learning.segment = moves }
    if let lambda = parsed[mlpLambda] { learning.lambda = lambda }
    if let batch = parsed[batch] { learning.batch = batch }
    if let rule = parsed[optimizer] { learning.optimizer.rule = rule }
    if let rate = parsed[rate] { learning.schedule.rate = rate }
    if let share = parsed[fallShare] { learning.schedule.fallShare = share }
    if let steps = parsed[averagingSteps] { learning.averagingSteps = steps }
    if let limit = parsed[errorLimit] { learning.optimizer.errorLimit = limit }
    if let limit = parsed[gradientLimit] { learning.optimizer.gradientLimit = limit }
    learning.drawsSymmetries = parsed[orientation] == .random
    let structure = try checked(parsed) {
      try learning.validate()
      return try MLPConfiguration(
        features: parsed[features] ?? FeatureSet(text: preset.features),
        isCanonical: parsed[orientation] == .canonical, hidden: parsed[hidden] ?? preset.hidden)
    }
    return try newRun(
      .mlp(network: structure, learning: learning), structure, minutes: preset.minutes, parsed)
  }

  /// Starts a training by deep Q-learning.
  static func newDQNRun(_ parsed: ParsedCommand) throws -> TrainingRun {
    var learning = DQNConfiguration(
      gamma: parsed[gamma], finalEpsilon: parsed[finalEpsilon])
    learning.schedule.rate = parsed[dqnRate]
    let preset = MLPPreset.quick
    let structure = try checked(parsed) {
      try learning.validate()
      return try MLPConfiguration(
        features: parsed[features] ?? FeatureSet(text: preset.features),
        hidden: parsed[hidden] ?? preset.hidden, outputs: 4)
    }
    return try newRun(
      .dqn(network: structure, learning: learning), structure, minutes: preset.minutes, parsed)
  }

  /// Turns what is wrong with hyperparameters into wrong usage.
  private static func checked<Value>(
    _ parsed: ParsedCommand, _ body: () throws -> Value
  ) throws(UsageError) -> Value {
    do { return try body() } catch { throw parsed.contradiction("\(error)") }
  }

  private static func newRun(
    _ agent: AgentConfiguration, _ structure: MLPConfiguration, minutes: Double,
    _ parsed: ParsedCommand
  ) throws -> TrainingRun {
    var length = budget(parsed)
    if length.isUnlimited { length.seconds = 60 * minutes }
    var provenance = ProvenanceRecord(command: CommandLine.arguments, version: packageVersion)
    provenance.matrixProducts = MatrixLibrary.current
    let configuration = RunConfiguration(
      agent: agent, rules: Rules(), seed: parsed[seed], threads: parsed[mlpThreads],
      budget: length, reporting: reporting(parsed), provenance: provenance)
    let folder = parsed[run].map { RunFolder($0) } ?? .free(named: "Runs/\(parsed.name)")
    let run = try TrainingRun.create(folder, configuration)
    StandardError.write(
      "train: \(run.folder.path): \(structure), "
        + "\(Format.grouped(structure.parameterCount)) parameters\n")
    return run
  }
}
