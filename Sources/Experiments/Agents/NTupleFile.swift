import Agents
import Env2048

/// An n-tuple network as a file holds it.
struct NTupleFile<State: NTupleState> {
  /// The network.
  let network: NTupleNetwork<State>
  /// The sums of temporal coherence, if they were asked for and the file has them.
  let coherence: CoherenceSums?

  /// Reads the weights of a file.
  ///
  /// - Parameters:
  ///   - file: The file, of an n-tuple network.
  ///   - includingSums: Whether to read the sums of temporal coherence, too.
  /// - Throws: What is wrong with the file; `NTupleError.memory`.
  init(_ file: borrowing AgentFile, includingSums: Bool) throws {
    switch file.contents {
    case .checkpoint(let reader):
      network = try NTupleCheckpoint.network(from: reader)
      coherence =
        includingSums && NTupleCheckpoint.hasCoherence(reader)
        ? try NTupleCheckpoint.coherence(from: reader, for: network.configuration) : nil
    case .tdl(let bytes):
      do throws(TDLWeightFileError) {
        // Bytes have no padding that could be read.
        let weights = try TDLWeightFile(
          reading: unsafe bytes.span.bytes, includingSums: includingSums)
        guard let network = weights.network as? NTupleNetwork<State> else {
          preconditionFailure("Weight files hold networks for standard boards")
        }
        self.network = network
        coherence = weights.coherence
      } catch {
        throw LoadedAgentError.weightFile(path: file.path, error)
      }
    }
  }
}

extension AgentFile {
  /// The structure of the n-tuple network in the file.
  func ntupleStructure() throws -> NTupleConfiguration {
    switch contents {
    case .checkpoint(let reader):
      return try NTupleCheckpoint.configuration(of: reader)
    case .tdl(let bytes):
      do throws(TDLWeightFileError) {
        // Bytes have no padding that could be read.
        return try TDLWeightFile.configuration(of: unsafe bytes.span.bytes)
      } catch {
        throw LoadedAgentError.weightFile(path: path, error)
      }
    }
  }

  /// The rules that the network was trained under.
  func ntupleRules() throws -> Rules {
    switch contents {
    case .checkpoint(let reader): try reader.decode(Rules.self, forKey: NTupleCheckpoint.rulesKey)
    case .tdl: Rules()
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
