import Agents
import Console
import Env2048
import Experiments

/// The command line of `train`.
enum TrainCommand {
  static let suite = CommandSuite(
    name: "train", version: packageVersion,
    summary: "Train an agent that plays 2048.",
    commands: [ntuple, mlp, dqn, resume],
    epilogue: """
      Ctrl-C or SIGTERM ends a training cleanly, with log and checkpoint complete; \
      the exit code is 0 then too.
      """)

  static let ntuple = Command(
    name: "ntuple",
    summary: "Train an n-tuple network by temporal difference learning on afterstates.",
    groups: [
      OptionGroup("Preset", preset),
      OptionGroup("Length; training ends at the first limit reached", games, moves, minutes),
      OptionGroup("Network", network, patterns, size, stages, initial),
      OptionGroup(
        "Learning", stepSize, alpha, lambda, direction, steps, restart, noRestart, initialValue,
        finalAlpha, finalShare),
      OptionGroup(
        "Run", run, seed, threads, logEvery, checkpointEvery, evaluateEvery, evaluationGames,
        plot),
    ],
    epilogue: """
      Example: train ntuple --network 4x6 --step-size tc --lambda 0.5 --minutes 5
      """)

  static let resume = Command(
    name: "resume",
    summary: "Go on with a run from its last checkpoint, as if it had not been stopped.",
    positionals: PositionalArguments("DIR", count: 1...1),
    groups: [
      OptionGroup(
        "Length, beyond what the run has done; without any, up to the limit it had",
        games, moves, minutes),
      OptionGroup("Run", plot),
    ])

  static let preset = CommandOption<NTuplePreset?>(
    "preset", short: "p", placeholder: "NAME",
    help: "what serves best for a budget of time: quick (10 minutes), hour or record (3 hours); "
      + "every other option goes before it",
    otherwise: "none", as: .choice)

  // MARK: Length

  static let games = CommandOption<Int?>(
    "games", short: "g", placeholder: "COUNT", help: "games to train for", otherwise: "no limit",
    as: .count)
  static let moves = CommandOption<Int?>(
    "moves", short: "m", placeholder: "COUNT", help: "moves to train for", otherwise: "no limit",
    as: .count)
  static let minutes = CommandOption<Duration?>(
    "minutes", placeholder: "MINUTES", help: "minutes to train for",
    otherwise: "10, unless games or moves are given", as: .minutes)

  // MARK: Network

  static let network = CommandOption(
    "network", short: "n", placeholder: "NAME",
    help: "network by name: 5x4, 17x4, 4x5, 4x6, 5x6, 6x6, 7x6 or 8x6 on 4x4 boards, or default, "
      + "which is 4x6 on 4x4 boards and made to fit others",
    default: "default", as: .text("the name of a network"))
  static let patterns = CommandOption<[NTuplePattern]?>(
    "patterns", placeholder: "LIST",
    help: "patterns in place of a named network, cells as hexadecimal digits: 012345,456789",
    otherwise: "those of the network",
    as: ValueParser(
      expecting: "patterns such as 012345,456789",
      describe: { $0.map(\.description).joined(separator: ",") }
    ) { text throws(ValueMismatch) in
      do throws(NTupleError) {
        return try NTupleConfiguration.parsing(text)
      } catch {
        throw ValueMismatch(expectation: "patterns such as 012345,456789; \(error)")
      }
    })
  static let stages = CommandOption<[Int]>(
    "stages", placeholder: "TILES",
    help: "largest tiles from which on boards have weights of their own, which begin as those of "
      + "the stage before: 16384 or 8192,16384",
    default: [],
    as: ValueParser(
      expecting: "tiles such as 16384 or 8192,16384",
      describe: { $0.isEmpty ? "one stage" : $0.map { "\($0)" }.joined(separator: ",") }
    ) { text throws(ValueMismatch) in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let tiles = parts.compactMap { Int($0) }
      guard tiles.count == parts.count else {
        throw ValueMismatch(expectation: "tiles such as 16384 or 8192,16384")
      }
      return tiles
    })
  static let size = CommandOption(
    "size", placeholder: "RxC", help: "rows and columns of the board, 1x2 to 8x8",
    default: GridSize(rows: 4, columns: 4), as: .size(sides: 1...BoardShape.maximumSide))

