/// The four actions, as a space to sample from.
public struct ActionSpace: Hashable, Sendable {
  /// The number of actions, 0…3.
  public let count = 4

  /// Creates the space.
  public init() {}

  /// Draws an action, each with the same probability.
  ///
  /// - Parameters:
  ///   - mask: The actions to choose among; all four unless given.
  ///   - generator: The source of the draw; one draw is taken.
  /// - Returns: The action; `nil` if the mask is empty.
  @inlinable
  public func sample(
    among mask: ActionMask = .all, using generator: inout some RandomNumberGenerator
  ) -> Action? {
    guard !mask.isEmpty else { return nil }
    return mask.member(at: Int(generator.draw(below: UInt32(truncatingIfNeeded: mask.count))))
  }
}

/// The shape, type and range of the numbers in an observation.
public struct ObservationSpace: Hashable, Sendable {
  /// The type of one number.
  public enum Element: String, Hashable, Sendable, Codable {
    /// Whole numbers of one byte.
    case uint8
    /// Single-precision floating-point numbers.
    case float32
  }

  /// The lengths of the axes, the slowest first.
  public let shape: [Int]
  /// The type of one number.
  public let element: Element
  /// The least and greatest value that can occur.
  public let range: ClosedRange<Double>

  /// The number of numbers in one observation.
  public var count: Int { shape.reduce(1, *) }
}
