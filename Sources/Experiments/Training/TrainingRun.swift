import Agents
import Env2048

/// A run in progress: it asks a learner for games, logs them and saves.
///
/// The log is written before the checkpoint that counts its rows, so that a
/// run killed at any moment can be resumed from its last checkpoint; rows
/// beyond it are cut off then and come again.
public struct TrainingRun: ~Copyable {
  /// The run's configuration.
  public let configuration: RunConfiguration
  /// What opening the log of a resumed run changed.
  public var repair: TrainingLog.Repair { log.repair }
  /// What the run has done since its start.
  public private(set) var counters: TrainingCounters
  /// When the run ends.
  public private(set) var budget: TrainingBudget

  private let process: any TrainingProcess
  private let lock: RunLock
  private var log: TrainingLog
  private var interval: TrainingInterval
  /// The last row of the log.
  public private(set) var lastRecord: TrainingRecord?
  /// The highest mean score of an evaluation so far.
  private var bestMeanScore: Double?
  private var hasUnsavedWork = true

  /// The folder of the run.
  public var folder: RunFolder { lock.folder }

  /// The share of the budget used up, 0 to 1; `nil` without a limit.
  public var share: Double? { budget.share(of: counters) }

  /// Whether nothing is left to do.
  public var isComplete: Bool { budget.isSpent(by: counters) }

  private init(
    _ lock: consuming RunLock, _ configuration: RunConfiguration, _ process: any TrainingProcess,
    log: consuming TrainingLog, interval: TrainingInterval, saved: Saved
  ) {
    self.lock = lock
    self.configuration = configuration
    self.process = process
    lastRecord = log.repair.lastRecord
    self.log = log
    self.interval = interval
    counters = saved.counters
    budget = saved.budget
    bestMeanScore = saved.bestMeanScore
  }

  /// Starts a run in a new folder.
  ///
  /// Folder, configuration and memory are checked, in this order, before the
  /// first game, and a first checkpoint is written: what cannot be saved is
  /// found out at once.
  /// - Throws: What is wrong with configuration, memory or folder.
  public static func create(
    _ folder: RunFolder, _ configuration: RunConfiguration
  ) throws -> TrainingRun {
    try folder.requireFree()
    let process = try configuration.makeProcess()
    let lock = try folder.create(configuration: configuration)
    return try begin(lock, configuration, process, budget: configuration.budget)
  }

  private static func begin(
    _ lock: consuming RunLock, _ configuration: RunConfiguration, _ process: any TrainingProcess,
    budget: TrainingBudget
  ) throws -> TrainingRun {
    let log = try TrainingLog.create(lock.folder.logFile)
    var run = TrainingRun(
      lock, configuration, process, log: log, interval: TrainingInterval(startSeconds: 0),
      saved: Saved(counters: TrainingCounters(), budget: budget))
    try run.save()
    return run
  }

  /// Goes on with a run from its last checkpoint.
  ///
  /// - Parameters:
  ///   - folder: The folder of the run.
  ///   - extra: How much longer it goes on; without a limit, until the budget
  ///     it had.
  /// - Throws: What is wrong with folder, configuration, checkpoint or log.
  public static func resume(
    _ folder: RunFolder, for extra: TrainingBudget = TrainingBudget()
  ) throws -> TrainingRun {
    let lock = try folder.open()
    let configuration = try folder.runConfiguration()
    guard folder.hasCheckpoint else {
      // Killed before its first checkpoint: nothing was learnt yet.
      let process = try configuration.makeProcess()
      let budget = extra.isUnlimited ? configuration.budget : extra
      return try begin(lock, configuration, process, budget: budget)
    }
    let reader = try SafetensorsReader(opening: folder.checkpointFile)
    let process = try configuration.makeProcess(resuming: reader)
    var saved = try reader.decode(Saved.self, forKey: Saved.key)
    if !extra.isUnlimited { saved.budget = extra.added(to: saved.counters) }
    let interval = try TrainingInterval(from: reader)
    // The row of an incomplete interval is written anew when it is complete.
    let log = try TrainingLog.resume(
      folder.logFile, keepingThroughGames: saved.counters.games - interval.games)
    return TrainingRun(
      lock, configuration, process, log: log, interval: interval, saved: saved)
  }

  /// What the driver itself keeps in a checkpoint.
  private struct Saved: Codable {
    static let key = "training"
    var counters: TrainingCounters
    var budget: TrainingBudget
    var bestMeanScore: Double?
  }

