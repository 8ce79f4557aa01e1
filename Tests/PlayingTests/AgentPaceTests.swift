import Env2048
import TestSupport
import Testing

@testable import Playing

@Suite struct AgentPaceTests {
  @Test("An agent makes its moves when they are due, and its speed is measured")
  func paced() throws {
    let clock = ManualClock()
    var pace = AgentPace(clock: clock)
    var session = try sitting(on: "2 2 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    pace.play(&session)
    #expect(pace.wait == nil)
    session.perform(.toggleAgent)
    pace.play(&session)
    #expect(session.agentMoves == 0)
    #expect(pace.wait == .milliseconds(125))
    for move in 1...8 {
      clock.advance(by: .milliseconds(125))
      pace.play(&session)
      #expect(session.agentMoves == move)
      #expect(pace.wait == .milliseconds(125))
    }
    #expect(pace.movesPerSecond == 8)
    session.perform(.toggleAgent)
    pace.play(&session)
    #expect(pace.wait == nil)
    #expect(pace.movesPerSecond == nil)
  }

  @Test("A higher speed is felt at once")
  func faster() throws {
    let clock = ManualClock()
    var pace = AgentPace(clock: clock)
    var session = try sitting(on: "2 2 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    session.perform(.toggleAgent)
    for _ in 0..<3 { session.perform(.slower) }
    pace.play(&session)
    #expect(pace.wait == .seconds(1))
    session.perform(.faster)
    pace.play(&session)
    #expect(pace.wait == .milliseconds(500))
  }

  @Test("A fast agent makes several moves between two pictures")
  func fast() throws {
    let clock = ManualClock()
    var pace = AgentPace(clock: clock)
    var session = try sitting(on: "2 2 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    session.perform(.toggleAgent)
    for _ in 0..<7 { session.perform(.faster) }
    #expect(session.speed == .movesPerSecond(1024))
    pace.play(&session)
    clock.advance(by: try #require(pace.wait))
    pace.play(&session)
    clock.advance(by: .milliseconds(33))
    pace.play(&session)
    #expect((60...68).contains(session.agentMoves))
  }

  @Test("Moves that fell behind are made, but a long sleep is not made up for")
  func behind() throws {
    let clock = ManualClock()
    var pace = AgentPace(clock: clock)
    var session = try sitting(on: "2 2 0 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    session.perform(.toggleAgent)
    for _ in 0..<3 { session.perform(.faster) }
    pace.play(&session)
    clock.advance(by: .milliseconds(40))
    pace.play(&session)
    // 64 moves a second: 40 ms are two and a half.
    #expect(session.agentMoves == 2)
    #expect(pace.wait == .milliseconds(33))
    clock.advance(by: .seconds(600))
    pace.play(&session)
    #expect((3...10).contains(session.agentMoves))
    #expect(pace.wait == .milliseconds(33))
  }
}
