import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
  /// Marks a test or suite that takes more than about five seconds: `@Test(.slow)`.
  ///
  /// It runs where the environment has `ENV2048_SLOW=1`, as under
  /// `Scripts/test --slow`, and is reported as skipped elsewhere.
  public static var slow: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["ENV2048_SLOW"] == "1",
      "a slow test; Scripts/test --slow runs it")
  }
}
