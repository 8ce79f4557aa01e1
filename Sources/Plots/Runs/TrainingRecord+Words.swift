import Experiments

extension TrainingRecord.Column {
  /// What an axis calls the column.
  var label: String {
    switch self {
    case .games: "Games"
    case .moves: "Moves"
    case .seconds: "Training time"
    case .intervalGames: "Games in a row of the log"
    case .meanScore: "Mean score"
    case .medianScore: "Median score"
    case .maxScore: "Highest score"
    case .meanMoves: "Moves per game"
    case .rate256, .rate512, .rate1024, .rate2048, .rate4096, .rate8192, .rate16384, .rate32768:
      "Games reaching \(rawValue.dropFirst("rate_".count))"
    case .meanAbsoluteTDError: "Mean |TD error|"
    case .alpha: "Learning rate α"
    case .movesPerSecond: "Moves per second"
    case .evaluationGames: "Games of an evaluation"
    case .evaluationMeanScore: "Mean score when evaluated"
    case .evaluationStandardError: "Standard error when evaluated"
    }
  }

  /// How an axis writes the column's numbers.
  var unit: AxisUnit {
    switch self {
    case .seconds: .seconds
    case .meanScore, .medianScore, .maxScore, .meanAbsoluteTDError, .evaluationMeanScore,
      .evaluationStandardError:
      .points
    case .rate256, .rate512, .rate1024, .rate2048, .rate4096, .rate8192, .rate16384, .rate32768:
      .share
    case .games, .moves, .intervalGames, .meanMoves, .alpha, .movesPerSecond, .evaluationGames:
      .number
    }
  }
}
