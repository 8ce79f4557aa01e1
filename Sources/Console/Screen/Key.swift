/// A key that somebody pressed.
public enum Key: Hashable, Sendable {
  /// The arrow up.
  case up
  /// The arrow to the right.
  case right
  /// The arrow down.
  case down
  /// The arrow to the left.
  case left
  /// Enter or Return.
  case enter
  /// Escape, pressed by itself.
  case escape
  /// Backspace.
  case backspace
  /// A key that stands for a character, the space included.
  case character(Character)
}
