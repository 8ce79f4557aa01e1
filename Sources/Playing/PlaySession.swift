import Env2048

/// A sitting at the game: games one after the other, the agent beside them, and what the player
/// is told.
///
/// It knows nothing of the terminal and nothing of time: ``PlayScreen`` and ``PlayLines`` hand it
/// commands and show its ``scene``.
public struct PlaySession<State: BoardState>: Sendable {
  /// The game being played.
  public private(set) var game: Game<State>
  /// What the player was told last.
  public private(set) var notice: Notice?
  /// Whether the agent plays.
  public private(set) var isAgentPlaying = false
  /// How fast the agent plays.
  public private(set) var speed: AgentSpeed
  /// Whether the player asked to end.
  public private(set) var isEnded = false
  /// The best score of a game in which no agent made a move, those before this sitting included.
  public private(set) var bestScore: Int
  /// How many moves the agent has made.
  public private(set) var agentMoves = 0

  private var advisor: Advisor<State>
  /// What the agent thinks of the board; only while that is shown.
  private var advice: Advice?
  /// Whether the agent made a move in this game.
  private var isAssisted = false
  /// The game before this one, until a move is made in this one; undo brings it back.
  private var abandoned: (game: Game<State>, isAssisted: Bool)?

  /// Starts a sitting.
  ///
  /// - Parameters:
  ///   - game: The first game.
  ///   - advisor: The agent that gives hints and may play.
  ///   - bestScore: The best score of a person before.
  ///   - speed: How fast the agent plays.
  public init(
    game: Game<State>, advisor: Advisor<State>, bestScore: Int = 0, speed: AgentSpeed = .default
  ) {
    self.game = game
    self.advisor = advisor
    self.bestScore = bestScore
    self.speed = speed
  }

  /// Does what the player asks for.
  public mutating func perform(_ command: PlayerCommand) {
    switch command {
    case .move(let action): move(action)
    case .undo: undo()
    case .newGame: startNewGame()
    case .hint: showHint()
    case .toggleAgent: toggleAgent()
    case .faster: speed = speed.faster
    case .slower: speed = speed.slower
    case .quit: isEnded = true
    }
  }

  /// Lets the agent make one move, if it plays.
  public mutating func playAgentMove() {
    guard isAgentPlaying else { return }
    consult()
    guard let action = advice?.best, let turn = game.play(action) else {
      isAgentPlaying = false
      return
    }
    agentMoves += 1
    isAssisted = true
    finish(turn)
    if isAgentPlaying { consult() }
  }

  private mutating func move(_ action: Action) {
    isAgentPlaying = false
    guard let turn = game.play(action) else {
      if !game.isOver { notice = .illegal(action, legal: game.actionMask) }
      return
    }
    notice = nil
    if !isAssisted { bestScore = max(bestScore, game.score) }
    finish(turn)
  }

  /// What follows from a move, whoever made it.
  private mutating func finish(_ turn: Game<State>.Turn) {
    advice = nil
    abandoned = nil
    if turn.justWon { notice = .won(tile: game.rules.winTile) }
    if game.isOver {
      isAgentPlaying = false
      notice = .over(score: game.score, canUndo: game.undoableMoves > 0)
    }
  }

  private mutating func undo() {
    isAgentPlaying = false
    advice = nil
    if game.undoLimit > 0, let abandoned {
      (game, isAssisted) = abandoned
      self.abandoned = nil
      notice = .undone
    } else {
      notice = game.undo() ? .undone : .nothingToUndo(limit: game.undoLimit)
    }
  }

  private mutating func startNewGame() {
    if game.moves > 0 { abandoned = (game, isAssisted) }
    game.restart()
    isAssisted = false
    advice = nil
    notice = .newGame
    if isAgentPlaying { consult() }
  }

  private mutating func showHint() {
    guard !game.isOver else { return }
    consult()
    if let action = advice?.best { notice = .hint(action) }
  }

  private mutating func toggleAgent() {
    guard !game.isOver else { return }
    isAgentPlaying.toggle()
    notice = isAgentPlaying ? .agentPlays : .playerPlays
    if isAgentPlaying { consult() } else { advice = nil }
  }

  /// Asks the agent about the board, unless it has been asked.
  private mutating func consult() {
    guard advice == nil else { return }
    do {
      advice = try advisor.advice(on: game.board)
    } catch {
      isAgentPlaying = false
      notice = .agentFailed("\(error)")
    }
  }
}

extension PlaySession {
  /// What there is to see.
  public var scene: Scene {
    Scene(
      shape: game.rules.shape, exponents: game.board.exponents, score: game.score,
      bestScore: bestScore, moves: game.moves, notice: notice, agent: advisor.name, advice: advice,
      isAgentPlaying: isAgentPlaying, speed: speed)
  }
}
