import CBLAS
import CMachine
import Experiments
import Threads

/// What the numbers of a report depend on beside the code.
public struct BenchmarkHeader: Codable, Equatable, Sendable {
  /// The machine.
  public let machine: MachineDescription
  /// The instruction set that this program is compiled for.
  public let instructionSet: String
  /// `release` or `debug`; numbers of a debug build say nothing.
  public let build: String
  /// The number of threads that benchmarks with threads use.
  public let threads: Int
  /// The version of this package.
  public let version: String
  /// The commit it was built from; `nil` if unknown.
  public let commit: String?
  /// Compiler and libraries, each with its version.
  public let libraries: [String]

  /// Whether this program is not optimised.
  public var isDebug: Bool { build == "debug" }

  /// Describes this program.
  public static var current: BenchmarkHeader {
    var runsAssertions = false
    assert(
      {
        runsAssertions = true
        return true
      }())
    // The texts are constants of the program or of a library, never null.
    let compiler = unsafe String(cString: compiler_version()).split(separator: " ")[0]
    return BenchmarkHeader(
      machine: .current, instructionSet: unsafe String(cString: compiled_instruction_set()),
      build: runsAssertions ? "debug" : "release", threads: ThreadPool.processors,
      version: packageVersion,
      commit: ProvenanceRecord(command: [], version: packageVersion).commit,
      libraries: [
        "Swift \(swiftVersion) (clang \(compiler))",
        unsafe "C library \(String(cString: c_library_version()))",
        unsafe String(cString: openblas_get_config()).trimmingTrailingSpaces,
      ])
  }

  private static var swiftVersion: String {
    #if swift(>=6.4)
      "6.4 or later"
    #elseif swift(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}

/// What `benchmark --json` writes.
public struct BenchmarkReport: Codable, Equatable, Sendable {
  /// What the numbers depend on.
  public let header: BenchmarkHeader
  /// A measurement for each benchmark that ran.
  public let results: [Measurement]
  /// `Signature.compute()`.
  public let signature: Int

  /// Creates the report.
  public init(header: BenchmarkHeader, results: [Measurement], signature: Int) {
    self.header = header
    self.results = results
    self.signature = signature
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
