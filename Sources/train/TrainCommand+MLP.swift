import Agents
import Console
import Env2048
import Experiments

extension TrainCommand {
  static let mlp = Command(
    name: "mlp",
    summary: "Train a multilayer perceptron by temporal difference learning on afterstates.",
    groups: [
      OptionGroup(
        "Length; training ends at the first limit reached", mlpPreset, games, moves, minutes),
      OptionGroup("Network", features, orientation, hidden),
      OptionGroup(
        "Learning", gamesInParallel, segment, mlpLambda, batch,
        optimizer, rate, fallShare, averagingSteps, errorLimit, gradientLimit),
      OptionGroup(
        "Run", run, seed, mlpThreads, logEvery, checkpointEvery, evaluateEvery, evaluationGames,
        plot),
    ],
    epilogue: """
      Example: train mlp --preset quick
      The environment variable OPENBLAS_CORETYPE, where set, chooses OpenBLAS's kernels; \
      config.json names those that were used.
      """)

  static let dqn = Command(
    name: "dqn",
    summary: "Train a multilayer perceptron by deep Q-learning, the baseline to compare with.",
    groups: [
      OptionGroup("Length; training ends at the first limit reached", games, moves, minutes),
      OptionGroup("Network", features, hidden),
      OptionGroup("Learning", dqnRate, gamma, finalEpsilon),
      OptionGroup(
        "Run", run, seed, mlpThreads, logEvery, checkpointEvery, evaluateEvery, evaluationGames,
        plot),
    ],
    epilogue: "Example: train dqn --minutes 10 --threads 2")

  // MARK: Length and network

  static let mlpPreset = CommandOption(
    "preset", placeholder: "NAME",
    help: "how long to train: quick, 10 minutes, or hour, 60 minutes",
    default: MLPPreset.quick, as: .choice)
  static let defaultFeatures = "cells+pairs"
  static let features = CommandOption<FeatureSet?>(
    "features", placeholder: "LIST",
    help: "what the network sees, one-hot, joined by +: cells, pairs, threes, lines, squares, or "
      + "patterns of cells such as 0145",
    otherwise: defaultFeatures,
    as: ValueParser(expecting: "features such as cells+pairs", describe: \.description) {
      text throws(ValueMismatch) in
      do throws(NTupleError) {
        return try FeatureSet(text: text)
      } catch {
        throw ValueMismatch(expectation: "features such as cells+pairs; \(error)")
      }
    })
  static let hidden = CommandOption(
    "hidden", placeholder: "LIST", help: "widths of the hidden layers",
    default: [256, 256],
    as: ValueParser(
      expecting: "widths such as 256,256",
      describe: { (widths: [Int]) in widths.map { String($0) }.joined(separator: ",") }
    ) { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let widths = parts.compactMap { Int($0) }
      let isWhole = widths.count == parts.count
      return isWhole && widths.allSatisfy { (1...MLPConfiguration.maximumWidth).contains($0) }
        ? widths : nil
    })

  static let orientation = CommandOption(
    "orientation", placeholder: "HOW",
    help: "how boards are shown: canonical, the same for all eight images of one; random, each "
      + "learnt under a symmetry drawn at random; or given, as they are",
    default: BoardOrientation.canonical, as: .choice)

  // MARK: Learning

  static let standard = MLPLearningConfiguration()

  static let gamesInParallel = CommandOption(
    "games-in-parallel", placeholder: "COUNT", help: "games that are played side by side",
    default: standard.games, as: .count(in: 1...16_384))
  static let segment = CommandOption(
    "segment", placeholder: "COUNT",
    help: "moves of each game from one time of learning to the next",
    default: standard.segment, as: .count(in: 1...4096))
  static let mlpLambda = CommandOption(
    "lambda", short: "l", placeholder: "WEIGHT", help: "weight of longer returns, 0 to 1",
    default: standard.lambda, as: .real(in: 0...1))
  static let batch = CommandOption(
    "batch", placeholder: "COUNT", help: "boards of a batch",
    default: standard.batch, as: .count(in: 1...65_536))
  static let optimizer = CommandOption(
    "optimizer", placeholder: "RULE", help: "adam or sgd (with momentum)",
    default: standard.optimizer.rule, as: .choice)
  static let rate = CommandOption(
    "rate", placeholder: "RATE", help: "learning rate at first, 0 to 1",
    default: standard.schedule.rate,
    as: .real(in: 0...1))
  static let fallShare = CommandOption(
    "fall-share", placeholder: "SHARE",
    help: "share of the run after which the rate falls to 0, 0 to 1",
    default: standard.schedule.fallShare,
    as: .real(in: 0...1))
  static let averagingSteps = CommandOption(
    "averaging-steps", placeholder: "COUNT",
    help: "steps over which the network that plays is a mean of the one that learns; 1 for none",
    default: standard.averagingSteps, as: .count(in: 1...1_000_000))
  static let errorLimit = CommandOption(
    "error-limit", placeholder: "POINTS",
    help: "error from which on the loss grows linearly (Huber)",
    default: standard.optimizer.errorLimit,
    as: .real(in: 1...1_000_000))
  static let gradientLimit = CommandOption<Float?>(
    "gradient-limit", placeholder: "NORM", help: "largest norm of a batch's gradient",
    otherwise: "none", as: .real(in: 0.000_001...1_000_000))
  static let dqnRate = CommandOption(
    "rate", placeholder: "RATE", help: "learning rate at first, 0 to 1",
    default: DQNConfiguration().schedule.rate, as: .real(in: 0...1))
  static let gamma = CommandOption(
    "gamma", placeholder: "FACTOR", help: "discount factor, 0 to 1",
    default: DQNConfiguration().gamma, as: .real(in: 0...1))
  static let finalEpsilon = CommandOption(
    "final-epsilon", placeholder: "SHARE", help: "share of random actions after the first third",
    default: DQNConfiguration().finalEpsilon, as: .real(in: 0...1))

  static let mlpThreads = CommandOption(
    "threads", short: "t", placeholder: "COUNT", help: "threads that play and learn, 1 to 256",
    default: 2, as: .count(in: 1...256))
}
