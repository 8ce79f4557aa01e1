/// Something whose speed is measured: a name and a piece of work that can be
/// repeated.
///
/// To add one, add it to a list such as `Benchmark.environments`:
///
///     Benchmark("slide", unit: "slides") {
///       let boards = sampleBoards(1024)
///       return { rounds in
///         for _ in 0..<rounds { for board in boards { blackHole(board.sliding(.left)) } }
///         return rounds * boards.count
///       }
///     }
public struct Benchmark: Sendable {
  /// Does the work a number of times, and returns how many units that were; more
  /// rounds are more units, but not always in proportion.
  public typealias Work = (_ rounds: Int) throws -> Int

  /// What `--filter` looks at and files are compared by; it never changes.
  public let name: String
  /// What is counted, such as `steps`.
  public let unit: String
  /// The number of threads that work.
  public let threads: Int
  /// Prepares the work, outside of what is measured.
  public let prepare: @Sendable () throws -> Work

  /// Creates a benchmark.
  ///
  /// - Parameters:
  ///   - name: Its name, parts separated by `/`.
  ///   - unit: What the work counts.
  ///   - threads: The number of threads that work.
  ///   - prepare: Called once before the measurement, for the work.
  public init(
    _ name: String, unit: String, threads: Int = 1, prepare: @escaping @Sendable () throws -> Work
  ) {
    self.name = name
    self.unit = unit
    self.threads = threads
    self.prepare = prepare
  }
}

/// Makes the compiler believe that a value is needed.
@inline(never)
public func blackHole<Value>(_ value: Value) { withExtendedLifetime(value) {} }
