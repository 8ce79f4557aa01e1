import Agents
import Dispatch
import Env2048
import Synchronization

/// Plays games by a fixed policy on several threads.
///
/// Game i is always played with seed + i and its result stands at place i, so
/// that neither the number of threads nor their speed changes a result. Every
/// game that is started is finished and counted.
public struct Evaluator: Sendable {
  /// Games, seed and threads.
  public let settings: EvaluationSettings

  /// Creates an evaluator.
  ///
  /// - Precondition: At least one game and one thread.
  public init(_ settings: EvaluationSettings) {
    precondition(settings.games > 0, "An evaluation has at least one game")
    precondition(settings.threads > 0, "An evaluation needs a thread")
    self.settings = settings
  }

  /// Plays the games.
  ///
  /// - Parameters:
  ///   - player: Plays one game at a time, on any thread.
  ///   - rules: The rules of the games.
  ///   - isStopRequested: Asked a few times a second; if true, no further game
  ///     is started but the first.
  ///   - report: Told a few times a second the results so far, in the order
  ///     in which the games ended.
  /// - Returns: The results in the order of the seeds; fewer than asked for
  ///   only after a stop, then those of the first seeds.
  public func play(
    _ player: some GamePlayer, rules: Rules, isStopRequested: () -> Bool = { false },
    report: ([GameResult]) -> Void = { _ in }
  ) -> [GameResult] {
    let state = SharedState()
    let group = DispatchGroup()
    let settings = settings
    for _ in 0..<min(settings.threads, settings.games) {
      DispatchQueue.global().async(group: group) {
        player.playAll(
          rules: rules,
          nextSeed: { state.nextGame(of: settings.games).map { settings.seed &+ UInt64($0) } },
          finish: { state.add($1, of: Int($0 &- settings.seed)) })
      }
    }
    while group.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if isStopRequested() { state.stop() }
      report(state.results)
    }
    report(state.results)
    return state.orderedResults
  }

  /// What the threads share.
  private final class SharedState: Sendable {
    private let next = Atomic(0)
    private let isStopped = Atomic(false)
    private let finished = Mutex<[(index: Int, result: GameResult)]>([])

    func nextGame(of count: Int) -> Int? {
      // The first game is played even after a stop: no report is about nothing.
      let mayStop = next.load(ordering: .relaxed) > 0
      if mayStop, isStopped.load(ordering: .relaxed) { return nil }
      let index = next.add(1, ordering: .relaxed).oldValue
      return index < count ? index : nil
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }

    func add(_ result: GameResult, of index: Int) {
      finished.withLock { $0.append((index, result)) }
    }

    var results: [GameResult] { finished.withLock { $0.map(\.result) } }

    var orderedResults: [GameResult] {
      finished.withLock { $0.sorted { $0.index < $1.index }.map(\.result) }
    }
  }
}
