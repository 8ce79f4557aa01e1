import Env2048
import Synchronization

/// All that one thread's search needs, allocated once.
///
/// It cannot be copied: a copy on the way down the search would cost more than
/// the search.
struct SearchWorkspace<State: SearchState>: ~Copyable, Sendable {
  var table: TranspositionTable<State>
  var leaves: LeafBatch<State>
  /// The leaf that action a leads to from the i-th board behind a chance
  /// node, at 4i + a, and the reward on the way; −∞ for an illegal action.
  private var leafNumbers: [UInt32]
  private var leafRewards: [Float]
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
  /// 512 that the tiles behind one afterstate of 64 cells can lead to.
  private static var leafBits: Int { 14 }

  init(shape: BoardShape, tableBits: Int) {
    let filler = State(shape: shape)
    table = TranspositionTable(bits: tableBits, filler: filler)
    leaves = LeafBatch(bits: Self.leafBits, filler: filler)
    leafNumbers = Array(repeating: 0, count: 8 * shape.cellCount)
    leafRewards = Array(repeating: 0, count: 8 * shape.cellCount)
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
    let first = 4 &* index
    for place in first..<(first &+ 4) { leafRewards[place] = -.infinity }
    metLeaves &+= afterstates.legal.count
    for action in afterstates.legal {
      let place = first &+ Int(action.rawValue)
      leafRewards[place] = addingRewards ? Float(afterstates.reward(action)) : 0
      leafNumbers[place] = leaves.number(of: afterstates[action])
    }
  }

  /// Values the leaves that are new.
  ///
  /// - Returns: False, with nothing valued, if the time ran out. The clock is
  ///   asked every 16th time, and not before the first ply is done.
  @discardableResult
  @inline(__always)
  mutating func valueLeaves(with value: some AfterstateValue<State>) -> Bool {
    if let deadline {
      clockTicks &+= 1
      if clockTicks & 15 == 0, ContinuousClock.now >= deadline { isExhausted = true }
      if isExhausted { return false }
    }
    nodes &+= leaves.count &- leaves.valuedCount
    leaves.valueNewLeaves(with: value)
    return true
  }

  /// Reward plus value of an action of the i-th board.
  @inline(__always)
  func total(_ action: Action, at index: Int) -> Float {
    total(atPlace: 4 &* index &+ Int(action.rawValue))
  }

  /// The largest reward plus value of the i-th board's actions; 0 if none is legal.
  @inline(__always)
  func maximum(at index: Int) -> Float {
    let first = 4 &* index
    return max(
      max(total(atPlace: first), total(atPlace: first &+ 1)),
      max(total(atPlace: first &+ 2), total(atPlace: first &+ 3)), 0)
  }

  @inline(__always)
  private func total(atPlace place: Int) -> Float {
    let value = leaves.values[Int(leafNumbers[place])]
    // Not a number is not above 0 either.
    return leafRewards[place] + (value > 0 ? value : 0)
  }
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
