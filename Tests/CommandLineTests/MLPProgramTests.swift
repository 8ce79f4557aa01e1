import Env2048
import Experiments
import Foundation
import TestSupport
import Testing

/// `train mlp`, `train dqn`, and what follows them.
@Suite struct MLPProgramTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let small =
    "--hidden 16,8 --games-in-parallel 16 --segment 8 --batch 64 --threads 1 --run run"

  /// Trains a small network quickly.
  @discardableResult
  private func train(
    _ options: String, environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await workspace.run(
      line: "train mlp \(Self.small) \(options)", environment: environment)
  }

  @Test("A short training tells what it made; it is evaluated, plain and averaged, and resumed")
  func short() async throws {
    let outcome = try await train("--games 20 --log-every 7")
    #expect(outcome.isDone)
    #expect(
      outcome.error.hasPrefix("train: run: canonical cells+pairs 16-8-1, 102,561 parameters\n"))
    #expect(outcome.output.hasPrefix("Done: 20 games, "))
    #expect(try RunRecord("run", in: workspace).records.map(\.games) == [7, 14, 20])

    for options in ["", "--symmetries", "--ply 2 --symmetries"] {
      let played = try await workspace.run(line: "evaluate run --games 2 \(options)")
      #expect(played.isDone)
      #expect(played.output.contains("mlp canonical cells+pairs 16-8-1\n"))
      #expect(
        played.output.contains("values averaged over symmetries") == options.contains("--sym"))
    }
    let resumed = try await workspace.run(line: "train resume run --games 5")
    #expect(resumed.isDone)
    #expect(try RunRecord("run", in: workspace).records.map(\.games) == [7, 14, 21, 25])
  }

  @Test("Case 128: OpenBLAS keeps to the program's own number of threads, and the run says so")
  func threads() async throws {
    try await train(
      "--games 2", environment: ["OPENBLAS_NUM_THREADS": "8", "OMP_NUM_THREADS": "8"])
    struct Configuration: Decodable {
      struct Provenance: Decodable {
        var library: Library
        enum CodingKeys: String, CodingKey { case library = "matrix_products" }
      }
      struct Library: Decodable {
        var name: String
        var kernels: String
        var threads: Int
      }
      var provenance: Provenance
    }
    let library = try JSONDecoder().decode(
      Configuration.self, from: workspace.bytes("run/config.json")
    ).provenance.library
    #expect(library.name.hasPrefix("OpenBLAS "))
    #expect(!library.kernels.isEmpty)
    #expect(library.threads == 1)
  }

  #if arch(x86_64)
    @Test("Case 126: kernels for different processors differ by rounding only")
    func coreTypes() async throws {
      // A learning rate far too high makes values large, so that one decimal
      // shows the sixth digit and more.
      try await train(
        "--games 60 --rate 0.02 --error-limit 1000000 --averaging-steps 1 "
          + "--orientation random --fall-share 0.5")
      let board = "2 4 8 16 / 0 0 2 2 / 0 4 0 64 / 0 0 0 128"
      var found: [[Double]] = []
      for core in ["Nehalem", "Haswell"] {
        let outcome = try await workspace.run(
          line: "evaluate run --board", [board], environment: ["OPENBLAS_CORETYPE": core])
        #expect(outcome.isDone)
        let lines = outcome.output.split(separator: "\n").dropFirst()
        found.append(
          lines.compactMap { line in
            let fields = line.split(separator: " ")
            return fields.count < 3 ? nil : Double(fields[2].filter { $0 != "," })
          })
      }
      try #require(found[0].count >= 2 && found[0].count == found[1].count)
      for (one, other) in zip(found[0], found[1]) {
        #expect(abs(one - other) <= 1e-5 * max(abs(one), abs(other)) + 0.1)
      }
      #expect(found[0].contains { abs($0) > 10_000 })
    }
  #endif

  @Test("Case 122: the environment's number of threads changes no speed", .slow)
  func speed() async throws {
    var fastest: [String: Double] = [:]
    for round in 0..<3 {
      for (name, environment) in [("as it is", [:]), ("one", ["OPENBLAS_NUM_THREADS": "1"])] {
        _ = try await workspace.run(
          line: "train mlp --threads 1 --moves 20k --run \(round)-\(environment.count)",
          environment: environment)
        let record = try RunRecord("\(round)-\(environment.count)", in: workspace).records.last
        fastest[name] = max(fastest[name] ?? 0, record?.movesPerSecond ?? 0)
      }
    }
    let (one, other) = (try #require(fastest["as it is"]), try #require(fastest["one"]))
    #expect(one > 0 && one < 1.5 * other && other < 1.5 * one)
  }

  @Test("Deep Q-learning trains, plays and is resumed")
  func deepQLearning() async throws {
    let outcome = try await workspace.run(
      line: "train dqn --hidden 16 --features cells --games 10 --threads 1 --run dqn")
    #expect(outcome.isDone)
    #expect(outcome.error.hasPrefix("train: dqn: cells 16-4, 4,180 parameters\n"))
    let played = try await workspace.run(line: "evaluate dqn --games 2")
    #expect(played.isDone && played.output.contains("dqn cells 16-4\n"))
    let searched = try await workspace.run(line: "evaluate dqn --games 2 --ply 2")
    #expect(searched.end == .exit(64))
    let resumed = try await workspace.run(line: "train resume dqn --games 2")
    #expect(resumed.isDone)
    #expect(resumed.error.contains("are gathered anew before learning goes on.\n"))
  }

  static let wrong = [
    ("--hidden 0", "--hidden 0"), ("--hidden 16,", "--hidden 16,"),
    ("--features cats", "cells+pairs"), ("--batch 1000", "number of boards in a batch"),
    ("--preset day", "quick, hour"), ("--rate 2", "--rate 2"),
  ]

  @Test("Options that make no network or no learning are wrong usage", arguments: wrong)
  func usage(options: String, mentioned: String) async throws {
    let outcome = try await workspace.run(line: "train mlp \(options) --run run")
    #expect(outcome.end == .exit(64))
    #expect(outcome.error.contains(mentioned))
    #expect(!workspace.exists("run"))
  }
}
