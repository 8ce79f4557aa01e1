import Synchronization
import Testing
import Threads

@Suite struct ThreadPoolTests {
  @Test("Each index is served once", arguments: [1, 2, 3, 8])
  func servesEachIndexOnce(threads: Int) throws {
    let pool = try ThreadPool(threads: threads)
    for count in [0, 1, 2, 3, 17, 1000] {
      let cells = (0..<count).map { _ in Cell() }
      pool.run(count) { cells[$0].number += 1 }
      #expect(cells.allSatisfy { $0.number == 1 })
    }
  }

  @Test("What the calls wrote can be read after the run, thousands of times")
  func manyShortRuns() throws {
    let pool = try ThreadPool(threads: 4)
    let cells = (0..<8).map { _ in Cell() }
    for round in 1...500 {
      pool.run(cells.count) { cells[$0].number += 1 }
      #expect(cells.allSatisfy { $0.number == round })
    }
  }

  @Test("Runs from within a run and from other threads are done too")
  func nestedRuns() throws {
    let pool = try ThreadPool(threads: 3)
    let calls = Atomic(0)
    pool.run(6) { _ in
      pool.run(5) { _ in calls.add(1, ordering: .relaxed) }
    }
    #expect(calls.load(ordering: .relaxed) == 30)
  }

  @Test("Two threads work at the same time")
  func worksAtOnce() throws {
    let pool = try ThreadPool(threads: 2)
    let arrived = Atomic(0)
    // Each call waits for the other: one thread alone would never end.
    pool.run(2) { _ in
      arrived.add(1, ordering: .acquiringAndReleasing)
      while arrived.load(ordering: .acquiring) < 2 {}
    }
    #expect(arrived.load(ordering: .relaxed) == 2)
  }

  @Test("A sleeping pool wakes up, and a dropped one ends its threads")
  func sleepsAndEnds() async throws {
    for _ in 0..<20 {
      let pool = try ThreadPool(threads: 4)
      try await Task.sleep(for: .milliseconds(2))
      let calls = Atomic(0)
      pool.run(50) { _ in calls.add(1, ordering: .relaxed) }
      #expect(calls.load(ordering: .relaxed) == 50)
    }
  }

  /// A number without a lock: the pool alone keeps its accesses in order.
  private final class Cell: @unchecked Sendable {
    var number = 0
  }
}
