import Console
import Env2048
import Experiments
import Foundation
import Playing
import SharedOptions

/// What `play` does with its options.
struct PlayProgram {
  private let parsed: ParsedCommand
  private let agent: LoadedAgent
  private let rules: Rules
  private let theme: Theme
  private let seed: UInt64
  private let scores: BestScores?

  init(_ parsed: ParsedCommand) throws {
    self.parsed = parsed
    theme = try ThemeLibrary.theme(parsed[PlayOptions.theme])
    let size = parsed[PlayOptions.size]
    let shape = try size.map { size throws(UsageError) in try Self.shape(size, of: parsed) }
    agent = try SearchOptions.agent(
      named: parsed[PlayOptions.agent] ?? "greedy", shape: shape ?? .standard, parsed)
    guard agent.rules.shape == shape ?? agent.rules.shape else {
      throw parsed.contradiction(
        "'--size \(shape ?? .standard)': the agent plays on \(agent.rules.shape)")
    }
    var rules = agent.rules
    rules.winTile = parsed[PlayOptions.win]
    rules.endsAtWin = false
    self.rules = rules
    seed = parsed[PlayOptions.seed] ?? .random(in: .min ... .max)
    scores = BestScores(environment: ProcessInfo.processInfo.environment)
  }

  /// Plays until the end.
  func run() throws -> ExitCode {
    rules.shape == .standard ? try run(on: Board.self) : try run(on: Grid.self)
  }

  private func run<State: BoardState>(on board: State.Type) throws -> ExitCode {
    let best = try scores?.score(on: "\(rules.shape)") ?? 0
    var stream = RandomSource(seed: seed)
    var session = PlaySession<State>(
      game: try Game(rules: rules, undoLimit: parsed[PlayOptions.undo], seed: seed),
      advisor: Advisor(agent, random: stream.split()), bestScore: best,
      speed: parsed[PlayOptions.speed])
    if parsed[PlayOptions.agent] != nil { session.perform(.toggleAgent) }
    let isScreen = Terminal.standardInput.canShowScreen && Terminal.standardOutput.canShowScreen
    return isScreen ? try playOnScreen(session) : try playInLines(session)
  }

  private func playOnScreen(_ session: PlaySession<some BoardState>) throws -> ExitCode {
    var screen = try PlayScreen(session, theme: theme)
    let ending: PlayEnding
    do {
      ending = try screen.run()
    } catch {
      keep(screen.session.bestScore)
      throw error
    }
    keep(screen.session.bestScore)
    switch ending {
    case .quit:
      StandardOutput.write("\(screen.session.scene.summary), seed \(seed)\n")
      return .done
    case .signal(let number): Program.end(bySignal: number)
    case .inputEnded: return .failure
    }
  }

  private func playInLines(_ session: PlaySession<some BoardState>) throws -> ExitCode {
    var lines = PlayLines(
      session, read: { readLine() }, write: { StandardOutput.write($0) },
      complain: { StandardError.write("play: \($0)\n") })
    try lines.run()
    keep(lines.session.bestScore)
    return .done
  }

  /// Keeps the best score; where that fails, says so, for the game itself is well.
  private func keep(_ score: Int) {
    do {
      try scores?.keep(score, on: "\(rules.shape)")
    } catch {
      StandardError.write("play: the best score was not kept: \(error)\n")
    }
  }

  private static func shape(
    _ size: GridSize, of parsed: ParsedCommand
  ) throws(UsageError) -> BoardShape {
    do throws(BoardError) {
      return try BoardShape(rows: size.rows, columns: size.columns)
    } catch {
      throw parsed.contradiction("'--size \(size)': \(error)")
    }
  }
}
