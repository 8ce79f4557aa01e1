import Agents
import Env2048
import Experiments
import Foundation
import Testing

/// `export`, and `train --initial`.
@Suite struct ExportTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func weights(_ name: String) throws -> TDLWeightFile {
    let bytes = [UInt8](try workspace.bytes(name))
    return try TDLWeightFile(reading: unsafe bytes.span.bytes)
  }

  @Test("A run goes to .w and .safetensors, and all of them play the same game")
  func formats() async throws {
    try await workspace.train("--games", "30")
    let names = ["sums.w", "plain.w", "plain.safetensors", "half.safetensors"]
    let options = ["--sums", "", "", "--float16"]
    for (name, option) in zip(names, options) {
      let outcome = try await workspace.run(line: "export run --output \(name) \(option)")
      #expect(outcome.isDone && outcome.error.isEmpty)
      #expect(outcome.output.hasPrefix("\(name): 5 patterns, 327,680 weights, "))
    }
    #expect(
      try workspace.bytes("plain.safetensors") == workspace.bytes("run/weights.safetensors"))
    #expect(try workspace.bytes("half.safetensors").count < 660_000)
    #expect(try workspace.bytes("plain.w").count == 1_310_830)
    #expect(try workspace.bytes("sums.w").count == 3_932_320)
    var scores: [Double] = []
    for agent in ["run"] + names {
      let outcome = try await workspace.run(line: "evaluate \(agent) --games 3 --json r.json")
      #expect(outcome.isDone && outcome.output.hasPrefix("agent           ntuple 5x4\n"))
      let report = try JSONFile.read(EvaluationReport.self, from: workspace.file("r.json"))
      scores.append(report.summary.meanScore)
    }
    #expect(Set(scores.dropLast()).count == 1)
    #expect((scores.last ?? 0) > 0)
  }

  @Test("A training begins with the weights and the sums of a file", arguments: [true, false])
  func initial(sums: Bool) async throws {
    try await workspace.train("--games", "30")
    _ = try await workspace.run(line: "export run --output a.w \(sums ? "--sums" : "")")
    // With a learning rate of 0 the weights stay, and the sums grow.
    let trained = try await workspace.run(
      line: "train ntuple --initial a.w --alpha 0 --games 1 --seed 9 --run next")
    #expect(trained.isDone)
    #expect(try workspace.text("next/config.json").contains("\"initial\" : \"a.w\""))
    _ = try await workspace.run(line: "export next --output b.w --sums")
    let (before, after) = (try weights("a.w"), try weights("b.w"))
    #expect(before.network.configuration == after.network.configuration)
    try #require(after.network.hasSums)
    var grown = 0
    for index in 0..<before.network.weights.count {
      #expect(before.network.weights[index] == after.network.weights[index])
      let old = sums ? before.network.weights[index, .absoluteErrorSum] : 0
      let new = after.network.weights[index, .absoluteErrorSum]
      #expect(new >= old)
      grown += new > old ? 1 : 0
    }
    #expect((1..<50_000).contains(grown))
    #expect(before.network.hasSums == sums)
  }

  @Test("A resumed run needs the file it began with no more")
  func resumed() async throws {
    try await workspace.train("--games", "5")
    try await workspace.run(
      line: "train ntuple --initial run --games 5 --run next"
    ).expectDone()
    try FileManager.default.removeItem(atPath: workspace.file("run"))
    try await workspace.run(line: "train resume next --games 5").expectDone()
    #expect(try RunRecord("next", in: workspace).records.last?.games == 10)
  }

  static let mistakes: [(line: String, code: Int32, message: String)] = [
    ("export run", 64, "export: '--output' is missing; expected --output FILE"),
    ("export --output a.w", 64, "export: an argument is missing; expected DIR|FILE"),
    (
      "export run --output a.w --float16", 64,
      "export: '--float16' and '--output a.w': expected .safetensors"
    ),
    (
      "export run --output a.safetensors --float16 --sums", 64,
      "export: '--float16' and '--sums': expected only one of them"
    ),
    ("export run --output a.bin", 64, "export: '--output a.bin': expected a name in .w or"),
    ("export none --output a.w", 1, "export: Cannot open 'none': No such file or directory."),
    ("export run --output no/a.w", 1, "export: Cannot write 'no/a.w': No such file or directory."),
    (
      "export run/weights.safetensors --output a.w --sums", 1,
      "export: 'run/weights.safetensors' holds no sums of temporal coherence"
    ),
    (
      "train ntuple --initial none", 1, "train: Cannot open 'none': No such file or directory."
    ),
    (
      "train ntuple --initial run --network 4x6", 64,
      "train ntuple: '--initial run': expected a 4x4 network of patterns 012345,456789,012456,"
        + "45689a, found a 4x4 network of patterns 0123,4567,0145,1256,569a"
    ),
    (
      "train ntuple --initial run --initial-value 9", 64,
      "train ntuple: '--initial' and '--initial-value': expected only one of them"
    ),
  ]

  @Test("What cannot be is refused, and nothing is made")
  func refused() async throws {
    try await workspace.train("--games", "1")
    for (line, code, message) in Self.mistakes {
      let outcome = try await workspace.run(line: line)
      #expect(outcome.end == .exit(code), "\(line)")
      #expect(outcome.output.isEmpty && outcome.error.hasPrefix(message), "\(outcome.error)")
    }
    #expect(try workspace.names() == ["run"])
  }
}

extension Outcome {
  /// Fails the test unless the program did what it was asked for.
  fileprivate func expectDone() { #expect(isDone, "\(error)") }
}
