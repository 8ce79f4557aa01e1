/// The arguments of a command that are no options: how the usage line shows them and how many there may be.
public struct PositionalArguments: Equatable, Sendable {
  /// The arguments as the usage line shows them, such as `DIR` or `DIR...`.
  public let usage: String

  /// How many may be given.
  public let count: ClosedRange<Int>

  /// Describes positional arguments.
  ///
  /// - Parameters:
  ///   - usage: The arguments as the usage line shows them.
  ///   - count: How many may be given.
  /// - Precondition: `count` holds no negative number.
  public init(_ usage: String, count: ClosedRange<Int>) {
    precondition(count.lowerBound >= 0, "A command cannot take fewer than no arguments")
    self.usage = usage
    self.count = count
  }

  /// No positional arguments.
  public static let none = PositionalArguments("", count: 0...0)
}
