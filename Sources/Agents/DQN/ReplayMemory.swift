import Env2048

/// One step of a game, to be learnt from again and again.
struct Transition: Hashable, Sendable {
  var board: Board
  var action: Action
  /// In units of `MLPNetwork.scale`.
  var reward: Float
  var next: Board
  var terminated: Bool
}

/// The last transitions, of which batches are drawn.
struct ReplayMemory {
  let capacity: Int
  private var transitions: [Transition] = []
  /// Where the next one goes once the memory is full.
  private var oldest = 0

  init(capacity: Int) {
    precondition(capacity > 0, "A memory has room")
    self.capacity = capacity
  }

  var count: Int { transitions.count }

  /// Remembers a transition; a full memory forgets its oldest.
  mutating func add(_ transition: Transition) {
    guard count == capacity else {
      transitions.append(transition)
      return
    }
    transitions[oldest] = transition
    oldest = (oldest + 1) % capacity
  }

  /// Draws transitions uniformly, with replacement.
  ///
  /// - Precondition: The memory is not empty.
  func sample(_ number: Int, using random: inout some RandomNumberGenerator) -> [Transition] {
    (0..<number).map { _ in transitions[Int(random.draw(below: UInt32(count)))] }
  }
}
