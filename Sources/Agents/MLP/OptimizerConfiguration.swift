/// How a network is moved towards its targets.
public struct OptimizerConfiguration: Hashable, Sendable, Codable {
  /// The rule.
  public var rule: OptimizerRule
  /// The error, in points, beyond which the loss grows linearly (Huber).
  public var errorLimit: Float
  /// The largest norm of a batch's gradient, to which a longer one is
  /// shortened; `nil` for none.
  public var gradientLimit: Float?

  /// Creates a configuration.
  public init(
    rule: OptimizerRule = .adam, errorLimit: Float = 4096, gradientLimit: Float? = nil
  ) {
    self.rule = rule
    self.errorLimit = errorLimit
    self.gradientLimit = gradientLimit
  }

  /// Checks the numbers.
  func validate() throws(LearningError) {
    guard errorLimit > 0 else {
      throw .hyperparameter(name: "error limit", found: Double(errorLimit), expected: "above 0")
    }
    if let gradientLimit, !(gradientLimit > 0) {
      throw .hyperparameter(
        name: "gradient limit", found: Double(gradientLimit), expected: "above 0")
    }
  }
}
