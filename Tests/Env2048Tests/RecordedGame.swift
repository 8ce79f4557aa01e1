import Foundation

@testable import Env2048

/// A game as a text file, which pins the rules and the random streams.
///
///     # Anything: a comment.
///     shape 4x4
///     seed 2048
///     start 0 0 0 2 / 0 0 0 0 / 0 4 0 0 / 0 0 0 0
///     left +0 2@6 : 2 0 0 0 / 0 0 2 0 / 4 0 0 0 / 0 0 0 0
///     left illegal
///     …
///     end 1156 points, 127 moves, largest tile 128, terminated
///
/// A move's line holds the action, the reward, the new tile with its cell, and
/// the board with that tile. The file is the reference: `RecordedGameTests`
/// takes shape, seed and actions from it, plays, and compares line by line.
struct RecordedGame {
  let shape: BoardShape
  let seed: UInt64
  let actions: [Action]

  init(shape: BoardShape, seed: UInt64, actions: [Action]) {
    self.shape = shape
    self.seed = seed
    self.actions = actions
  }

  /// Reads shape, seed and actions from a recording's lines; `nil` if the first
  /// two are missing.
  init?(lines: [String]) {
    let words = lines.map { $0.split(separator: " ").map(String.init) }
    let value = { (key: String) in words.first { $0.first == key }?.dropFirst().first }
    let sides = value("shape")?.split(separator: "x").compactMap { Int($0) } ?? []
    guard sides.count == 2, let seed = value("seed").flatMap(UInt64.init) else { return nil }
    self.init(
      shape: BoardShape(sides[0], sides[1]), seed: seed,
      actions: words.compactMap { line in Action.allCases.first { $0.name == line.first } })
  }

  /// Plays the actions and returns the lines of the recording.
  func lines<State: BoardState>(on type: State.Type) throws -> [String] {
    var environment = try GameEnvironment<State>(rules: Rules(shape: shape))
    var lines = ["shape \(shape)", "seed \(seed)"]
    lines.append("start \(environment.reset(seed: seed).observation)")
    for action in actions {
      let step = try environment.step(action)
      if let tile = step.info.spawned {
        let face = Tile.faceValue(ofExponent: tile.exponent)
        lines.append(
          "\(action.name) +\(step.reward) \(face)@\(tile.cell) : \(step.observation)")
      } else {
        lines.append("\(action.name) illegal")
      }
    }
    let info = environment.info
    lines.append(
      "end \(info.score) points, \(info.moves) moves, largest tile \(info.largestTile), "
        + environment.snapshot.phase.rawValue)
    return lines
  }

  /// A whole game whose actions are drawn: mostly left or down, which plays
  /// longer than pure chance, and now and then an illegal one.
  static func drawn(shape: BoardShape, seed: UInt64) throws -> RecordedGame {
    var environment = try GameEnvironment<Grid>(rules: Rules(shape: shape))
    _ = environment.reset(seed: seed)
    var random = RandomSource(seed: seed &+ 1)
    var actions: [Action] = []
    while !environment.actionMask.isEmpty {
      let corner = environment.actionMask.filter { $0 == .left || $0 == .down }
      let drawn = environment.actionSpace.sample(using: &random) ?? .up
      let action = random.draw(below: 5) == 0 ? drawn : corner.first ?? drawn
      actions.append(action)
      _ = try environment.step(action)
    }
    return RecordedGame(shape: shape, seed: seed, actions: actions)
  }
}
