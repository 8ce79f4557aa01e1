import Console
import Env2048

/// Something the player is told once.
public enum Notice: Hashable, Sendable {
  /// A new game began.
  case newGame
  /// The slide would change nothing.
  case illegal(Action, legal: ActionMask)
  /// The last move was taken back.
  case undone
  /// There is no move to take back; or undo is off.
  case nothingToUndo(limit: Int)
  /// The win tile was made, for the first time in the game.
  case won(tile: Int)
  /// No action is legal.
  case over(score: Int, canUndo: Bool)
  /// The agent would play this.
  case hint(Action)
  /// The agent began to play.
  case agentPlays
  /// The player has taken over.
  case playerPlays
  /// The agent could not be asked.
  case agentFailed(String)

  /// The words.
  public var text: String {
    switch self {
    case .newGame: "A new game."
    case .illegal(let action, let legal):
      "Nothing moves \(action.name); try \(legal.map(\.name).joined(separator: ", "))."
    case .undone: "Taken back."
    case .nothingToUndo(limit: 0): "Undo is off."
    case .nothingToUndo(let limit):
      "Nothing to take back; --undo \(limit) allows \(limit) in a row."
    case .won(let tile): "You made \(Format.grouped(tile)), well done! The game goes on."
    case .over(let score, let canUndo):
      "Game over with \(Format.grouped(score)) points. "
        + (canUndo ? "n: new game, u: undo, q: quit" : "n: new game, q: quit")
    case .hint(let action): "Hint: \(action.name)."
    case .agentPlays: "The agent plays; space pauses."
    case .playerPlays: "It is your turn."
    case .agentFailed(let reason): reason
    }
  }
}
