import Env2048

@testable import Agents

/// Temporal difference learning as the papers write it, with dictionaries for
/// tables, `Double` for numbers and `Grid` for boards.
///
/// It plays the same games as an `NTupleLearner` that starts from the same
/// episode, as long as both choose alike. Choices between actions too close for
/// single precision to tell apart are counted in `doubtfulChoices`.
struct ReferenceLearner {
  /// What a weight stands for: some contents of the cells of a pattern, in a stage.
  struct Key: Hashable {
    var stage: Int
    let pattern: Int
    let contents: [Int]
  }

  let structure: NTupleConfiguration
  let configuration: TDConfiguration
  /// The weights before learning, in the order of an `NTupleNetwork`.
  let initialWeights: [Float]
  let spawner: TileSpawner
  /// The weights that were updated.
  var weights: [Key: Double] = [:]
  var sums: [Key: Double] = [:]
  var absoluteSums: [Key: Double] = [:]
  var doubtfulChoices = 0

  init(
    structure: NTupleConfiguration, configuration: TDConfiguration, rules: Rules,
    initialWeights: [Float]
  ) {
    self.structure = structure
    self.configuration = configuration
    self.initialWeights = initialWeights
    spawner = TileSpawner(rules: rules)
  }

  /// Where an `NTupleNetwork` keeps a weight: the first cell counts most.
  func index(of key: Key) -> Int {
    key.stage * structure.stageWeightCount + structure.offsets[key.pattern]
      + key.contents.reduce(0) { $0 * 16 + $1 }
  }

  /// A weight; until a later stage has learnt it, that of the stage before.
  func weight(_ key: Key) -> Double {
    if let weight = weights[key] { return weight }
    guard key.stage > 0 else { return Double(initialWeights[index(of: key)]) }
    var before = key
    before.stage -= 1
    return weight(before)
  }

  /// Every look-up of a board; the same key may occur more than once.
  func keys(of board: Grid) -> [Key] {
    let largestTile = Tile.faceValue(ofExponent: board.exponents.max() ?? 0)
    let stage = structure.stageTiles.count { $0 <= largestTile }
    return structure.symmetries.flatMap { symmetry in
      let image = board.applying(symmetry)
      return structure.patterns.enumerated().map { number, pattern in
        Key(stage: stage, pattern: number, contents: pattern.cells.map { min(image[$0], 15) })
      }
    }
  }

  func value(_ board: Grid) -> Double {
    keys(of: board).reduce(0) { $0 + weight($1) }
  }

  /// Moves a board's value, and returns the absolute error.
  mutating func update(_ board: Grid, towards target: Double) -> Double {
    let keys = keys(of: board)
    let error = target - value(board)
    for key in keys {
      var rate = Double(configuration.alpha) / Double(keys.count)
      if configuration.stepSize == .tc {
        let absolute = absoluteSums[key, default: 0]
        if absolute != 0 { rate *= abs(sums[key, default: 0]) / absolute }
        sums[key, default: 0] += error
        absoluteSums[key, default: 0] += abs(error)
      }
      weights[key] = weight(key) + rate * error
    }
    return abs(error)
  }

  /// The action with the largest reward plus value.
  mutating func choose(on board: Grid) -> (afterstate: Grid, reward: Int, total: Double)? {
    let candidates = Action.allCases.compactMap { action in
      board.sliding(action).map { slide in
        (slide.afterstate, slide.reward, total: Double(slide.reward) + value(slide.afterstate))
      }
    }
    guard let best = candidates.max(by: { $0.total < $1.total }) else { return nil }
    if candidates.count(where: { best.total - $0.total < 1e-3 }) > 1 { doubtfulChoices += 1 }
    return best
  }

  /// Plays an episode to its end and learns from it.
  mutating func learnEpisode(from start: Episode<Grid>) -> (result: GameResult, errorSum: Double) {
    var episode = start
    var errorSum = 0.0
    var path: [(afterstate: Grid, reward: Int)] = []
    let steps = configuration.steps
    while let choice = choose(on: episode.board) {
      if configuration.direction == .forward, path.count >= steps {
        // The rewards of the moves after the afterstate n moves ago, but for the last.
        let rewards = path.suffix(steps - 1).reduce(0) { $0 + $1.reward }
        errorSum += update(
          path[path.count - steps].afterstate, towards: Double(rewards) + choice.total)
      }
      path.append((choice.afterstate, choice.reward))
      episode.advance(to: choice.afterstate, reward: choice.reward, spawner: spawner)
    }
    if configuration.direction == .forward {
      for place in max(0, path.count - steps)..<path.count {
        let rewards = path[(place + 1)...].reduce(0) { $0 + $1.reward }
        errorSum += update(path[place].afterstate, towards: Double(rewards))
      }
    } else {
      let lambda = Double(configuration.lambda)
      var target = 0.0
      for (afterstate, reward) in path.reversed() {
        errorSum += update(afterstate, towards: target)
        target = Double(reward) + lambda * target + (1 - lambda) * value(afterstate)
      }
    }
    let result = GameResult(
      score: episode.score, moves: episode.moves, largestExponent: episode.board.largestExponent)
    return (result, errorSum)
  }
}
