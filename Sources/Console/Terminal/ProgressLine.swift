/// One line that says how far long work has come, how fast it goes and when it will end.
///
/// ```
/// 32.1 %  1.31 M moves/s  2 min 05 s left  games 12,300  mean 34,567
/// ```
///
/// On a terminal the line is rewritten in place, cut to the window's width; in
/// a pipe or file a plain line is added now and then, without any control
/// character but the line's end. Each line is on its way when `update` returns.
/// Rate and time left are taken from all the work since the line began.
public struct ProgressLine<C: Clock> where C.Duration == Duration {
  private let unit: String
  private let output: ProgressOutput
  private let interval: Duration
  private let clock: C

  /// Where the work stood when this line began; work that is resumed does not begin at 0.
  private let start: (instant: C.Instant, count: Int, share: Double)
  private var latest: (count: Int, share: Double?, fields: [String])
  private var lastDrawn: C.Instant?
  /// The length of the line on the screen, which a shorter one must cover.
  private var visibleLength = 0
  private var isDrawnUpToDate = true

  /// Begins a line; nothing is drawn before the first update.
  ///
  /// - Parameters:
  ///   - unit: What is counted, in the plural, as in `1.31 M moves/s`.
  ///   - count: How many were done before, by a run that is resumed.
  ///   - share: The share of the work done before, 0...1.
  ///   - output: Where the line appears.
  ///   - interval: The time between two lines; by default 0.1 s on a terminal and 5 s elsewhere.
  ///   - clock: The clock that rate and time left are taken from.
  public init(
    unit: String, startingAt count: Int = 0, share: Double = 0,
    output: ProgressOutput = .standardError, interval: Duration? = nil,
    clock: C = ContinuousClock()
  ) {
    self.unit = unit
    self.output = output
    self.interval = interval ?? (output.isLive ? .milliseconds(100) : .seconds(5))
    self.clock = clock
    self.start = (clock.now, count, share)
    self.latest = (count, share, [])
  }

  /// Takes down how far the work has come, and draws it if a line is due.
  ///
  /// - Parameters:
  ///   - count: How many are done, those from before the start included.
  ///   - share: The share of the work done, 0...1; `nil` if its end is not known.
  ///   - fields: What else the line says, such as `mean 34,567`.
  public mutating func update(count: Int, share: Double?, fields: [String] = []) {
    latest = (count, share, fields)
    isDrawnUpToDate = false
    let now = clock.now
    if let lastDrawn, lastDrawn.duration(to: now) < interval { return }
    draw(at: now)
  }

  /// Adds a line of its own that stays, such as "Saved checkpoint", above the live line.
  public mutating func note(_ message: String) {
    guard output.isLive, lastDrawn != nil else {
      output.write(message + "\n")
      return
    }
    output.write(overwriting(with: message) + "\n")
    visibleLength = 0
    draw(at: clock.now)
  }

  /// Draws the last state if it is not there yet, and leaves the line; the next text begins a new one.
  public mutating func finish() {
    if !isDrawnUpToDate { draw(at: clock.now) }
    if output.isLive, visibleLength > 0 { output.write("\n") }
    visibleLength = 0
    lastDrawn = nil
  }

  private mutating func draw(at now: C.Instant) {
    lastDrawn = now
    isDrawnUpToDate = true
    let line = line(at: now)
    guard output.isLive else {
      output.write(line + "\n")
      return
    }
    // One column stays free: a full line makes some terminals begin the next.
    let visible = String(line.prefix(max(output.columns() - 1, 0)))
    output.write(overwriting(with: visible))
    visibleLength = visible.count
  }

  /// The text in place of the line on the screen, the rest of which spaces cover.
  private func overwriting(with text: String) -> String {
    "\r" + text + String(repeating: " ", count: max(visibleLength - text.count, 0))
  }

  private func line(at now: C.Instant) -> String {
    let elapsed = start.instant.duration(to: now) / .seconds(1)
    var parts: [String] = []
    if let share = latest.share { parts.append(Format.percent(min(max(share, 0), 1))) }
    if elapsed > 0 {
      parts.append(Format.rate(Double(latest.count - start.count) / elapsed, of: unit))
    }
    // The first moments foretell nothing.
    if let share = latest.share, share > start.share, share < 1, elapsed >= 1 {
      let left = elapsed * (1 - share) / (share - start.share)
      parts.append(Format.duration(.seconds(min(left, 1e10))) + " left")
    }
    return (parts + latest.fields).joined(separator: "  ")
  }
}
