extension TrainingRecord {
  /// A column of `log.csv`; raw values are the names in its header, cases in its order.
  public enum Column: String, CaseIterable, Equatable, Sendable {
    case games
    case moves
    case seconds
    case intervalGames = "interval_games"
    case meanScore = "mean_score"
    case medianScore = "median_score"
    case maxScore = "max_score"
    case meanMoves = "mean_moves"
    case rate256 = "rate_256"
    case rate512 = "rate_512"
    case rate1024 = "rate_1024"
    case rate2048 = "rate_2048"
    case rate4096 = "rate_4096"
    case rate8192 = "rate_8192"
    case rate16384 = "rate_16384"
    case rate32768 = "rate_32768"
    case meanAbsoluteTDError = "mean_abs_td_error"
    case alpha
    case movesPerSecond = "moves_per_second"
    case evaluationGames = "eval_games"
    case evaluationMeanScore = "eval_mean_score"
    case evaluationStandardError = "eval_standard_error"
  }

  /// The first line of `log.csv`, without its line feed.
  public static let header = Column.allCases.map(\.rawValue).joined(separator: ",")

  /// The record as a line of `log.csv`, without its line feed.
  ///
  /// No field needs quotes. Numbers are the shortest texts that read back as the same value, with a
  /// decimal point whatever the locale.
  public var row: String {
    Column.allCases.map(text).joined(separator: ",")
  }

  /// The number in a column; `nil` where the field is empty.
  public subscript(column: Column) -> Double? {
    Double(text(of: column))
  }

  /// Whether no field is infinite or not a number.
  public var isFinite: Bool {
    Column.allCases.allSatisfy { self[$0]?.isFinite ?? true }
  }

  /// The field of a column.
  func text(of column: Column) -> String {
    switch column {
    case .games: String(games)
    case .moves: String(moves)
    case .seconds: Self.text(seconds)
    case .intervalGames: String(intervalGames)
    case .meanScore: Self.text(meanScore)
    case .medianScore: Self.text(medianScore)
    case .maxScore: String(maxScore)
    case .meanMoves: Self.text(meanMoves)
    case .rate256: Self.text(rates[8])
    case .rate512: Self.text(rates[9])
    case .rate1024: Self.text(rates[10])
    case .rate2048: Self.text(rates[11])
    case .rate4096: Self.text(rates[12])
    case .rate8192: Self.text(rates[13])
    case .rate16384: Self.text(rates[14])
    case .rate32768: Self.text(rates[15])
    case .meanAbsoluteTDError: Self.text(meanAbsoluteTDError)
    case .alpha: Self.text(alpha)
    case .movesPerSecond: Self.text(movesPerSecond)
    case .evaluationGames: evaluation.map { String($0.games) } ?? ""
    case .evaluationMeanScore: evaluation.map { Self.text($0.meanScore) } ?? ""
    case .evaluationStandardError: evaluation?.standardError.map { Self.text($0) } ?? ""
    }
  }

  /// Swift's own text of a number, which no locale touches, without a needless `.0`.
  private static func text(_ number: some BinaryFloatingPoint & CustomStringConvertible) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

// MARK: - Reading

extension TrainingRecord {
  /// A field that holds no number of its column's kind.
  struct WrongField: Error, Equatable {
    let column: Column
    let text: String
  }

  /// Reads the fields of a row, one a column.
  ///
  /// - Precondition: There are as many fields as columns.
  init(fields: [String]) throws(WrongField) {
    let fields = Fields(fields)
    games = try fields.integer(.games)
    moves = try fields.integer(.moves)
    seconds = try fields.number(.seconds)
    intervalGames = try fields.integer(.intervalGames)
    meanScore = try fields.number(.meanScore)
    medianScore = try fields.number(.medianScore)
    maxScore = try fields.integer(.maxScore)
    meanMoves = try fields.number(.meanMoves)
    let rateColumns: [Column] = [
      .rate256, .rate512, .rate1024, .rate2048, .rate4096, .rate8192, .rate16384, .rate32768,
    ]
    for (exponent, column) in zip(TileRates.exponents, rateColumns) {
      rates[exponent] = try fields.number(column)
    }
    meanAbsoluteTDError = try fields.number(.meanAbsoluteTDError)
    alpha = try fields.number(.alpha)
    movesPerSecond = try fields.number(.movesPerSecond)
    if !fields.isEmpty(.evaluationGames) || !fields.isEmpty(.evaluationMeanScore) {
      evaluation = Evaluation(
        games: try fields.integer(.evaluationGames),
        meanScore: try fields.number(.evaluationMeanScore),
        standardError: fields.isEmpty(.evaluationStandardError)
          ? nil : try fields.number(.evaluationStandardError))
    }
  }

  /// The texts of a row by column.
  private struct Fields {
    private let texts: [Column: String]

    init(_ texts: [String]) {
      precondition(texts.count == Column.allCases.count, "A row has one field a column")
      self.texts = Dictionary(uniqueKeysWithValues: zip(Column.allCases, texts))
    }

    func isEmpty(_ column: Column) -> Bool { text(column).isEmpty }

    func integer(_ column: Column) throws(WrongField) -> Int {
      guard let value = Int(text(column)) else { throw wrong(column) }
      return value
    }

    func number<Number: LosslessStringConvertible>(
      _ column: Column
    ) throws(WrongField) -> Number {
      guard let value = Number(text(column)) else { throw wrong(column) }
      return value
    }

    private func text(_ column: Column) -> String { texts[column] ?? "" }

    private func wrong(_ column: Column) -> WrongField {
      WrongField(column: column, text: text(column))
    }
  }
}
