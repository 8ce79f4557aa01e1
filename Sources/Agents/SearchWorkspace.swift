import Env2048
import Synchronization

/// All that one thread's search needs, allocated once.
///
/// It cannot be copied: a copy on the way down the search would cost more than
/// the search.
struct SearchWorkspace<State: SearchState>: ~Copyable, Sendable {
  var table: TranspositionTable<State>
  var leaves: LeafBatch<State>
  /// The leaves that the four actions lead to from the i-th of the boards that
  /// are looked at together, and the rewards on the way; −∞ for an illegal
  /// action.
  private var leafNumbers: [SIMD4<UInt32>]
  private var leafRewards: [SIMD4<Float>]
  /// When the search must end, though it be unfinished.
  private var deadline: ContinuousClock.Instant?
  /// How many leaves were valued for this move.
  private(set) var nodes = 0
  /// Whether the time ran out: values found since are worthless.
  private(set) var isExhausted = false
  /// How many afterstates were met at the search's end since this ply began,
  /// known ones included.
  private(set) var metLeaves = 0
  /// What all searches in here took.
  var effort = SearchEffort()
  /// How often leaves were valued, modulo 256.
  private var clockTicks: UInt8 = 0

  /// Leaves that a workspace knows at once, as a power of two; at least the
  /// 2,048 that the tiles behind four afterstates of 64 cells can lead to.
  private static var leafBits: Int { 14 }

  init(shape: BoardShape, tableBits: Int) {
    let filler = State(shape: shape)
    table = TranspositionTable(bits: tableBits, filler: filler)
    leaves = LeafBatch(bits: Self.leafBits, filler: filler)
    leafNumbers = Array(repeating: .zero, count: 8 * shape.cellCount)
    leafRewards = Array(repeating: .zero, count: 8 * shape.cellCount)
  }

  /// Prepares for a search from another board.
  mutating func start(deadline: ContinuousClock.Instant? = nil) {
    leaves.clear()
    self.deadline = deadline
    nodes = 0
    isExhausted = false
    clockTicks = 0
  }

  /// Prepares for a search from the same board, of other depth.
  mutating func startPly() {
    table.clear()
    metLeaves = 0
  }

  /// Adds the afterstates of the i-th board to the leaves.
  ///
  /// - Precondition: There is room for them: see `LeafBatch.reserve`.
  @inline(__always)
  mutating func addLeaves(
    _ afterstates: Afterstates<State>, at index: Int, addingRewards: Bool
  ) {
    metLeaves &+= afterstates.legal.count
    let rewards: SIMD4<Float> = addingRewards ? SIMD4(afterstates.rewards) : .zero
    leafRewards[index] = rewards.replacing(with: -.infinity, where: .!afterstates.legal.lanes)
    leafNumbers[index] = leaves.numbers(of: afterstates)
  }

  /// Values the leaves that are new.
  ///
  /// - Returns: False, with nothing valued, if the time ran out. The clock is
  ///   asked every fourth time, and not before the first ply is done.
  @discardableResult
  @inline(__always)
  mutating func valueLeaves(with value: some AfterstateValue<State>) -> Bool {
    if let deadline {
      clockTicks &+= 1
      if clockTicks & 3 == 0, ContinuousClock.now >= deadline { isExhausted = true }
      if isExhausted { return false }
    }
    nodes &+= leaves.count &- leaves.valuedCount
    leaves.valueNewLeaves(with: value)
    return true
  }

  /// Rewards plus values of the actions of the i-th board; −∞ for an illegal one.
  @inline(__always)
  func totals(at index: Int) -> SIMD4<Float> {
    let numbers = leafNumbers[index]
    let values = SIMD4(
      leaves.values[Int(numbers.x)], leaves.values[Int(numbers.y)],
      leaves.values[Int(numbers.z)], leaves.values[Int(numbers.w)])
    // Not a number is not above 0 either.
    return leafRewards[index] + values.replacing(with: 0, where: .!(values .> 0))
  }

  /// The largest reward plus value of the i-th board's actions; 0 if none is legal.
  @inline(__always)
  func maximum(at index: Int) -> Float { max(totals(at: index).max(), 0) }
}

/// Workspaces that wait for a thread to borrow them.
final class SearchWorkspacePool<State: SearchState>: Sendable {
  /// Holds a workspace, which arrays cannot.
  private final class Box: @unchecked Sendable {
    // Sendable: a box is in the pool or with the one thread that took it out.
    var workspace: SearchWorkspace<State>

    init(_ workspace: consuming SearchWorkspace<State>) { self.workspace = workspace }
  }

  private let boxes = Mutex<[Box]>([])
  private let shape: BoardShape
  private let tableBits: Int

  init(shape: BoardShape, tableBits: Int) {
    self.shape = shape
    self.tableBits = tableBits
  }

  /// Lends a workspace to a closure; makes one if all are lent.
  @inline(__always)
  func withWorkspace<Result>(_ body: (inout SearchWorkspace<State>) -> Result) -> Result {
    let box =
      boxes.withLock { $0.popLast() }
      ?? Box(SearchWorkspace(shape: shape, tableBits: tableBits))
    defer { boxes.withLock { $0.append(box) } }
    return body(&box.workspace)
  }

  /// What the searches took in all workspaces that nobody borrows now.
  var effort: SearchEffort {
    boxes.withLock { boxes in
      var sum = SearchEffort()
      for box in boxes { sum.add(box.workspace.effort) }
      return sum
    }
  }
}
