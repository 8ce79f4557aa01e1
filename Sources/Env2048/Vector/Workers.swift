/// What steps the parts of a vector environment: the caller alone or several
/// threads.
///
/// The standard library has no threads, so they come from outside:
///
///     let pool = ThreadPool(threads: 4)
///     let workers = Workers(count: pool.threads) { pool.run($0, $1) }
public struct Workers: Sendable {
  /// The number of parts that can be worked on at once.
  public let count: Int
  private let run: @Sendable (_ parts: Int, _ body: @Sendable (Int) -> Void) -> Void

  /// Creates workers.
  ///
  /// - Parameters:
  ///   - count: The number of parts that can be worked on at once.
  ///   - run: Calls `body` once for each of `0..<parts`, in any order and on
  ///     any threads, and returns when all the calls have.
  public init(
    count: Int,
    run: @escaping @Sendable (_ parts: Int, _ body: @Sendable (Int) -> Void) -> Void
  ) {
    precondition(count > 0, "Work needs at least one worker")
    self.count = count
    self.run = run
  }

  /// The thread that calls, alone.
  public static let caller = Workers(count: 1) { parts, body in
    for part in 0..<parts { body(part) }
  }

  /// Calls `body` for parts of `0..<total` that cover it, of `minimum` or more
  /// where there is more than one part.
  func split(_ total: Int, minimum: Int, _ body: @Sendable (Range<Int>) -> Void) {
    let parts = max(1, min(count, total / minimum))
    if parts == 1 { return body(0..<total) }
    run(parts) { part in body(part * total / parts..<(part + 1) * total / parts) }
  }
}
