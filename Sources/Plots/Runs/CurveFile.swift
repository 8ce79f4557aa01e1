import Dispatch
import Experiments
import Synchronization

/// Keeps the picture of a run's curves, `curve.svg` in its folder, up to date while it trains.
///
/// Drawing goes on beside the training, and never holds it up or ends it: a picture that could not
/// be drawn is tried again with the next row.
public final class CurveFile: Sendable {
  private struct State {
    var drawnGames = 0
    var nextDrawing: ContinuousClock.Instant?
  }

  private let folder: RunFolder
  private let gnuplot: Gnuplot
  private let pause: Duration
  private let queue = DispatchQueue(label: "curve")
  private let state = Mutex(State())

  /// Prepares to draw; nothing is drawn before the first update.
  ///
  /// - Parameters:
  ///   - folder: The run.
  ///   - gnuplot: What draws.
  ///   - pause: The least time from one drawing to the next.
  public init(of folder: RunFolder, by gnuplot: Gnuplot, pause: Duration = .seconds(10)) {
    self.folder = folder
    self.gnuplot = gnuplot
    self.pause = pause
  }

  /// Draws the log anew, in the background, if it has a new row and the pause is over.
  ///
  /// - Parameter games: The games of the last row; `nil` if there is none yet.
  public func update(games: Int?) {
    guard let games, isDue(games) else { return }
    queue.async { try? self.draw() }
  }

  /// Draws the log as it is now; to be called when the training has ended.
  ///
  /// A log without rows leaves no picture.
  public func finish() throws {
    try queue.sync {
      do {
        try draw()
      } catch TrainingLogError.noRows {
        return
      }
    }
  }

  private func isDue(_ games: Int) -> Bool {
    state.withLock { state in
      let now = ContinuousClock.now
      guard games != state.drawnGames, state.nextDrawing.map({ now >= $0 }) ?? true else {
        return false
      }
      state = State(drawnGames: games, nextDrawing: now + pause)
      return true
    }
  }

  private func draw() throws {
    var curves = LearningCurves()
    curves.y = [.meanScore, .rate2048]
    let figure = try curves.figure(of: try RunLog.read([folder.path]))
    try PictureOutput(file: folder.curveFile).write(figure, by: gnuplot)
  }
}