  /// What is reported between slices of work.
  public struct Progress {
    /// What the run has done since its start.
    public let counters: TrainingCounters
    /// The share of the budget used up, 0 to 1; `nil` without a limit.
    public let share: Double?
    /// The last row of the log.
    public let record: TrainingRecord?
    /// What the user should know of, a sentence each.
    public let notices: [String]
  }

  /// Trains until the budget is spent or a stop is requested, and saves.
  ///
  /// - Parameters:
  ///   - isStopRequested: Asked between slices of work, of at most 0.1 seconds
  ///     or one game.
  ///   - report: Called after each slice.
  /// - Returns: Whether the budget was spent; false if a stop was requested.
  /// - Throws: `LearningError` if learning diverges: log and last checkpoint are
  ///   kept; errors of the file system.
  public mutating func train(
    isStopRequested: () -> Bool, report: (Progress) -> Void
  ) throws -> Bool {
    let clock = ContinuousClock()
    var lastSave = clock.now
    while !isComplete, !isStopRequested() {
      let started = clock.now
      // A slice ends where a row of the log does, so that an evaluation there
      // sees what had been learnt by then.
      let gamesToRow = configuration.reporting.logGames - interval.games
      let gamesLeft = budget.games.map { $0 - counters.games } ?? .max
      let movesLeft = budget.moves.map { $0 - counters.moves } ?? .max
      process.schedule(atShare: share)
      let episodes = try process.advance(games: min(gamesToRow, gamesLeft), moves: movesLeft)
      let secondsPerGame = (clock.now - started) / .seconds(1) / Double(episodes.count)
      for episode in episodes {
        counters.seconds += secondsPerGame
        count(episode)
      }
      if interval.games >= configuration.reporting.logGames {
        try appendRow(isEvaluated: isEvaluationDue)
        interval = TrainingInterval(startSeconds: counters.seconds)
      }
      hasUnsavedWork = true
      report(
        Progress(
          counters: counters, share: share, record: lastRecord, notices: process.takeNotices()))
      if clock.now - lastSave >= .seconds(configuration.reporting.checkpointSeconds) {
        try save()
        lastSave = clock.now
      }
    }
    try finish()
    return isComplete
  }

  private mutating func count(_ episode: TrainingEpisode) {
    counters.games += 1
    counters.moves += episode.updates
    interval.add(episode)
  }

  private mutating func appendRow(isEvaluated: Bool = false) throws {
    var record = interval.record(counters, alpha: process.alpha)
    if isEvaluated { record.evaluation = try evaluate() }
    try log.append(record)
    lastRecord = record
  }

  private var isEvaluationDue: Bool {
    guard let rows = configuration.reporting.evaluationRows else { return false }
    return counters.games % (rows * configuration.reporting.logGames) == 0
  }

  /// Plays without learning, on seeds that neither learning nor another
  /// evaluation meets, and keeps the weights if they are the best so far.
  private mutating func evaluate() throws -> TrainingRecord.Evaluation {
    var seeds = SplitMix64(seed: configuration.seed ^ UInt64(counters.games))
    let settings = EvaluationSettings(
      games: configuration.reporting.evaluationGames, seed: seeds.next(),
      threads: configuration.threads)
    let results = Evaluator(settings).play(process.player, rules: configuration.rules)
    let summary = ScoreSummary(results)
    if summary.meanScore > bestMeanScore ?? -.infinity {
      bestMeanScore = summary.meanScore
      try process.weights().save(to: folder.bestWeightsFile)
    }
    return TrainingRecord.Evaluation(
      games: summary.games, meanScore: summary.meanScore, standardError: summary.standardError)
  }

  /// Writes the row of the last, incomplete interval, the checkpoint, and the
  /// weights to play with.
  private mutating func finish() throws {
    if interval.games > 0 { try appendRow() }
    if hasUnsavedWork { try save() }
    try process.weights().save(to: folder.weightsFile)
  }

  /// Writes a checkpoint from which the run can go on.
  private mutating func save() throws {
    try log.synchronize()
    var contents = try process.checkpoint()
    contents.metadata[Saved.key] = try JSONFile.text(
      of: Saved(counters: counters, budget: budget), for: Saved.key)
    try interval.add(to: &contents)
    try contents.save(to: folder.checkpointFile)
    hasUnsavedWork = false
  }
}
