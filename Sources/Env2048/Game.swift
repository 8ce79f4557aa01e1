/// A game that a person or an agent is playing, apart from any view of it.
///
/// Beside what an `Episode` holds it knows whether the game is won or over,
/// takes moves back and keeps the best score over several games. Illegal
/// actions change nothing here, whatever `Rules.illegalAction` says: that
/// policy is for learners.
///
///     var game = try Game<Board>(undoLimit: 10, seed: 1)
///     while !game.isOver {
///       guard let turn = game.play(chooseAction(game.board)) else { continue }
///       if turn.justWon { print("2048!") }
///     }
public struct Game<State: BoardState>: Sendable {
  /// What one legal move did; enough to animate it.
  public struct Turn: Hashable, Sendable {
    /// The direction of the slide.
    public let action: Action
    /// The sum of the face values of the merged tiles.
    public let reward: Int
    /// The board after the slide and before the new tile.
    public let afterstate: State
    /// The new tile.
    public let spawned: SpawnedTile
    /// Whether this move made the win tile, for the first time in the episode.
    public let justWon: Bool
  }

  /// The rules of the game.
  public let rules: Rules
  /// The number of moves that can be taken back in a row; 0 for none.
  public let undoLimit: Int
  /// The highest score that any game has stood at, moves taken back included.
  public private(set) var bestScore: Int

  private let spawner: TileSpawner
  private var episode: Episode<State>
  private var past: [Episode<State>] = []
  private var isWinAnnounced: Bool

  /// Starts a game on a board drawn by the rules.
  ///
  /// - Parameters:
  ///   - rules: The rules of the game.
  ///   - undoLimit: The number of moves that can be taken back in a row.
  ///   - bestScore: The best score of earlier games.
  ///   - seed: Seeds the stream of random numbers.
  /// - Throws: `RulesError` for rules that no game can have.
  /// - Precondition: `State.supports(rules.shape)`; `undoLimit` is not negative.
  public init(
    rules: Rules = Rules(), undoLimit: Int = 0, bestScore: Int = 0,
    seed: UInt64 = .random(in: .min ... .max)
  ) throws(RulesError) {
    try rules.validate()
    precondition(State.supports(rules.shape), "This kind of board cannot be \(rules.shape)")
    precondition(undoLimit >= 0, "An undo limit is 0 or more moves")
    self.rules = rules
    self.undoLimit = undoLimit
    self.bestScore = bestScore
    spawner = TileSpawner(rules: rules)
    episode = Episode(spawner: spawner, random: RandomSource(seed: seed))
    isWinAnnounced = false
    isWinAnnounced = hasWon
  }
}

extension Game {
  /// The board, with the newest tile.
  public var board: State { episode.board }

  /// The sum of the rewards since the game started.
  public var score: Int { episode.score }

  /// The number of moves since the game started.
  public var moves: Int { episode.moves }

  /// The actions that can be played; none once the game is over.
  public var actionMask: ActionMask { isEndedByWin ? [] : board.legalActions }

  /// Whether the win tile, or a larger one, is on the board.
  public var hasWon: Bool { board.largestTile >= rules.winTile }

  /// Whether no action can be played: none is legal, or the game is won and
  /// the rules end it there.
  public var isOver: Bool { actionMask.isEmpty }

  /// How many moves can be taken back now, 0...`undoLimit`.
  public var undoableMoves: Int { past.count }

  private var isEndedByWin: Bool { rules.endsAtWin && hasWon }

  /// Makes one move.
  ///
  /// - Returns: What the move did; `nil`, with nothing changed, if the action
  ///   is illegal or the game is over.
  public mutating func play(_ action: Action) -> Turn? {
    guard !isEndedByWin, let (afterstate, reward) = board.sliding(action) else { return nil }
    remember(episode)
    let spawned = episode.advance(to: afterstate, reward: reward, spawner: spawner)
    bestScore = max(bestScore, score)
    let justWon = hasWon && !isWinAnnounced
    isWinAnnounced = isWinAnnounced || justWon
    return Turn(
      action: action, reward: reward, afterstate: afterstate, spawned: spawned, justWon: justWon)
  }

  /// Takes the last move back.
  ///
  /// The stream of random numbers goes back with the board: the same move
  /// brings the same tile again, so that undo cannot draw a luckier one. The
  /// best score stays, and a win that was announced is not announced again.
  /// - Returns: Whether there was a move that could be taken back.
  @discardableResult
  public mutating func undo() -> Bool {
    guard let previous = past.popLast() else { return false }
    episode = previous
    return true
  }

  /// Starts the next game on a board drawn by the rules; the best score stays.
  ///
  /// - Parameter seed: Starts a new stream of random numbers; `nil` continues
  ///   the stream.
  public mutating func restart(seed: UInt64? = nil) {
    let random = seed.map(RandomSource.init(seed:)) ?? episode.random
    start(Episode(spawner: spawner, random: random))
  }

  /// Starts the next game on a given board, with score 0.
  ///
  /// A win tile that lies there already is not announced.
  /// - Throws: `EnvironmentError.boardShape` if it is not that of the rules.
  public mutating func restart(
    on board: State, seed: UInt64? = nil
  ) throws(EnvironmentError) {
    guard board.shape == rules.shape else {
      throw .boardShape(found: board.shape, expected: rules.shape)
    }
    let random = seed.map(RandomSource.init(seed:)) ?? episode.random
    start(Episode(board: board, random: random))
  }

  private mutating func start(_ newEpisode: Episode<State>) {
    episode = newEpisode
    past.removeAll()
    isWinAnnounced = hasWon
  }

  private mutating func remember(_ episode: Episode<State>) {
    guard undoLimit > 0 else { return }
    if past.count == undoLimit { past.removeFirst() }
    past.append(episode)
  }
}
