import Agents
import Env2048

extension AgentFile {
  /// Reads the n-tuple network in the file.
  ///
  /// - Parameter makingSums: Whether it gets sums of temporal coherence; they
  ///   are 0 if the file has none.
  /// - Throws: What is wrong with the file; `NTupleError.memory`.
  func ntupleNetwork<State>(
    makingSums: Bool, for state: State.Type = State.self
  ) throws -> NTupleNetwork<State> {
    switch contents {
    case .checkpoint(let reader):
      return try NTupleCheckpoint.network(from: reader, makingSums: makingSums)
    case .tdl(let bytes):
      let file = try reading(bytes) { bytes throws(TDLWeightFileError) in
        try TDLWeightFile(reading: bytes, makingSums: makingSums)
      }
      guard let network = file.network as? NTupleNetwork<State> else {
        preconditionFailure("Weight files hold networks for standard boards")
      }
      return network
    }
  }

  /// Whether the file has the sums of temporal coherence.
  func hasSums() throws -> Bool {
    switch contents {
    case .checkpoint(let reader): NTupleCheckpoint.hasSums(reader)
    case .tdl(let bytes): try reading(bytes, TDLWeightFile.hasSums)
    }
  }

  /// The structure of the n-tuple network in the file.
  func ntupleStructure() throws -> NTupleConfiguration {
    switch contents {
    case .checkpoint(let reader): try NTupleCheckpoint.configuration(of: reader)
    case .tdl(let bytes): try reading(bytes, TDLWeightFile.configuration)
    }
  }

  /// The rules that the network was trained under.
  func ntupleRules() throws -> Rules {
    switch contents {
    case .checkpoint(let reader): try reader.decode(Rules.self, forKey: NTupleCheckpoint.rulesKey)
    case .tdl: Rules()
    }
  }

  /// Reads something in a weight file, whose errors do not name it.
  private func reading<Result>(
    _ bytes: [UInt8], _ body: (RawSpan) throws(TDLWeightFileError) -> Result
  ) throws(LoadedAgentError) -> Result {
    do throws(TDLWeightFileError) {
      // Bytes have no padding that could be read.
      return try body(unsafe bytes.span.bytes)
    } catch {
      throw .weightFile(path: path, error)
    }
  }
}

extension NTupleConfiguration {
  /// The structure of the network in the folder of a run, a checkpoint or a
  /// weight file of TDL2048.
  ///
  /// - Throws: What is wrong with folder or file, also if it is of another kind.
  public init(ofAgent name: String) throws { self = try AgentFile(named: name).ntupleStructure() }
}
