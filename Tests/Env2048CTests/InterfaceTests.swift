import Env2048
import Env2048C
import Testing

/// The functions that other languages call, called as they would.
///
/// `Python/tests` goes through all of them; here is what holds without Python.
@Suite struct InterfaceTests {
  @Test("Slots play as a vector environment with the same seed", arguments: [Int32(0), 1, 2])
  func playsAsVector(autoreset: Int32) throws {
    let caller = try Caller(slots: 5, autoreset: autoreset, seed: 9)
    let modes: [AutoresetMode] = [.nextStep, .sameStep, .disabled]
    var games = try VectorEnvironment(
      count: 5, rules: Rules(shape: BoardShape(rows: 2, columns: 2)),
      autoreset: modes[Int(autoreset)], seed: 9)
    games.reset()
    #expect(caller.reset() == 0)
    var choices = RandomSource(seed: 1)
    var ends = 0
    for _ in 0..<400 {
      let actions = (0..<5).map { _ in Int64(choices.draw(below: 4)) }
      try games.step(actions.span)
      #expect(caller.step(actions) == 0)
      #expect(caller.observations == games.outputs.observations)
      #expect(caller.rewards == games.outputs.rewards)
      #expect(caller.terminated == games.outputs.terminated)
      let ended = games.outputs.terminated.map { $0 != 0 }
      ends += ended.count { $0 }
      for slot in 0..<5 where ended[slot] {
        #expect(caller.statistics[slot] == Int64(games.endings.episodes[slot].score))
      }
      if autoreset == 2, ended.contains(true) {
        let chosen = ended.map { UInt8($0 ? 1 : 0) }
        try games.reset(where: chosen.span)
        #expect(caller.reset(where: chosen) == 0)
      }
    }
    #expect(ends > 20)
  }

  @Test("A wrong action is named and steps no slot")
  func namesWrongAction() throws {
    let caller = try Caller(slots: 2, autoreset: 0, seed: 1)
    #expect(caller.step([0, 0]) == 2)
    #expect(caller.takeError().contains("reset"))
    #expect(caller.reset() == 0)
    let before = caller.observations
    #expect(caller.step([0, 7]) == 1)
    #expect(
      caller.takeError() == "Action 7 in slot 1: expected 0 (up), 1 (right), 2 (down) or 3 (left).")
    #expect(caller.takeError().isEmpty)
    #expect(caller.observations == before)
  }

  @Test("A destroyed environment is refused")
  func refusesDestroyed() throws {
    let caller = try Caller(slots: 2, autoreset: 0, seed: 1)
    #expect(destroy(caller.handle) == 0)
    #expect(caller.reset() == 3)
    #expect(destroy(caller.handle) == 3)
    #expect(destroy(0) == 3)
  }

  @Test("Null buffers are refused")
  func refusesNull() throws {
    let caller = try Caller(slots: 2, autoreset: 0, seed: 1)
    #expect(bind(caller.handle, nil, nil, nil, nil, nil, nil, nil, nil, 0) == 1)
    #expect(caller.takeError() == "Buffer of observations is null: expected 8 elements.")
    #expect(create(1, 4, 4, 2, 0.1, 2048, 0, 0, 0, 0, 0, 0, nil) == 1)
  }
}
