/// When a vector environment starts the next game of a slot whose game ended;
/// the meanings are Gymnasium's.
public enum AutoresetMode: String, CaseIterable, Hashable, Sendable, Codable {
  /// With the next step: that one ignores the slot's action and returns the
  /// new game's first observation, reward 0 and no flag. It is no step of any
  /// game. Until then the slot's mask allows every action.
  case nextStep
  /// With the step that ends the game: it returns the reward and flags of the
  /// end with the new game's first observation and mask. The last observation
  /// is in `EpisodeEndings`.
  case sameStep
  /// Never: `reset(where:)` starts the next games. Until then the slot's mask
  /// allows no action and `step` throws.
  case disabled
}
