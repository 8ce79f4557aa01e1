/// One of the four directions a player can slide the tiles.
///
/// The raw values are the package's action numbers everywhere: in code, in
/// files, on the command line and in vector environments.
public enum Action: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Towards row 0.
  case up = 0
  /// Towards the last column.
  case right = 1
  /// Towards the last row.
  case down = 2
  /// Towards column 0.
  case left = 3

  /// The name of the direction in lower case, such as `up`.
  public var name: String {
    switch self {
    case .up: "up"
    case .right: "right"
    case .down: "down"
    case .left: "left"
    }
  }
}

/// A set of actions; as an action mask, those whose slide changes the board.
///
/// Iterating gives the members in the order up, right, down, left.
public struct ActionMask: Hashable, Sendable {
  /// Bits 0…3: up, right, down, left; the other bits are 0.
  public private(set) var rawValue: UInt8

  /// Creates the set of the actions whose bits are set.
  ///
  /// - Precondition: `rawValue < 16`.
  public init(rawValue: UInt8) {
    precondition(rawValue < 16, "An action mask has four bits")
    self.rawValue = rawValue
  }

  /// All four actions.
  public static let all = ActionMask(rawValue: 0b1111)

  /// Whether the set holds no action.
  @inlinable
  public var isEmpty: Bool { rawValue == 0 }

  /// How many actions the set holds, 0…4.
  @inlinable
  public var count: Int { rawValue.nonzeroBitCount }

  /// Whether the set holds `action`.
  @inlinable
  public func contains(_ action: Action) -> Bool { rawValue &>> action.rawValue & 1 == 1 }

  /// Adds an action to the set.
  public mutating func insert(_ action: Action) { rawValue |= 1 &<< action.rawValue }

  /// Takes an action out of the set.
  public mutating func remove(_ action: Action) { rawValue &= ~(1 &<< action.rawValue) }

  /// The members as four Booleans, in the order up, right, down, left.
  public var flags: [Bool] { Action.allCases.map { contains($0) } }

  /// The members as lanes of a vector of four 32-bit numbers, in the order up,
  /// right, down, left.
  @inlinable @inline(__always)
  public var lanes: SIMDMask<SIMD4<Int32>> {
    SIMD4(repeating: Int32(rawValue)) & SIMD4(1, 2, 4, 8) .!= 0
  }

  /// The member at `rank` in the order of raw values.
  ///
  /// - Precondition: `0 <= rank < count`.
  @inlinable
  public func member(at rank: Int) -> Action {
    precondition(rank >= 0 && rank < count, "Rank of an action outside its set")
    var bits = rawValue
    for _ in 0..<rank { bits &= bits &- 1 }
    return Action(unchecked: UInt8(truncatingIfNeeded: bits.trailingZeroBitCount))
  }
}

extension ActionMask: ExpressibleByArrayLiteral {
  /// Creates the set of the given actions.
  public init(arrayLiteral actions: Action...) {
    rawValue = 0
    for action in actions { insert(action) }
  }
}

extension ActionMask: Sequence {
  /// Gives the members of a set in the order of their raw values.
  public struct Iterator: IteratorProtocol, Sendable {
    @usableFromInline var remaining: UInt8

    @inlinable
    init(remaining: UInt8) { self.remaining = remaining }

    /// Returns the next member, `nil` after the last.
    @inlinable
    public mutating func next() -> Action? {
      guard remaining != 0 else { return nil }
      let action = Action(unchecked: UInt8(truncatingIfNeeded: remaining.trailingZeroBitCount))
      remaining &= remaining &- 1
      return action
    }
  }

  /// Creates an iterator over the members.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(remaining: rawValue) }
}

extension Action {
  /// Creates an action from a raw value known to be in 0…3.
  @inlinable
  init(unchecked rawValue: UInt8) {
    switch rawValue & 3 {
    case 0: self = .up
    case 1: self = .right
    case 2: self = .down
    default: self = .left
    }
  }
}

extension ActionMask: Codable {
  /// Reads the raw value and refuses bits that stand for no action.
  public init(from decoder: any Decoder) throws {
    let bits = try UInt8(from: decoder)
    guard bits < 16 else {
      throw decoder.corrupted("Action mask is \(bits): expected 0 to 15")
    }
    self.init(rawValue: bits)
  }

  /// Writes the raw value, a number.
  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

extension ActionMask: CustomStringConvertible {
  /// The members' names, such as `{right, down}`.
  public var description: String { "{\(map(\.name).joined(separator: ", "))}" }
}
