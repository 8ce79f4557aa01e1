import Console
import Env2048
import Experiments

/// What a report says of one run.
struct ReportedRun: Sendable {
  /// Its name.
  let name: String
  /// Its folder.
  let folder: RunFolder
  /// Its log; `nil` while that has no rows.
  let log: RunLog?
  /// Its last evaluation, if one was made.
  let evaluation: EvaluationReport?
  /// The games recorded then.
  let games: [RecordedGame]
  private let configuration: RunConfiguration
  /// The file `config.json` as it is.
  private let configurationText: String

  /// Reads the folder of a run.
  init(reading path: String, name: String) throws {
    self.name = name
    folder = RunFolder(path)
    try folder.check()
    configuration = try folder.configuration(RunConfiguration.self)
    configurationText = String(
      decoding: try FileSystem.contents(of: folder.configurationFile), as: UTF8.self)
    log = try Self.log(of: folder, name: name)
    evaluation =
      try FileSystem.status(of: folder.evaluationFile) == nil
      ? nil : try JSONFile.read(EvaluationReport.self, from: folder.evaluationFile)
    games =
      try FileSystem.status(of: folder.recordingsFile) == nil
      ? [] : try RecordingFile.read(folder.recordingsFile)
  }

  private static func log(of folder: RunFolder, name: String) throws -> RunLog? {
    do {
      return RunLog(
        name: name, file: folder.logFile,
        contents: try TrainingLogContents(reading: folder.logFile))
    } catch TrainingLogError.noRows {
      return nil
    }
  }

  /// The curves that a report draws.
  static var curves: LearningCurves {
    var curves = LearningCurves()
    curves.y = [.meanScore, .rate2048]
    return curves
  }

  /// The part of the page about this run.
  ///
  /// - Parameter isNamed: Whether it has a heading of its own.
  func section(by gnuplot: Gnuplot, isNamed: Bool) throws -> String {
    var parts = isNamed ? ["<h2>\(HTML.escaped(name))</h2>"] : []
    parts.append(HTML.facts(facts))
    if let log {
      parts.append("<h3>Learning</h3>")
      parts.append(
        try Report.picture(
          try Self.curves.figure(of: [log]), by: gnuplot,
          description: "Mean score and games reaching 2048 while \(name) learned"))
      parts.append("<h3>Largest tiles while learning</h3>")
      parts.append(
        try Report.picture(
          TileShares().figure(of: [log]), by: gnuplot,
          description: "Shares of games by largest tile while \(name) learned"))
    } else {
      parts.append("<p class=\"note\">The log has no rows yet.</p>")
    }
    parts.append("<h3>Evaluation</h3>")
    parts.append(evaluationTables)
    parts.append("<h3>Games</h3>")
    parts.append(try ReplayWidget(games).html(otherwise: command("evaluate", "--record 2")))
    parts.append(
      "<details><summary>Configuration</summary><pre>\(HTML.escaped(configurationText))</pre>"
        + "</details>")
    return parts.joined(separator: "\n")
  }

  private var facts: [(name: String, value: String)] {
    let provenance = configuration.provenance
    var facts: [(name: String, value: String)] = []
    if let last = log?.records.last {
      facts += [
        ("games", Format.grouped(last.games)), ("moves", Format.grouped(last.moves)),
        ("training time", Format.duration(.seconds(last.seconds))),
        ("last mean score", Format.fixed(last.meanScore, decimals: 1)),
      ]
    }
    facts += [
      ("board", "\(configuration.rules.shape)"), ("seed", String(configuration.seed)),
      ("threads", String(configuration.threads)),
      ("command", provenance.command.joined(separator: " ")),
      (
        "version",
        [provenance.version, provenance.commit].compactMap(\.self).joined(separator: ", ")
      ),
      ("begun", provenance.date),
      ("machine", "\(provenance.machine.processor), \(provenance.machine.operatingSystem)"),
    ]
    return facts
  }

  private var evaluationTables: String {
    guard let evaluation else {
      return "<p class=\"note\">Not evaluated yet: \(command("evaluate", ""))</p>"
    }
    let summary = evaluation.summary
    var facts = [("agent", evaluation.agent)]
    if let search = evaluation.search { facts.append(("search", "\(search)")) }
    facts += [
      ("games", Format.grouped(summary.games)),
      ("mean score", Format.fixed(summary.meanScore, decimals: 1)),
    ]
    if let interval = summary.interval95 {
      let ends = [interval.low, interval.high].map { Format.fixed($0, decimals: 1) }
      facts.append(("95 % interval", ends.joined(separator: " to ")))
    }
    facts += [
      ("median score", Format.fixed(summary.medianScore, decimals: 1)),
      ("highest score", Format.grouped(summary.maxScore)),
      ("moves per game", Format.fixed(summary.meanMoves, decimals: 1)),
      ("seed", String(evaluation.seed)),
    ]
    let tiles = summary.tileRates.map {
      [Format.grouped($0.tile), Format.grouped($0.games), Format.percent($0.rate, decimals: 2)]
    }
    return """
      <div class="columns">\(HTML.facts(facts))\
      \(HTML.table(["tile", "games", "reached"], tiles))</div>
      """
  }

  /// A command about this run, as an element.
  private func command(_ program: String, _ options: String) -> String {
    let line = [program, folder.path, options].filter { !$0.isEmpty }.joined(separator: " ")
    return "<code>\(HTML.escaped(line))</code>"
  }
}
