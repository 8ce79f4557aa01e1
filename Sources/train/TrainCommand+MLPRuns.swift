import Agents
import Console
import Env2048
import Experiments

extension TrainCommand {
  /// Starts a training of a perceptron.
  static func newMLPRun(_ parsed: ParsedCommand) throws -> TrainingRun {
    let learning = MLPLearningConfiguration(
      games: parsed[gamesInParallel], segment: parsed[segment], lambda: parsed[mlpLambda],
      batch: parsed[batch], drawsSymmetries: parsed[orientation] == .random,
      averagingSteps: parsed[averagingSteps],
      schedule: RateSchedule(rate: parsed[rate], fallShare: parsed[fallShare]),
      optimizer: OptimizerConfiguration(
        rule: parsed[optimizer], errorLimit: parsed[errorLimit],
        gradientLimit: parsed[gradientLimit]))
    let structure = try checked(parsed) {
      try learning.validate()
      return try MLPConfiguration(
        features: parsed[features] ?? FeatureSet(text: defaultFeatures),
        isCanonical: parsed[orientation] == .canonical, hidden: parsed[hidden])
    }
    return try newRun(
      .mlp(network: structure, learning: learning), structure, for: parsed[mlpPreset].duration,
      parsed)
  }

  /// Starts a training by deep Q-learning.
  static func newDQNRun(_ parsed: ParsedCommand) throws -> TrainingRun {
    var learning = DQNConfiguration(
      gamma: parsed[gamma], finalEpsilon: parsed[finalEpsilon])
    learning.schedule.rate = parsed[dqnRate]
    let structure = try checked(parsed) {
      try learning.validate()
      return try MLPConfiguration(
        features: parsed[features] ?? FeatureSet(text: defaultFeatures), hidden: parsed[hidden],
        outputs: 4)
    }
    return try newRun(
      .dqn(network: structure, learning: learning), structure, for: MLPPreset.quick.duration,
      parsed)
  }

  private static func newRun(
    _ agent: AgentConfiguration, _ structure: MLPConfiguration, for duration: Duration,
    _ parsed: ParsedCommand
  ) throws -> TrainingRun {
    var length = budget(parsed)
    if length.isUnlimited { length.seconds = duration / .seconds(1) }
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
