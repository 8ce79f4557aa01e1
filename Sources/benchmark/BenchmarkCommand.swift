import Benchmarks
import Console
import Experiments

/// The command line of `benchmark`.
enum BenchmarkCommand {
  static let command = Command(
    name: "benchmark", version: packageVersion,
    summary: "Measure how fast the parts of this package run on this machine.",
    groups: [
      OptionGroup("Choice", filter, list),
      OptionGroup("Measurement", repetitions, seconds),
      OptionGroup("Output", json),
    ],
    epilogue: """
      Each benchmark is warmed up and then timed several times; its rate is the median. \
      The signature is the total score of a fixed set of seeded games: it changes exactly when \
      the behaviour of the game does.
      Example: benchmark --filter env/vector --json before.json
      """)

  static let filter = CommandOption<String?>(
    "filter", short: "f", placeholder: "TEXT", help: "run only benchmarks with TEXT in their name",
    otherwise: "all", as: .text())
  static let list = CommandOption(flag: "list", short: "l", help: "print the names and run nothing")
  static let repetitions = CommandOption(
    "repetitions", short: "n", placeholder: "COUNT", help: "times each benchmark is timed",
    default: 9, as: .count(in: 1...1000))
  static let seconds = CommandOption(
    "seconds", short: "s", placeholder: "SECONDS", help: "least time of one repetition",
    default: 0.1, as: .real(in: 0.001...60))
  static let json = CommandOption<String?>(
    "json", placeholder: "FILE", help: "also write the results to a JSON file", otherwise: "none",
    as: .path)

  static func run(_ parsed: ParsedCommand) throws -> ExitCode {
    let benchmarks = Benchmark.matching(parsed[filter] ?? "")
    guard !benchmarks.isEmpty else { throw NoBenchmark(filter: parsed[filter] ?? "") }
    guard !parsed[list] else {
      StandardOutput.write(benchmarks.map { $0.name + "\n" }.joined())
      return .done
    }
    if let file = parsed[json] { try EvaluationReport.requireWritable(file) }
    let header = BenchmarkHeader.current
    StandardOutput.write(header.text + "\n" + Measurement.columns)
    let settings = MeasurementSettings(
      repetitions: parsed[repetitions], seconds: parsed[seconds])
    var results: [Measurement] = []
    for benchmark in benchmarks {
      let measurement = try settings.measure(benchmark)
      StandardOutput.write(measurement.row)
      results.append(measurement)
    }
    let signature = try Signature.compute()
    StandardOutput.write("\nsignature  \(signature)\n")
    if let file = parsed[json] {
      let report = BenchmarkReport(header: header, results: results, signature: signature)
      try JSONFile.write(report, to: file)
    }
    return .done
  }
}

/// A filter that no benchmark's name meets.
struct NoBenchmark: Error, CustomStringConvertible {
  let filter: String

  var description: String {
    "No benchmark has '\(filter)' in its name: benchmark --list prints the names."
  }
}
