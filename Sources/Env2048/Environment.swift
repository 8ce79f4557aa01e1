/// A single-agent environment with the calls that the field knows from Gym.
///
///     var (observation, info) = environment.reset(seed: 1)
///     while true {
///       let step = try environment.step(chooseAction(step.observation))
///       if step.terminated || step.truncated { break }
///     }
public protocol Environment {
  /// What an agent sees; a copy that never changes under its holder.
  associatedtype Observation: Sendable
  /// What a step reports beside the observation and the reward.
  associatedtype Info: Sendable

  /// The actions that can be taken.
  var actionSpace: ActionSpace { get }
  /// Shape and range of the numbers in an observation.
  var observationSpace: ObservationSpace { get }

  /// Starts the next episode.
  ///
  /// - Parameter seed: Starts a new stream of random numbers; `nil` continues
  ///   the stream.
  mutating func reset(seed: UInt64?) -> (observation: Observation, info: Info)

  /// Takes one action.
  ///
  /// - Throws: `EnvironmentError` before the first `reset` and after the end
  ///   of an episode.
  mutating func step(_ action: Action) throws(EnvironmentError) -> Step<Observation, Info>
}

extension Environment {
  /// Starts the next episode, going on with the stream of random numbers.
  public mutating func reset() -> (observation: Observation, info: Info) { reset(seed: nil) }
}

/// What one step of an environment gives back.
public struct Step<Observation: Sendable, Info: Sendable>: Sendable {
  /// What the agent sees after the step.
  public let observation: Observation
  /// Points: the face values merged in this step, or minus a penalty.
  public let reward: Int
  /// Whether the game has ended by its own rules.
  public let terminated: Bool
  /// Whether a limit from outside the game cut the episode.
  public let truncated: Bool
  /// Facts beside the observation.
  public let info: Info

  /// Creates the result of a step.
  @inlinable
  public init(
    observation: Observation, reward: Int, terminated: Bool, truncated: Bool, info: Info
  ) {
    self.observation = observation
    self.reward = reward
    self.terminated = terminated
    self.truncated = truncated
    self.info = info
  }
}

extension Step: Equatable where Observation: Equatable, Info: Equatable {}

/// A call that an environment cannot answer.
public enum EnvironmentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// `step` was called before the first `reset`.
  case stepBeforeReset
  /// `step` was called after the episode had ended.
  case stepAfterEnd(truncated: Bool)
  /// A board does not have the shape of the rules.
  case boardShape(found: BoardShape, expected: BoardShape)
  /// A state to import contradicts itself.
  case inconsistentState(reason: String)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .stepBeforeReset:
      "step was called before the first reset: call reset to start an episode."
    case .stepAfterEnd(let truncated):
      "step was called after the episode was \(truncated ? "truncated" : "terminated"): "
        + "call reset to start the next episode."
    case .boardShape(let found, let expected):
      "Board is \(found): expected \(expected), the shape of the rules."
    case .inconsistentState(let reason):
      "Environment state cannot be restored: \(reason)."
    }
  }
}
