import Agents

/// An agent that is not there, or cannot do what it is asked for.
public enum LoadedAgentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No agent, folder or file has that name.
  case unknown(name: String)
  /// A weight file of TDL2048 is wrong.
  case weightFile(path: String, TDLWeightFileError)
  /// The agent chooses actions without weighing them.
  case noValues(agent: String)
  /// The agent cannot look ahead, since it weighs nothing.
  case noSearch(agent: String)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .unknown(let name):
      "Agent '\(name)' does not exist: expected \(LoadedAgent.baselines.joined(separator: ", ")), "
        + "the folder of a run, a checkpoint or a .w file."
    case .weightFile(let path, let error):
      "Cannot read '\(path)': \(error)"
    case .noValues(let agent):
      "Agent '\(agent)' does not value boards: expected a trained one, a run folder or a file."
    case .noSearch(let agent):
      "Agent '\(agent)' values no boards: expected another agent to search with."
    }
  }
}
