import Console

/// How many moves an agent makes in a second.
public enum AgentSpeed: Hashable, Sendable, CustomStringConvertible {
  /// A number of moves a second.
  case movesPerSecond(Int)
  /// As many as the agent can.
  case unlimited

  /// The largest number of moves a second that can be asked for.
  public static let maximum = 1024

  /// Slow enough to follow.
  public static let `default` = AgentSpeed.movesPerSecond(8)

  /// The next higher speed: twice as fast, above the largest number without limit.
  public var faster: AgentSpeed {
    switch self {
    case .movesPerSecond(let moves) where 2 * moves <= Self.maximum: .movesPerSecond(2 * moves)
    case .movesPerSecond, .unlimited: .unlimited
    }
  }

  /// The next lower speed: half as fast, at least one move a second.
  public var slower: AgentSpeed {
    switch self {
    case .movesPerSecond(let moves): .movesPerSecond(max(moves / 2, 1))
    case .unlimited: .movesPerSecond(Self.maximum)
    }
  }

  /// The time from one move to the next.
  public var interval: Duration {
    switch self {
    case .movesPerSecond(let moves): .seconds(1) / moves
    case .unlimited: .zero
    }
  }

  /// The number as the command line writes it, or `max`.
  public var description: String {
    switch self {
    case .movesPerSecond(let moves): "\(moves)"
    case .unlimited: "max"
    }
  }
}

extension ValueParser where Value == AgentSpeed {
  /// A number of moves a second, or `max`.
  public static var speed: ValueParser {
    let numbers = ValueParser<Int>.count(in: 1...AgentSpeed.maximum)
    let expectation = "moves a second, \(numbers.expectation), or max"
    return ValueParser(expecting: expectation, describe: \.description) {
      text throws(ValueMismatch) in
      if text == "max" { return .unlimited }
      do throws(ValueMismatch) {
        return .movesPerSecond(try numbers.parse(text))
      } catch {
        throw ValueMismatch(expectation: expectation)
      }
    }
  }
}
