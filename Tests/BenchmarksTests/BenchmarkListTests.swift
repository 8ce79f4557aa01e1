import Env2048
import Testing

@testable import Benchmarks

@Suite struct BenchmarkListTests {
  @Test("Names are unique and those that files are compared by are there")
  func names() {
    let names = Benchmark.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in ["env/single/uniform", "env/single/legal", "slide", "encode/one-hot"]
      + [16, 256, 1024, 16_384].flatMap({ ["env/vector/\($0)/uniform", "env/vector/\($0)/legal"] })
    {
      #expect(names.contains(name))
    }
    #expect(Benchmark.matching("env/single").count == 2)
    #expect(Benchmark.matching("").count == names.count)
    #expect(Benchmark.matching("no such name").isEmpty)
  }

  /// All, but in a debug build, where the large ones take minutes.
  static let runnable = Benchmark.all.map(\.name).filter {
    !BenchmarkHeader.current.isDebug || $0.hasPrefix("slide") || $0.hasPrefix("env/single")
      || $0.hasPrefix("heuristic")
  }

  @Test("Every benchmark does work that it counts", arguments: runnable)
  func everyBenchmarkRuns(name: String) throws {
    let benchmark = try #require(Benchmark.all.first { $0.name == name })
    let work = try benchmark.prepare()
    let once = try work(1)
    #expect(once > 0)
    let twice = try work(2)
    // Games are as long as they are; all else comes in rounds of equal size.
    #expect(benchmark.unit == "moves" ? twice > 0 : twice == 2 * once)
  }

  @Test("The signature is the same on every machine")
  func signature() throws {
    #expect(try Signature.compute() == 74_444)
  }

  @Test("The agent of the benchmarks chooses each legal action alike")
  func randomLegalAgent() {
    let masks = (0..<16).flatMap { bits in (0..<4).map { UInt8(bits >> $0 & 1) } }
    var agent = RandomLegalAgent(slots: 16)
    var counts = Array(repeating: [0, 0, 0, 0], count: 16)
    for _ in 0..<12_000 {
      agent.choose(masks)
      for slot in 1..<16 { counts[slot][Int(agent.actions[slot])] += 1 }
    }
    for bits in 1..<16 {
      let expected = 12_000 / Double(bits.nonzeroBitCount)
      for action in 0..<4 {
        let isLegal = bits >> action & 1 == 1
        #expect(
          isLegal ? abs(Double(counts[bits][action]) - expected) < 300 : counts[bits][action] == 0)
      }
    }
  }

  @Test("The header tells what numbers depend on")
  func header() {
    let header = BenchmarkHeader.current
    #expect(!header.machine.processor.isEmpty && header.threads > 0)
    #expect(header.text.contains(header.instructionSet))
    #expect(header.text.hasPrefix("WARNING: a debug build") == header.isDebug)
    #expect(header.libraries.contains { $0.hasPrefix("OpenBLAS ") })
  }
}
