import AllocationCount
import Testing
import Threads

@testable import Env2048

/// What a caller of a vector environment meets beside the games themselves.
@Suite struct VectorInterfaceTests {
  static func environment(
    count: Int = 20, mode: AutoresetMode = .nextStep, seed: UInt64 = 1
  ) throws -> VectorEnvironment {
    var environment = try VectorEnvironment(count: count, autoreset: mode, seed: seed)
    environment.reset()
    return environment
  }

  @Test("An action outside 0...3 is reported with its slot and nothing is stepped")
  func actionOutsideRange() throws {
    var environment = try Self.environment()
    let before = environment.exportState()
    var bytes = [UInt8](repeating: 3, count: 20)
    bytes[17] = 4
    bytes[19] = 200
    #expect(throws: VectorError.action(found: 4, slot: 17)) { try environment.step(bytes.span) }
    var numbers = [Int64](repeating: 0, count: 20)
    numbers[2] = -1
    #expect(throws: VectorError.action(found: -1, slot: 2)) { try environment.step(numbers.span) }
    numbers[2] = 1 << 40
    #expect(throws: VectorError.action(found: 1 << 40, slot: 2)) {
      try environment.step(numbers.span)
    }
    #expect(environment.exportState() == before)
    #expect(
      "\(VectorError.action(found: 4, slot: 17))"
        == "Action 4 in slot 17: expected 0 (up), 1 (right), 2 (down) or 3 (left).")
  }

  @Test("Buffers of a wrong length are refused by name and nothing is stepped")
  func wrongLengths() throws {
    var environment = try Self.environment()
    let before = environment.exportState()
    let actions = [UInt8](repeating: 0, count: 20)
    let short = [UInt8](repeating: 0, count: 19)
    #expect(throws: VectorError.count(of: "actions", found: 19, expected: 20)) {
      try environment.step(short.span)
    }
    #expect(throws: VectorError.count(of: "seeds", found: 1, expected: 20)) {
      try environment.reset(seeds: [1])
    }
    #expect(throws: VectorError.count(of: "chosen slots", found: 19, expected: 20)) {
      try environment.reset(where: short.span)
    }
    #expect(throws: VectorError.count(of: "masks", found: 60, expected: 80)) {
      var outputs = VectorOutputs(slots: 20, cells: 16)
      var masks = [UInt8](repeating: 0, count: 60)
      try Self.step(&environment, actions, &outputs, &masks)
    }
    #expect(environment.exportState() == before)
  }

  /// Steps into the arrays of `outputs`, but for the masks.
  static func step(
    _ environment: inout VectorEnvironment, _ actions: [UInt8], _ outputs: inout VectorOutputs,
    _ maskArray: inout [UInt8]
  ) throws(VectorError) {
    var (a, b, c, d) = (
      outputs.observations, outputs.rewards, outputs.terminated, outputs.truncated
    )
    defer {
      (outputs.observations, outputs.rewards, outputs.terminated, outputs.truncated) = (a, b, c, d)
    }
    var observations = a.mutableSpan
    var rewards = b.mutableSpan
    var terminated = c.mutableSpan
    var truncated = d.mutableSpan
    var masks = maskArray.mutableSpan
    try environment.step(
      actions.span, observations: &observations, rewards: &rewards, terminated: &terminated,
      truncated: &truncated, masks: &masks)
  }

  @Test("The caller's buffers receive what the environment's own do")
  func callersBuffers() throws {
    var own = try Self.environment(count: 35, mode: .sameStep)
    var other = own
    var outputs = VectorOutputs(slots: 35, cells: 16)
    var masks = outputs.masks
    var random = RandomSource(seed: 3)
    for _ in 0..<300 {
      let actions = (0..<35).map { _ in UInt8(random.draw(below: 4)) }
      try own.step(actions.span)
      try Self.step(&other, actions, &outputs, &masks)
      outputs.masks = masks
      #expect(outputs == own.outputs)
      #expect(other.endings == own.endings)
    }
  }

  @Test("Steps before a reset, and after an end that nothing resets, are refused")
  func waitingSlots() throws {
    var environment = try VectorEnvironment(
      count: 3, rules: Rules(illegalAction: .terminate), autoreset: .disabled, seed: 1)
    let actions = [UInt8](repeating: 0, count: 3)
    #expect(throws: VectorError.stepBeforeReset(slot: 0)) { try environment.step(actions.span) }
    // Chosen slots may be reset first; the others still wait.
    let chosen: [UInt8] = [1, 0, 1]
    try environment.reset(where: chosen.span)
    #expect(throws: VectorError.stepBeforeReset(slot: 1)) { try environment.step(actions.span) }
    environment.reset(seed: 8)
    while !environment.outputs.terminated.contains(1) { try environment.step(actions.span) }
    let ended = try #require(environment.outputs.terminated.firstIndex(of: 1))
    let before = environment.exportState()
    #expect(throws: VectorError.stepAfterEnd(slot: ended, truncated: false)) {
      try environment.step(actions.span)
    }
    #expect(environment.exportState() == before)
  }

  @Test("A reset of chosen slots leaves the others and their outputs alone")
  func chosenSlots() throws {
    var environment = try Self.environment(count: 21, mode: .disabled)
    let actions = [UInt8](repeating: 1, count: 21)
    try environment.step(actions.span)
    let (state, outputs) = (environment.exportState(), environment.outputs)
    let chosen = (0..<21).map { UInt8($0 % 3 == 0 ? 1 : 0) }
    try environment.reset(where: chosen.span)
    let words = environment.stateWords
    for slot in 0..<21 {
      let part = slot * words..<(slot + 1) * words
      let cells = slot * 16..<(slot + 1) * 16
      #expect((environment.exportState()[part] == state[part]) == (chosen[slot] == 0))
      if chosen[slot] == 0 {
        #expect(environment.outputs.observations[cells] == outputs.observations[cells])
        #expect(environment.outputs.rewards[slot] == outputs.rewards[slot])
      } else {
        #expect(environment.outputs.observations[cells].count { $0 > 0 } == 2)
        #expect(environment.outputs.rewards[slot] == 0)
      }
    }
  }

  @Test("Seeds: one for all gives slot i seed + i, a list gives each its own")
  func seeds() throws {
    var first = try Self.environment(count: 18, seed: 4)
    var second = try Self.environment(count: 18, seed: 77)
    #expect(first.outputs.observations != second.outputs.observations)
    second.reset(seed: 4)
    #expect(first.exportState() == second.exportState())
    first.reset()
    try second.reset(seeds: (0..<18).map { UInt64(100 - $0) })
    #expect(first.exportState() != second.exportState())
    for slot in 0..<18 {
      var game = try GameEnvironment<Board>()
      let (board, _) = game.reset(seed: UInt64(100 - slot))
      let cells = second.outputs.observations[slot * 16..<(slot + 1) * 16]
      #expect(cells.map(Int.init) == board.exponents)
    }
  }

  @Test("An imported state goes on as the exported one", arguments: AutoresetMode.allCases)
  func stateRoundTrip(mode: AutoresetMode) throws {
    for shape in [BoardShape.standard, try BoardShape(rows: 3, columns: 5)] {
      let rules = Rules(shape: shape)
      var first = try VectorEnvironment(
        count: 19, rules: rules, stepLimit: 30, autoreset: mode, seed: 2)
      first.reset()
      let down = [UInt8](repeating: 2, count: 19)
      for _ in 0..<30 { try first.step(down.span) }
      var second = try VectorEnvironment(
        count: 19, rules: rules, stepLimit: 30, autoreset: mode, seed: 99)
      try second.importState(first.exportState().span)
      #expect(second.exportState() == first.exportState())
      #expect(second.outputs.observations == first.outputs.observations)
      #expect(second.outputs.masks == first.outputs.masks)
      if mode == .disabled { continue }
      for _ in 0..<10 {
        try first.step(down.span)
        try second.step(down.span)
        #expect(second.outputs == first.outputs)
      }
    }
  }

  @Test("A state that contradicts itself is refused and changes nothing")
  func wrongStates() throws {
    var environment = try Self.environment()
    let good = environment.exportState()
    let words = environment.stateWords
    func refused(_ slot: Int, _ change: (inout [UInt64], Int) -> Void) {
      var bad = good
      change(&bad, slot * words)
      let error = #expect(throws: VectorError.self) { try environment.importState(bad.span) }
      guard case .inconsistentState(let found, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(found == slot)
    }
    refused(3) { $0[$1] = 18 }  // an exponent no game can reach
    refused(19) { $0[$1 + 2] = 4 }  // a phase
    refused(0) { for word in 3...6 { $0[$1 + word] = 0 } }  // the generator
    refused(7) { $0[$1 + 7] = .max }  // a negative score
    refused(8) { $0[$1 + 8] = 5 }  // more moves than steps
    #expect(environment.exportState() == good)
    #expect(throws: VectorError.count(of: "state words", found: 1, expected: good.count)) {
      try environment.importState([UInt64(1)].span)
    }
  }

  @Test("Encodings of the batch are those of its boards")
  func encodings() throws {
    for shape in [BoardShape.standard, try BoardShape(rows: 2, columns: 3)] {
      var environment = try VectorEnvironment(count: 18, rules: Rules(shape: shape), seed: 6)
      environment.reset()
      let left = [UInt8](repeating: 3, count: 18)
      for _ in 0..<20 { try environment.step(left.span) }
      var (oneHot, logScale): ([Float], [Float]) = ([], [])
      for slot in 0..<18 {
        let cells = environment.outputs.observations[
          slot * shape.cellCount..<(slot + 1) * shape.cellCount]
        let grid = try Grid(shape: shape, exponents: cells.map(Int.init))
        oneHot += OneHotEncoding().encoded(grid)
        logScale += LogScaleEncoding().encoded(grid)
      }
      #expect(try Self.encoded(environment, OneHotEncoding(), count: oneHot.count) == oneHot)
      #expect(try Self.encoded(environment, LogScaleEncoding(), count: logScale.count) == logScale)
      var again = [Float](repeating: -1, count: oneHot.count)
      var output = again.mutableSpan
      try environment.encodeOneHot(into: &output)
      #expect(again == oneHot)
      again = Array(repeating: -1, count: logScale.count)
      output = again.mutableSpan
      try environment.encodeLogScale(into: &output)
      #expect(again == logScale)
    }
  }

  static func encoded<Encoding: ObservationEncoding>(
    _ environment: VectorEnvironment, _ encoding: Encoding, count: Int
  ) throws -> [Encoding.Element] {
    var numbers = [Encoding.Element](repeating: 0, count: count)
    var output = numbers.mutableSpan
    try environment.encode(encoding, into: &output)
    return numbers
  }

  /// Whether the compiler optimises: without that, generic code allocates.
  static var isOptimised: Bool {
    var runsAssertions = false
    assert(
      {
        runsAssertions = true
        return true
      }())
    return !runsAssertions
  }

  @Test(
    "A step allocates nothing", .enabled(if: isOptimised && allocation_count() >= 0),
    arguments: AutoresetMode.allCases)
  func allocatesNothing(mode: AutoresetMode) throws {
    let pool = try ThreadPool(threads: 2)
    let workers = [Workers.caller, Workers(count: 2) { pool.run($0, $1) }]
    // The pool keeps the closure of each run in one small object.
    for (workers, allowed) in zip(workers, [0, 1]) {
      var environment = try VectorEnvironment(
        count: 1100, stepLimit: mode == .disabled ? nil : 20, autoreset: mode, seed: 1,
        workers: workers)
      environment.reset()
      let actions = (0..<1100).map { UInt8($0 % 4) }
      try environment.step(actions.span)
      let before = allocation_count()
      for _ in 0..<60 { try environment.step(actions.span) }
      #expect(allocation_count() - before == 60 * allowed)
      // What is kept of the outputs has to be copied: the counter sees it.
      let kept = environment.outputs
      let between = allocation_count()
      try environment.step(actions.span)
      #expect(allocation_count() - between >= 5)
      withExtendedLifetime(kept) {}
    }
  }
}
