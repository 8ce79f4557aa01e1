import Benchmarks
import Experiments
import Foundation
import Testing

@Suite struct BenchmarkTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test("The list names every benchmark once, and a filter those that hold its text")
  func list() async throws {
    let all = try await workspace.run(line: "benchmark --list")
    #expect(all.isDone)
    #expect(all.output.split(separator: "\n").map(String.init) == Benchmark.all.map(\.name))
    let some = try await workspace.run(line: "benchmark --list --filter vector/1024/legal")
    #expect(some.output.hasPrefix("env/vector/1024/legal\n"))
    #expect(some.output.split(separator: "\n").allSatisfy { $0.contains("vector/1024/legal") })
  }

  @Test("The table and the JSON file tell the same numbers, with all they depend on")
  func report() async throws {
    let outcome = try await workspace.run(
      line: "benchmark --filter slide/ --repetitions 3 --seconds 0.001 --json report.json")
    #expect(outcome.isDone)
    let report = try JSONFile.read(BenchmarkReport.self, from: workspace.file("report.json"))
    #expect(report.results.map(\.name) == ["slide/afterstates", "slide/mask"])
    #expect(report.signature == (try Signature.compute()))
    for result in report.results {
      #expect(result.repetitions == 3 && result.threads == 1 && result.unit == "boards/s")
      #expect(0 < result.min && result.min <= result.median && result.median <= result.max)
      #expect(outcome.output.contains(result.row))
    }
    #expect(outcome.output.hasPrefix(report.header.text))
    #expect(outcome.output.contains("\nsignature  \(report.signature)\n"))
    // Names in the file stay what other programs read.
    let text = try workspace.text("report.json")
    for key in ["name", "median", "min", "max", "unit", "repetitions", "threads", "header"] {
      #expect(text.contains("\"\(key)\" : "))
    }
  }

  @Test(
    "A wrong command line measures nothing",
    arguments: [
      ("benchmark --filter nothing", 1, "No benchmark has 'nothing' in its name"),
      ("benchmark --repetitions 0", 64, "'--repetitions 0'"),
      ("benchmark --filter slide/mask --json no/such/report.json", 1, "no/such/report.json"),
    ])
  func wrongUse(line: String, code: Int32, message: String) async throws {
    let outcome = try await workspace.run(line: line)
    #expect(outcome.end == .exit(code))
    #expect(outcome.error.contains(message))
    #expect(outcome.output.isEmpty)
  }
}
