import Agents
import Env2048
import Experiments

/// What an agent thinks of a board.
public struct Advice: Hashable, Sendable {
  /// The action it would play; `nil` if none is legal.
  public let best: Action?
  /// What each action is worth to it, reward and score expected after it, by action number.
  ///
  /// `nil` for an illegal action, and for all four if the agent does not weigh actions.
  public let worth: [Double?]

  /// Whether the agent weighs actions.
  public var hasWorth: Bool { worth.contains { $0 != nil } }

  /// Creates an advice.
  ///
  /// - Precondition: There are four values.
  public init(best: Action?, worth: [Double?] = [nil, nil, nil, nil]) {
    precondition(worth.count == 4, "There are four actions")
    self.best = best
    self.worth = worth
  }
}

/// An agent that can be asked about any board, move by move.
public struct Advisor<State: BoardState>: Sendable {
  /// The agent's name.
  public let name: String
  /// The agent's own stream of random numbers, apart from the game's.
  private var random: RandomSource
  private let ask: @Sendable (State, inout RandomSource) throws -> Advice

  /// Asks an agent that was loaded.
  ///
  /// - Parameters:
  ///   - agent: The agent.
  ///   - random: The stream that a random agent draws from.
  public init(_ agent: LoadedAgent, random: RandomSource) {
    name = agent.title
    self.random = random
    if agent.weighsActions {
      ask = { board, _ in Self.advice(try agent.actionValues(of: board)) }
    } else {
      let policy = RandomPolicy<State>()
      ask = { board, random in Advice(best: policy.action(for: board, using: &random)) }
    }
  }

  /// Asks for an opinion on a board.
  ///
  /// - Throws: What the agent throws for a board that it cannot weigh.
  public mutating func advice(on board: State) throws -> Advice {
    try ask(board, &random)
  }

  /// The best of the legal actions; among equals the first.
  private static func advice(_ choices: [ActionValue]) -> Advice {
    var worth: [Double?] = [nil, nil, nil, nil]
    var best: ActionValue?
    for choice in choices {
      worth[Int(choice.action.rawValue)] = Double(choice.total)
      // A value that is not a number loses against any other.
      if best.map({ choice.total > $0.total || $0.total.isNaN }) ?? true { best = choice }
    }
    return Advice(best: best?.action, worth: worth)
  }
}
