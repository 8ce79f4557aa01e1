import Console
import Env2048

/// Something a player asks for.
public enum PlayerCommand: Hashable, Sendable {
  /// Slide the tiles.
  case move(Action)
  /// Take the last move back.
  case undo
  /// Start a new game.
  case newGame
  /// Show what the agent thinks.
  case hint
  /// Let the agent play, or take over from it.
  case toggleAgent
  /// Let the agent play faster.
  case faster
  /// Let the agent play slower.
  case slower
  /// End the program.
  case quit
}

extension PlayerCommand {
  /// What a key means; `nil` if nothing.
  ///
  /// Letters mean the same with Shift or Caps Lock.
  public init?(_ key: Key) {
    switch key {
    case .up: self = .move(.up)
    case .right: self = .move(.right)
    case .down: self = .move(.down)
    case .left: self = .move(.left)
    case .backspace: self = .undo
    case .enter, .escape: return nil
    case .character(let character): self.init(word: character.lowercased())
    }
  }

  /// What a word of a line means, a letter or a name such as `left`; `nil` if nothing.
  public init?(word: some StringProtocol) {
    switch word.lowercased() {
    case "up", "w", "k": self = .move(.up)
    case "right", "d", "l": self = .move(.right)
    case "down", "s", "j": self = .move(.down)
    case "left", "a", "h": self = .move(.left)
    case "undo", "u": self = .undo
    case "new", "n": self = .newGame
    case "hint", "?", "i": self = .hint
    case "agent", " ", "p": self = .toggleAgent
    case "faster", "+", "=": self = .faster
    case "slower", "-", "_": self = .slower
    case "quit", "q": self = .quit
    default: return nil
    }
  }
}
