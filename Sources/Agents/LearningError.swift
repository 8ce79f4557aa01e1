/// Why learning cannot start or go on.
public enum LearningError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A hyperparameter is out of range.
  case hyperparameter(name: String, found: Double, expected: String)
  /// The errors are not finite numbers, or larger than any score.
  case diverged(episode: Int, meanAbsoluteError: Double)
  /// The games to go on with are not of these hyperparameters.
  case progress

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .hyperparameter(let name, let found, let expected):
      "Learning: \(name) is \(Self.text(of: found)): expected \(expected)."
    case .diverged(let episode, let error):
      "Learning diverged in game \(episode): the mean absolute TD error is \(error), expected a "
        + "number of points that a game can have. The last checkpoint is kept; a new run with a "
        + "smaller alpha may learn."
    case .progress:
      "Learning: the games in progress are not those of the hyperparameters; expected the "
        + "checkpoint of a training with these."
    }
  }

  /// A number, without a fraction that is 0: many hyperparameters are counts.
  private static func text(of number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}
