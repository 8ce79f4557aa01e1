import Agents
import Env2048
import TestSupport
import Testing

@testable import Experiments

/// Weights from one format to another, and back into a training.
@Suite struct AgentExportTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A checkpoint with unequal weights, and sums if asked for.
  private func checkpoint<State: NTupleState>(
    _ structure: NTupleConfiguration, on _: State.Type, sums: Bool, largest: Float = 1000
  ) throws -> String {
    let network = try NTupleNetwork<State>(structure, hasSums: sums)
    for index in 0..<structure.weightCount {
      network.weights[index] = largest * Float(index * 7919 % 1009) / 1008
      guard sums else { continue }
      network.weights[index, .errorSum] = -Float(index % 13)
      network.weights[index, .absoluteErrorSum] = Float(index % 17)
    }
    let path = folder.file("from.safetensors")
    try NTupleCheckpoint.contents(
      network: network, includingSums: sums, rules: Rules(shape: structure.shape)
    ).save(to: path)
    return path
  }

  private func read<State: NTupleState>(
    _ path: String, on _: State.Type
  ) throws -> NTupleNetwork<State> {
    let file = try AgentFile(named: path)
    return try file.ntupleNetwork(makingSums: file.hasSums())
  }

  @Test("Weights and sums go to a weight file and back without a change", arguments: [false, true])
  func roundTrip(sums: Bool) throws {
    let source = try checkpoint(.named("5x4"), on: Board.self, sums: sums)
    let outcome = try AgentExport(format: .tdl, includesSums: sums)
      .write(source, to: folder.file("a.w"))
    #expect(outcome.network == (try NTupleConfiguration.named("5x4")))
    #expect(outcome.byteCount == 5 + 5 * (sums ? 31 : 21) + 327_680 * (sums ? 12 : 4))
    _ = try AgentExport(format: .checkpoint, includesSums: sums)
      .write(folder.file("a.w"), to: folder.file("b.safetensors"))
    let (before, after) = (
      try read(source, on: Board.self), try read(folder.file("b.safetensors"), on: Board.self)
    )
    #expect(after.hasSums == sums)
    for index in 0..<before.weights.count {
      for column in before.weights.columns {
        #expect(before.weights[index, column] == after.weights[index, column])
      }
    }
    #expect(
      try FileSystem.contents(of: source)
        == FileSystem.contents(of: folder.file("b.safetensors")))
  }

  @Test("Stages are kept in a checkpoint, and refused in a weight file")
  func stages() throws {
    let structure = try NTupleConfiguration(
      patterns: [NTuplePattern(text: "012")], stageTiles: [2048])
    let source = try checkpoint(structure, on: Board.self, sums: true)
    let target = folder.file("copy.safetensors")
    _ = try AgentExport(format: .checkpoint, includesSums: true).write(source, to: target)
    #expect(try FileSystem.contents(of: source) == FileSystem.contents(of: target))
    let reader = try SafetensorsReader(opening: target)
    #expect(
      reader.tensors.map(\.name)
        == ["weights.012", "weights.012@2048", "coherence.012", "coherence.012@2048"])
    #expect(try LoadedAgent(named: target).name == "ntuple 012, in stages from 2048")
    let error = #expect(throws: TDLWeightFileError.self) {
      try AgentExport(format: .tdl).write(source, to: folder.file("a.w"))
    }
    #expect("\(error!)".contains("it has several stages"))
    #expect(try FileSystem.status(of: folder.file("a.w")) == nil)
  }

  @Test("Half precision halves the file and keeps three digits")
  func halves() throws {
    let structure = try NTupleConfiguration.named("default", shape: BoardShape(rows: 2, columns: 2))
    let source = try checkpoint(structure, on: Grid.self, sums: true)
    let target = folder.file("half.safetensors")
    _ = try AgentExport(format: .halfCheckpoint).write(source, to: target)
    let reader = try SafetensorsReader(opening: target)
    #expect(reader.tensors.map(\.type) == [.float16])
    let (before, after) = (try read(source, on: Grid.self), try read(target, on: Grid.self))
    #expect(!after.hasSums)
    var differing = 0
    for index in 0..<before.weights.count {
      let (old, new) = (before.weights[index], after.weights[index])
      #expect(abs(old - new) <= old / 2048)
      differing += old == new ? 0 : 1
    }
    #expect(differing > 100)
    let agent = try LoadedAgent(named: target)
    #expect(agent.name == "ntuple default" && agent.rules.shape == structure.shape)
  }

  @Test("What a format cannot hold is refused, and nothing is written")
  func refused() throws {
    let structure = try NTupleConfiguration.named("default", shape: BoardShape(rows: 2, columns: 2))
    let source = try checkpoint(structure, on: Grid.self, sums: false, largest: 70_000)
    let target = folder.file("out.w")
    func failure(_ export: AgentExport) -> String {
      do {
        _ = try export.write(source, to: target)
        return ""
      } catch { return "\(error)" }
    }
    #expect(failure(AgentExport(format: .tdl)).contains("its board is 2x2, expected 4x4"))
    #expect(
      failure(AgentExport(format: .tdl, includesSums: true))
        == "'\(source)' holds no sums of temporal coherence: expected a checkpoint of a training "
        + "with tc.")
    #expect(failure(AgentExport(format: .halfCheckpoint)).contains("expected at most 65504"))
    #expect(try folder.names == ["from.safetensors"])
    let other = try checkpoint(.named("17x4"), on: Board.self, sums: false)
    #expect {
      _ = try AgentExport(format: .tdl).write(other, to: target)
    } throws: { error in
      "\(error)".contains("not looked up under all symmetries")
    }
    #expect(try folder.names == ["from.safetensors"])
  }
}
