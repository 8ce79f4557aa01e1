import Console
import Env2048

/// Plays where there is no terminal: words in, lines out, without one control character.
///
/// Each line that is read may hold several moves, such as `left up` or `a w`. After each line the
/// board is printed. An agent that plays reads nothing: it makes one game's moves, a line each.
public struct PlayLines<State: BoardState> {
  /// The sitting, as it stands.
  public private(set) var session: PlaySession<State>

  private let read: () -> String?
  private let write: (String) -> Void
  private let complain: (String) -> Void

  /// Prepares to play.
  ///
  /// - Parameters:
  ///   - session: The sitting.
  ///   - read: Returns the next line, `nil` after the last.
  ///   - write: Prints a text.
  ///   - complain: Prints a message about a word that cannot be obeyed, without a line end.
  public init(
    _ session: PlaySession<State>, read: @escaping () -> String?,
    write: @escaping (String) -> Void, complain: @escaping (String) -> Void
  ) {
    self.session = session
    self.read = read
    self.write = write
    self.complain = complain
  }

  /// Plays until the words end or one says `quit`.
  ///
  /// - Throws: ``PlayLinesError/noInput`` if there is not one line.
  public mutating func run() throws(PlayLinesError) {
    if session.isAgentPlaying {
      playAgentGame()
      return
    }
    guard let first = read() else { throw .noInput }
    printBoard()
    var next: String? = first
    while let line = next, !session.isEnded {
      let words = line.split(whereSeparator: \.isWhitespace)
      for word in words where !session.isEnded { obey(word) }
      if !words.isEmpty, !session.isEnded { printBoard() }
      next = session.isEnded ? nil : read()
    }
    write("\(session.scene.summary)\n")
  }

  private mutating func obey(_ word: Substring) {
    guard let command = PlayerCommand(word: word) else {
      complain(
        "'\(word)': no move; expected up, right, down, left, undo, new, hint, agent or quit")
      return
    }
    session.perform(command)
    if let notice = session.scene.notice { write("\(notice.text)\n") }
    if command == .hint { printWorth() }
    if session.isAgentPlaying { playAgentGame() }
  }

  private mutating func playAgentGame() {
    while session.isAgentPlaying {
      let before = session.scene
      session.playAgentMove()
      let scene = session.scene
      guard scene.moves > before.moves, let action = before.advice?.best else { break }
      let reward = scene.score - before.score
      write(
        "\(scene.moves) \(action.name) +\(reward), score \(scene.score): \(session.game.board)\n")
    }
    if let notice = session.scene.notice { write("\(notice.text)\n") }
    printBoard()
  }

  private func printWorth() {
    guard let advice = session.scene.advice, advice.hasWorth else { return }
    let values = zip(Action.allCases, advice.worth).map { action, worth in
      "\(action.name) \(worth.map { Format.fixed($0, decimals: 1) } ?? "-")"
    }
    write(values.joined(separator: ", ") + "\n")
  }

  private func printBoard() {
    write(BoardRenderer().render(session.game.board) + "\n\(session.scene.summary)\n")
  }
}

/// Why lines cannot be played.
public enum PlayLinesError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Standard input holds nothing.
  case noInput

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .noInput:
      "there is no terminal to play in and standard input is empty; expected moves such as "
        + "'left up', or --agent to let one play"
    }
  }
}
