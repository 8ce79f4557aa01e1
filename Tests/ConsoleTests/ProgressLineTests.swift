import Console
import Synchronization
import TestSupport
import Testing

@Suite struct ProgressLineTests {
  /// Everything a progress line wrote, one element a write, and the width of its window.
  final class Screen: Sendable {
    private let writes = Mutex<[String]>([])
    private let width: Mutex<Int>

    init(columns: Int = 80) { width = Mutex(columns) }

    var written: [String] { writes.withLock { $0 } }

    func resize(to columns: Int) { width.withLock { $0 = columns } }

    func output(isLive: Bool) -> ProgressOutput {
      ProgressOutput(
        isLive: isLive, columns: { self.width.withLock { $0 } },
        write: { text in self.writes.withLock { $0.append(text) } })
    }
  }

  let clock = ManualClock()

  @Test("A line says share, rate, time left and fields")
  func content() {
    let screen = Screen()
    var line = ProgressLine(unit: "moves", output: screen.output(isLive: false), clock: clock)
    clock.advance(by: .seconds(10))
    line.update(count: 13_100_000, share: 0.25, fields: ["games 12,300", "mean 34,567"])
    #expect(
      screen.written == ["25.0 %  1.31 M moves/s  30 s left  games 12,300  mean 34,567\n"])
  }

  @Test("Work that is resumed has its own rate and time left")
  func resumed() {
    let screen = Screen()
    var line = ProgressLine(
      unit: "games", startingAt: 1000, share: 0.5, output: screen.output(isLive: false),
      clock: clock)
    clock.advance(by: .seconds(10))
    line.update(count: 1200, share: 0.6)
    #expect(screen.written == ["60.0 %  20.0 games/s  40 s left\n"])
  }

  @Test("What is not known is left out")
  func unknown() {
    let screen = Screen()
    var line = ProgressLine(
      unit: "games", output: screen.output(isLive: false), interval: .zero, clock: clock)
    line.update(count: 0, share: 0)
    clock.advance(by: .milliseconds(500))
    line.update(count: 5, share: 0.01)
    clock.advance(by: .milliseconds(500))
    line.update(count: 5, share: nil)
    line.update(count: 5, share: 1.5)
    #expect(
      screen.written == [
        "0.0 %\n", "1.0 %  10.0 games/s\n", "5.00 games/s\n", "100.0 %  5.00 games/s\n",
      ])
  }

  @Test("Cases 183 and 196: a pipe gets whole plain lines while the work goes on")
  func piped() {
    let screen = Screen(columns: 10)
    var line = ProgressLine(unit: "games", output: screen.output(isLive: false), clock: clock)
    for second in 1...12 {
      clock.advance(by: .seconds(1))
      line.update(count: second * 10, share: Double(second) / 20)
      // The first line comes at once, then one every five seconds.
      #expect(screen.written.count == 1 + (second - 1) / 5)
    }
    line.note("Saved checkpoint")
    line.finish()
    #expect(
      screen.written == [
        "5.0 %  10.0 games/s  19 s left\n", "30.0 %  10.0 games/s  14 s left\n",
        "55.0 %  10.0 games/s  9.0 s left\n", "Saved checkpoint\n",
        "60.0 %  10.0 games/s  8.0 s left\n",
      ])
    let controls = screen.written.joined().unicodeScalars.filter { $0.value < 32 && $0 != "\n" }
    #expect(controls.isEmpty)
  }

  @Test("On a terminal one line is rewritten, a shorter one covering the longer")
  func live() {
    let screen = Screen()
    var line = ProgressLine(unit: "games", output: screen.output(isLive: true), clock: clock)
    clock.advance(by: .seconds(1))
    line.update(count: 10, share: nil, fields: ["a long field"])
    clock.advance(by: .milliseconds(50))
    line.update(count: 10, share: nil, fields: ["too early"])
    clock.advance(by: .milliseconds(950))
    line.update(count: 20, share: nil, fields: ["short"])
    line.finish()
    #expect(
      screen.written == [
        "\r10.0 games/s  a long field", "\r10.0 games/s  short       ", "\n",
      ])
  }

  @Test("The end shows the last state even if no line was due")
  func end() {
    let screen = Screen()
    var line = ProgressLine(unit: "games", output: screen.output(isLive: true), clock: clock)
    clock.advance(by: .seconds(1))
    line.update(count: 1, share: 0.5)
    line.update(count: 2, share: 1)
    line.finish()
    line.finish()
    #expect(
      screen.written == [
        "\r50.0 %  1.00 games/s  1.0 s left", "\r100.0 %  2.00 games/s           ", "\n",
      ])
  }

  @Test("A line without any update writes nothing", arguments: [true, false])
  func silent(isLive: Bool) {
    let screen = Screen()
    var line = ProgressLine(unit: "games", output: screen.output(isLive: isLive), clock: clock)
    line.finish()
    #expect(screen.written.isEmpty)
  }

  @Test("A note stays above the live line")
  func notes() {
    let screen = Screen()
    var line = ProgressLine(unit: "games", output: screen.output(isLive: true), clock: clock)
    clock.advance(by: .seconds(1))
    line.update(count: 10, share: nil)
    line.note("Saved")
    #expect(
      screen.written == ["\r10.0 games/s", "\rSaved       \n", "\r10.0 games/s"])
  }

  @Test("Case 189: the line is cut to the window, however small, and follows its size")
  func narrow() {
    let screen = Screen(columns: 10)
    var line = ProgressLine(
      unit: "games", output: screen.output(isLive: true), interval: .zero, clock: clock)
    clock.advance(by: .seconds(1))
    for columns in [10, 1, 0, 14] {
      screen.resize(to: columns)
      line.update(count: 10, share: nil)
    }
    // A window that shrank has already lost or wrapped the old line; what is left is covered.
    #expect(screen.written == ["\r10.0 game", "\r         ", "\r", "\r10.0 games/s"])
  }
}
