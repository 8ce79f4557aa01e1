/// Why learning cannot start or go on.
public enum LearningError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A hyperparameter is out of range.
  case hyperparameter(name: String, found: Double, expected: String)
  /// An error or a weight is not a finite number any more.
  case diverged(episode: Int, meanAbsoluteError: Double)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .hyperparameter(let name, let found, let expected):
      "Learning: \(name) is \(found): expected \(expected)."
    case .diverged(let episode, let error):
      "Learning diverged in game \(episode): the mean absolute TD error is \(error), not a finite "
        + "number. The last checkpoint is kept; resume from it with a smaller alpha."
    }
  }
}
