import Console
import Env2048

/// Why a sitting at the terminal ended.
public enum PlayEnding: Hashable, Sendable {
  /// The player asked for it.
  case quit
  /// Somebody sent this signal.
  case signal(Int32)
  /// The terminal is gone.
  case inputEnded
}

/// Plays in the whole window of a terminal: keys in, pictures out.
///
/// The terminal is as it was before when `run()` returns or throws.
public struct PlayScreen<State: BoardState>: ~Copyable {
  /// The sitting, as it stands.
  public private(set) var session: PlaySession<State>

  private let view: SceneView
  private let terminal: Terminal
  private var events: TerminalEvents
  private var screen: ScreenMode
  private var painter: ScreenPainter
  private var pace = AgentPace(clock: ContinuousClock())

  /// Prepares to play at the terminal behind standard input and output.
  ///
  /// - Throws: `TerminalError` if there is none.
  public init(_ session: PlaySession<State>, theme: Theme) throws(TerminalError) {
    // Both before the first property: a value half made could not be taken apart.
    let screen = try ScreenMode()
    let events = try TerminalEvents()
    self.screen = screen
    self.events = events
    self.session = session
    terminal = .standardOutput
    view = SceneView(theme: theme, depth: terminal.colorDepth)
    painter = ScreenPainter(depth: terminal.colorDepth)
  }

  /// Plays until the player ends it.
  public mutating func run() throws(TerminalError) -> PlayEnding {
    try screen.enter()
    defer { screen.leave() }
    while true {
      pace.play(&session)
      try draw()
      for event in events.next(within: pace.wait) {
        if let ending = try answer(event) { return ending }
      }
    }
  }

  private mutating func answer(_ event: TerminalEvent) throws(TerminalError) -> PlayEnding? {
    switch event {
    case .key(let key):
      guard let command = PlayerCommand(key) else { return nil }
      session.perform(command)
      return session.isEnded ? .quit : nil
    case .resized:
      painter.forget()
    case .suspended:
      screen.leave()
      events.suspend()
      try returnToScreen()
    case .resumed:
      try returnToScreen()
    case .stopped(let signal):
      return .signal(signal)
    case .inputEnded:
      return .inputEnded
    }
    return nil
  }

  private mutating func returnToScreen() throws(TerminalError) {
    try screen.enter()
    painter.forget()
  }

  private mutating func draw() throws(TerminalError) {
    var scene = session.scene
    scene.movesPerSecond = pace.movesPerSecond
    let size = terminal.size
    let canvas = view.canvas(scene, columns: size.columns, rows: size.rows)
    try screen.write(painter.text(drawing: canvas))
  }
}