  static let initial = CommandOption<String?>(
    "initial", short: "i", placeholder: "DIR|FILE",
    help: "begin with the network, weights and sums of temporal coherence of a run, a checkpoint "
      + "or a .w file of TDL2048",
    otherwise: "fresh weights", as: .path)

  // MARK: Learning

  static let stepSize = CommandOption(
    "step-size", placeholder: "RULE", help: "step sizes: tc (temporal coherence) or fixed",
    default: StepSizeRule.tc, as: .choice)
  static let alpha = CommandOption<Float?>(
    "alpha", short: "a", placeholder: "RATE", help: "learning rate, 0 to 1",
    otherwise: "1 with tc, 0.1 with fixed", as: .real(in: 0...1))
  static let lambda = CommandOption(
    "lambda", short: "l", placeholder: "WEIGHT",
    help: "weight of longer returns, 0 to 1; above 0 learning is backward", default: Float(0),
    as: .real(in: 0...1))
  static let direction = CommandOption<LearningDirection?>(
    "direction", placeholder: "WHEN",
    help: "learn forward (after each move) or backward (after each game)",
    otherwise: "backward if lambda is above 0", as: .choice)
  static let steps = CommandOption(
    "steps", placeholder: "COUNT", help: "rewards in a forward target before the value is asked",
    default: 1, as: .count(in: 1...TDConfiguration.maximumSteps))
  static let restart = CommandOption(
    flag: "restart",
    help: "follow a game by others that start amid it, which learn more of late boards; only "
      + "whole games are counted")
  static let noRestart = CommandOption(
    flag: "no-restart", help: "no games that start amid others, where a preset has them")
  static let finalAlpha = CommandOption<Float?>(
    "final-alpha", placeholder: "RATE", help: "learning rate for the end of the run, 0 to 1",
    otherwise: "that of the rest", as: .real(in: 0...1))
  static let finalShare = CommandOption(
    "final-share", placeholder: "SHARE", help: "share of the run that is its end, 0 to 1",
    default: 0.15, as: .real(in: 0...1))
  static let initialValue = CommandOption(
    "initial-value", placeholder: "POINTS",
    help: "value every board starts with, in points; above 0 is optimistic", default: Float(0),
    as: .real(in: 0...10_000_000))

  // MARK: Run

  static let run = CommandOption<String?>(
    "run", short: "r", placeholder: "DIR", help: "folder of the run, which must be new",
    otherwise: "a free name in Runs/", as: .path)
  static let seed = CommandOption(
    "seed", short: "s", placeholder: "NUMBER",
    help: "seed of all random numbers; with one thread the same seed gives the same run",
    default: UInt64(1), as: .seed)
  static let threads = CommandOption(
    "threads", short: "t", placeholder: "COUNT", help: "threads that learn, 1 to 256",
    default: 1, as: .count(in: 1...256))
  static let logEvery = CommandOption(
    "log-every", placeholder: "COUNT", help: "games to a row of log.csv", default: 1000,
    as: .count)
  static let checkpointEvery = CommandOption(
    "checkpoint-every", placeholder: "SECONDS",
    help: "seconds between two checkpoints; 0 saves as often as it can",
    default: 300.0, as: .real(in: 0...86_400))

  static let evaluateEvery = CommandOption<Int?>(
    "evaluate-every", placeholder: "ROWS",
    help: "rows of log.csv from one evaluation, without learning, to the next; the best "
      + "weights are kept in best.safetensors",
    otherwise: "no evaluation", as: .count)
  static let evaluationGames = CommandOption(
    "evaluation-games", placeholder: "COUNT", help: "games of such an evaluation", default: 1000,
    as: .count)

  static let plot = CommandOption(
    flag: "plot", help: "keep curve.svg in the folder of the run up to date; needs gnuplot")
}
