import Console
import Threads

/// What has served best to train an n-tuple network in a budget of time.
///
/// The figures behind the choices are in the documentation of the module
/// Agents, "Learning rules tried".
enum NTuplePreset: String, CaseIterable {
  /// Ten minutes.
  case quick
  /// An hour.
  case hour
  /// Three hours.
  case record

  /// The command with this preset beneath it: what is given goes before it.
  func underlying(_ given: ParsedCommand) -> ParsedCommand {
    var parsed = given
    parsed.preset(TrainCommand.network, to: "8x6")
    parsed.preset(TrainCommand.lambda, to: 0.5)
    parsed.preset(TrainCommand.restart, to: true)
    parsed.preset(TrainCommand.finalAlpha, to: 0.1)
    parsed.preset(TrainCommand.threads, to: ThreadPool.processors)
    let limits = [
      given.isGiven(TrainCommand.games), given.isGiven(TrainCommand.moves),
      given.isGiven(TrainCommand.minutes),
    ]
    if !limits.contains(true) { parsed.preset(TrainCommand.minutes, to: duration) }
    return parsed
  }

  private var duration: Duration {
    switch self {
    case .quick: .seconds(600)
    case .hour: .seconds(3600)
    case .record: .seconds(3 * 3600)
    }
  }
}
