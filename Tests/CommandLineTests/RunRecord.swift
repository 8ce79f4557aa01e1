import Experiments
import Foundation

/// What a run left in its files, as tests compare it.
struct RunRecord {
  let folder: RunFolder
  let records: [TrainingRecord]
  private let text: String

  init(_ name: String, in workspace: Workspace) throws {
    folder = RunFolder(workspace.file(name))
    records = try TrainingLogContents(reading: folder.logFile).records
    text = try workspace.text("\(name)/log.csv")
  }

  /// The fields of every line but those that tell the time: seconds and rates.
  var timelessLines: [[String]] {
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let timed = Set(["seconds", "moves_per_second"])
    let kept = (lines.first ?? []).indices.filter { !timed.contains(lines[0][$0]) }
    return lines.map { line in kept.map { line[$0] } }
  }

  /// The number of games that the checkpoint counts.
  var checkpointGames: Int {
    get throws {
      struct Saved: Decodable {
        struct Counters: Decodable { var games: Int }
        var counters: Counters
      }
      let reader = try SafetensorsReader(opening: folder.checkpointFile)
      return try reader.decode(Saved.self, forKey: "training").counters.games
    }
  }

  /// Whether the rows follow each other without a gap or a repetition.
  var isGapless: Bool {
    var games = 0
    return records.allSatisfy { record in
      games += record.intervalGames
      return record.games == games
    }
  }
}
