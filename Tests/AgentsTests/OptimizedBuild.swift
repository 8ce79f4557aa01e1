import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a test only in a release build: it learns or searches for seconds
  /// there and for minutes without optimisation.
  static var optimizedBuild: Self {
    #if DEBUG
      .disabled("takes minutes in a debug build; run the release tests")
    #else
      .enabled(if: true)
    #endif
  }
}
