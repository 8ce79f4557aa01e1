/// What happens on an action that changes nothing.
///
/// Whatever the policy, no tile appears and board, score and moves stay.
public enum IllegalActionPolicy: Hashable, Sendable {
  /// The reward is 0 and the episode goes on.
  case ignore
  /// The reward is minus the points given; the score does not change.
  case penalty(Int)
  /// The episode ends as terminated with reward 0.
  case terminate
}

/// The rules of a game of 2048.
public struct Rules: Hashable, Sendable, Codable {
  /// The number of rows and columns.
  public var shape: BoardShape
  /// How many tiles a game starts with.
  public var startingTiles: Int
  /// The probability that a new tile is a 4 and not a 2; a multiple of 2^-32
  /// is used, the nearest below or at this value.
  public var fourProbability: Double
  /// The face value of the tile that wins the game.
  public var winTile: Int
  /// Whether reaching the win tile ends the episode as terminated.
  public var endsAtWin: Bool
  /// What an action does that changes nothing.
  public var illegalAction: IllegalActionPolicy

  /// Creates rules; those of the original game unless said otherwise.
  public init(
    shape: BoardShape = .standard, startingTiles: Int = 2, fourProbability: Double = 0.1,
    winTile: Int = 2048, endsAtWin: Bool = false, illegalAction: IllegalActionPolicy = .ignore
  ) {
    self.shape = shape
    self.startingTiles = startingTiles
    self.fourProbability = fourProbability
    self.winTile = winTile
    self.endsAtWin = endsAtWin
    self.illegalAction = illegalAction
  }

  /// Checks what the types do not.
  ///
  /// - Throws: `RulesError` for the first value that no game can have.
  public func validate() throws(RulesError) {
    guard (1...shape.cellCount).contains(startingTiles) else {
      throw .startingTiles(found: startingTiles, maximum: shape.cellCount)
    }
    guard (0...1).contains(fourProbability) else { throw .fourProbability(fourProbability) }
    guard let exponent = Tile.exponent(ofFaceValue: winTile), exponent >= 2 else {
      throw .winTile(winTile)
    }
    if case .penalty(let points) = illegalAction, points < 0 { throw .penalty(points) }
  }
}

extension Rules {
  /// Reads rules and refuses those that no game can have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      shape: container.decode(BoardShape.self, forKey: .shape),
      startingTiles: container.decode(Int.self, forKey: .startingTiles),
      fourProbability: container.decode(Double.self, forKey: .fourProbability),
      winTile: container.decode(Int.self, forKey: .winTile),
      endsAtWin: container.decode(Bool.self, forKey: .endsAtWin),
      illegalAction: container.decode(IllegalActionPolicy.self, forKey: .illegalAction))
    do {
      try validate()
    } catch {
      throw decoder.corrupted(error.description)
    }
  }
}

extension IllegalActionPolicy: Codable {
  private enum CodingKeys: String, CodingKey {
    case penalty
  }

  /// Reads `"ignore"`, `"terminate"` or `{"penalty": points}`.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      self = try .penalty(container.decode(Int.self, forKey: .penalty))
      return
    }
    switch try String(from: decoder) {
    case "ignore": self = .ignore
    case "terminate": self = .terminate
    case let name:
      throw decoder.corrupted(
        "Illegal-action policy '\(name)': expected ignore, terminate or penalty")
    }
  }

  /// Writes the policy as `init(from:)` reads it.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .ignore: try "ignore".encode(to: encoder)
    case .terminate: try "terminate".encode(to: encoder)
    case .penalty(let points):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(points, forKey: .penalty)
    }
  }
}

/// What is wrong with rules that came from outside.
public enum RulesError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The number of starting tiles does not fit on the board.
  case startingTiles(found: Int, maximum: Int)
  /// The probability is not in 0...1.
  case fourProbability(Double)
  /// The win tile is not a power of two from 4 up.
  case winTile(Int)
  /// The penalty is negative.
  case penalty(Int)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .startingTiles(let found, let maximum):
      "Rules: \(found) starting tiles: expected 1 to \(maximum), the number of cells."
    case .fourProbability(let found):
      "Rules: probability of a 4 is \(found): expected 0 to 1."
    case .winTile(let found):
      "Rules: win tile \(found): expected a power of two from 4 up."
    case .penalty(let found):
      "Rules: penalty \(found): expected 0 or more points, which are taken off the reward."
    }
  }
}
