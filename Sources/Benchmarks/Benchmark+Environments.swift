import Env2048
import Threads

extension Benchmark {
  /// Single and vector environments, through their public interface, with
  /// observation and mask.
  ///
  /// `uniform` draws among all four actions beforehand; `legal` chooses among
  /// the legal ones as an agent does, and its choice is part of what is timed.
  static let environments: [Benchmark] =
    [singleUniform, singleLegal]
    + Set([1, ThreadPool.processors]).sorted().flatMap { threads in
      [16, 256, 1024, 16_384].flatMap { slots in
        [vectorUniform(slots, threads: threads), vectorLegal(slots, threads: threads)]
      }
    }

  private static let singleUniform = Benchmark("env/single/uniform", unit: "steps") {
    let actions = randomNumbers(65_536, below: 4).map { ActionMask.all.member(at: Int($0)) }
    var environment = try GameEnvironment<Board>(seed: 1)
    _ = environment.reset()
    return { rounds in
      var sum = 0
      for _ in 0..<rounds {
        for action in actions {
          let step = try environment.step(action)
          sum &+= step.reward &+ Int(step.info.actionMask.rawValue)
          if step.terminated { _ = environment.reset() }
        }
      }
      blackHole(sum)
      return rounds * actions.count
    }
  }

  private static let singleLegal = Benchmark("env/single/legal", unit: "steps") {
    var environment = try GameEnvironment<Board>(seed: 1)
    var random = RandomSource(seed: 2)
    _ = environment.reset()
    let steps = 4096
    return { rounds in
      var sum = 0
      for _ in 0..<rounds * steps {
        guard
          let action = environment.actionSpace.sample(
            among: environment.actionMask, using: &random)
        else { continue }
        let step = try environment.step(action)
        sum &+= step.reward
        if step.terminated { _ = environment.reset() }
      }
      blackHole(sum)
      return rounds * steps
    }
  }

  private static func vectorUniform(_ slots: Int, threads: Int) -> Benchmark {
    Benchmark(name(slots, "uniform", threads), unit: "steps", threads: threads) {
      let batches = (0..<16).map { randomNumbers(slots, below: 4, seed: UInt64($0)) }
      var environment = try vector(slots, threads: threads)
      return { rounds in
        for _ in 0..<rounds {
          for actions in batches { try environment.step(actions.span) }
        }
        blackHole(environment.outputs.rewards[0])
        return rounds * batches.count * slots
      }
    }
  }

  private static func vectorLegal(_ slots: Int, threads: Int) -> Benchmark {
    Benchmark(name(slots, "legal", threads), unit: "steps", threads: threads) {
      var environment = try vector(slots, threads: threads)
      var agent = RandomLegalAgent(slots: slots)
      return { rounds in
        for _ in 0..<rounds * 16 {
          agent.choose(environment.outputs.masks)
          try environment.step(agent.actions.span)
        }
        blackHole(environment.outputs.rewards[0])
        return rounds * 16 * slots
      }
    }
  }

  private static func name(_ slots: Int, _ kind: String, _ threads: Int) -> String {
    "env/vector/\(slots)/\(kind)" + (threads > 1 ? "/threads" : "")
  }

  /// An environment some hundred steps into its games, as in long use.
  private static func vector(_ slots: Int, threads: Int) throws -> VectorEnvironment {
    var workers = Workers.caller
    if threads > 1 {
      let pool = try ThreadPool(threads: threads)
      workers = Workers(count: threads) { pool.run($0, $1) }
    }
    var environment = try VectorEnvironment(count: slots, seed: 1, workers: workers)
    environment.reset()
    var agent = RandomLegalAgent(slots: slots)
    for _ in 0..<300 {
      agent.choose(environment.outputs.masks)
      try environment.step(agent.actions.span)
    }
    return environment
  }
}

/// Chooses a legal action for every slot, each with the same probability.
struct RandomLegalAgent {
  /// The latest choice, UInt8 [slots].
  private(set) var actions: [UInt8]
  /// For each mask of four bits and each of twelve draws, the action: twelve
  /// is the smallest number that 1, 2, 3 and 4 divide.
  private let choices: [UInt8]
  /// Draws of 0…11, made beforehand; each step starts at another place.
  private let draws: [UInt8]
  private var place = 0

  init(slots: Int) {
    actions = Array(repeating: 0, count: slots)
    draws = randomNumbers(slots + 4096, below: 12, seed: 9)
    choices = (UInt8(0)..<16).flatMap { bits in
      (0..<12).map { draw in
        let mask = ActionMask(rawValue: bits)
        return mask.isEmpty ? 0 : mask.member(at: draw % mask.count).rawValue
      }
    }
  }

  /// Chooses by the masks, UInt8 [slots, 4], each 0 or 1.
  mutating func choose(_ masks: [UInt8]) {
    place = (place &+ 1021) & 4095
    precondition(masks.count == 4 * actions.count, "Masks of other slots")
    let words = unsafe masks.span.bytes
    for slot in actions.indices {
      // Bytes 0…3 to bits 0…3. Any four bytes are a number.
      let bytes = unsafe words.unsafeLoadUnaligned(fromByteOffset: 4 &* slot, as: UInt32.self)
      let bits = (bytes.littleEndian &* 0x1020_4080) &>> 28
      actions[slot] = choices[Int(bits) &* 12 &+ Int(draws[place &+ slot])]
    }
  }
}

/// Numbers below a bound, always the same for one seed.
func randomNumbers(_ count: Int, below bound: UInt32, seed: UInt64 = 1) -> [UInt8] {
  var random = RandomSource(seed: seed)
  return (0..<count).map { _ in UInt8(random.draw(below: bound)) }
}
