import Agents

/// The games of a log interval that is not complete yet.
///
/// It is part of the checkpoint: a run that is stopped amid an interval and
/// resumed logs the same rows as one that was not stopped.
struct TrainingInterval: Equatable {
  private(set) var results: [GameResult] = []
  private(set) var absoluteErrorSum = 0.0
  private(set) var updates = 0
  /// The run's seconds when the interval began.
  private(set) var startSeconds: Double

  init(startSeconds: Double) { self.startSeconds = startSeconds }

  var games: Int { results.count }

  mutating func add(_ episode: TrainingEpisode) {
    results.append(episode.result)
    absoluteErrorSum += episode.absoluteErrorSum
    updates += episode.updates
  }

  /// The row that describes the interval.
  ///
  /// - Precondition: It has at least one game.
  func record(_ counters: TrainingCounters, alpha: Float) -> TrainingRecord {
    let summary = ScoreSummary(results)
    let seconds = counters.seconds - startSeconds
    var record = TrainingRecord()
    record.games = counters.games
    record.moves = counters.moves
    record.seconds = (counters.seconds * 1000).rounded() / 1000
    record.intervalGames = games
    record.meanScore = summary.meanScore
    record.medianScore = summary.medianScore
    record.maxScore = summary.maxScore
    record.meanMoves = summary.meanMoves
    record.rates = TileRates(largestExponents: results.map(\.largestExponent))
    record.meanAbsoluteTDError = updates > 0 ? absoluteErrorSum / Double(updates) : 0
    record.alpha = alpha
    record.movesPerSecond = seconds > 0 ? (Double(updates) / seconds).rounded() : 0
    return record
  }
}

extension ScoreSummary {
  /// Sums up games.
  init(_ results: [GameResult]) {
    self.init(
      scores: results.map(\.score), moves: results.map(\.moves),
      largestExponents: results.map(\.largestExponent))
  }
}

extension TrainingInterval {
  private struct Sums: Codable {
    var absoluteErrorSum: Double
    var updates: Int
    var startSeconds: Double
  }

  private static let sumsKey = "interval"
  private static let gamesTensor = "interval.games"

  /// Adds the interval to what a checkpoint holds: the games as Int64
  /// [games, 3] of score, moves and largest exponent.
  func add(to contents: inout CheckpointContents) throws {
    contents.metadata[Self.sumsKey] = try JSONFile.text(
      of: Sums(absoluteErrorSum: absoluteErrorSum, updates: updates, startSeconds: startSeconds),
      for: Self.sumsKey)
    let numbers = results.flatMap {
      [Int64($0.score), Int64($0.moves), Int64($0.largestExponent)]
    }
    contents.tensors.append(
      TensorDescription(name: Self.gamesTensor, type: .int64, shape: [games, 3]))
    let write = contents.write
    contents.write = { sink throws(FileError) in
      try write(&sink)
      try sink.append(numbers.span)
    }
  }

  /// Reads the interval that a checkpoint holds.
  init(from reader: borrowing SafetensorsReader) throws(CheckpointError) {
    let sums = try reader.decode(Sums.self, forKey: Self.sumsKey)
    let numbers = try reader.array(Self.gamesTensor, of: Int64.self)
    absoluteErrorSum = sums.absoluteErrorSum
    updates = sums.updates
    startSeconds = sums.startSeconds
    results = stride(from: 0, to: numbers.count - numbers.count % 3, by: 3).map {
      GameResult(
        score: Int(numbers[$0]), moves: Int(numbers[$0 + 1]),
        largestExponent: Int(numbers[$0 + 2]))
    }
  }
}
