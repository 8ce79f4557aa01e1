import Agents
import Env2048

/// Everything needed to repeat a run: the contents of `config.json`.
public struct RunConfiguration: Codable, Sendable {
  /// The version of this file's layout; another is refused.
  public private(set) var formatVersion = currentVersion
  /// The agent that learns, and how.
  public var agent: AgentConfiguration
  /// The folder or file whose weights it began with; `nil` if with fresh ones.
  public var initial: String?
  /// The rules of the games.
  public var rules: Rules
  /// The seed from which every stream of random numbers follows.
  public var seed: UInt64
  /// The number of threads that learn; only with 1 does a run repeat exactly.
  public var threads: Int
  /// How long the run was to go on.
  public var budget: TrainingBudget
  /// How often it reports and saves.
  public var reporting: ReportingConfiguration
  /// Command, version, commit, date and machine.
  public var provenance: ProvenanceRecord

  fileprivate static let currentVersion = 1

  /// What is read first, whatever the rest.
  fileprivate struct Version: Decodable {
    var formatVersion: Int
  }

  /// Creates a configuration.
  public init(
    agent: AgentConfiguration, initial: String? = nil, rules: Rules, seed: UInt64, threads: Int,
    budget: TrainingBudget,
    reporting: ReportingConfiguration, provenance: ProvenanceRecord
  ) {
    self.agent = agent
    self.initial = initial
    self.rules = rules
    self.seed = seed
    self.threads = threads
    self.budget = budget
    self.reporting = reporting
    self.provenance = provenance
  }
}

extension RunFolder {
  /// Reads what the run was started with.
  ///
  /// - Throws: `RunFolderError`, also for a layout of another version.
  func runConfiguration() throws(RunFolderError) -> RunConfiguration {
    let expected = RunConfiguration.currentVersion
    let version = try configuration(RunConfiguration.Version.self).formatVersion
    guard version == expected else {
      throw .configuration(
        .malformed(
          path: configurationFile, reason: "expected format version \(expected), found \(version)"))
    }
    return try configuration(RunConfiguration.self)
  }
}

/// The agent of a run.
public enum AgentConfiguration: Codable, Sendable {
  /// An n-tuple network and how it learns.
  case ntuple(network: NTupleConfiguration, learning: TDConfiguration)
  /// A multilayer perceptron and how it learns.
  case mlp(network: MLPConfiguration, learning: MLPLearningConfiguration)
  /// A multilayer perceptron of action values and how it learns.
  case dqn(network: MLPConfiguration, learning: DQNConfiguration)
}

/// How often a run reports, saves and is evaluated.
public struct ReportingConfiguration: Hashable, Codable, Sendable {
  /// The games that a row of `log.csv` describes.
  public var logGames: Int
  /// The seconds between two checkpoints; 0 saves after every slice of work.
  public var checkpointSeconds: Double
  /// The rows of `log.csv` from one evaluation to the next; `nil` for none.
  public var evaluationRows: Int?
  /// The games of an evaluation.
  public var evaluationGames: Int

  /// Creates a configuration.
  public init(
    logGames: Int = 1000, checkpointSeconds: Double = 300, evaluationRows: Int? = nil,
    evaluationGames: Int = 1000
  ) {
    self.logGames = logGames
    self.checkpointSeconds = checkpointSeconds
    self.evaluationRows = evaluationRows
    self.evaluationGames = evaluationGames
  }
}

extension ReportingConfiguration {
  /// Reads a configuration; versions of old knew no evaluations amid a run.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      logGames: container.decode(Int.self, forKey: .logGames),
      checkpointSeconds: container.decode(Double.self, forKey: .checkpointSeconds),
      evaluationRows: container.decodeIfPresent(Int.self, forKey: .evaluationRows),
      evaluationGames: container.decodeIfPresent(Int.self, forKey: .evaluationGames) ?? 1000)
  }
}
