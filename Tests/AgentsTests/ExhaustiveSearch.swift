import Env2048

@testable import Agents

/// Expectimax and minimax written as they are defined: no table, no pruning,
/// no budget, one board after the other.
struct ExhaustiveSearch<Value: AfterstateValue> {
  let value: Value
  var fourProbability = 0.1
  var minimumProbability = 0.0

  /// The worth of each action, `nil` where it is illegal.
  func totals(_ board: Value.State, plies: Int) -> [Double?] {
    Action.allCases.map { action in
      board.sliding(action).map { slide in
        Double(slide.reward) + expectation(slide.afterstate, layers: plies - 1, probability: 1)
      }
    }
  }

  func leaf(_ afterstate: Value.State) -> Double { max(Double(value.value(of: afterstate)), 0) }

  func expectation(_ afterstate: Value.State, layers: Int, probability: Double) -> Double {
    guard layers > 0, probability >= minimumProbability else { return leaf(afterstate) }
    let empties = afterstate.emptyCount
    return (0..<empties).reduce(0) { sum, rank in
      [(1, 1 - fourProbability), (2, fourProbability)].reduce(sum) { sum, tile in
        var board = afterstate
        board.placeTile(exponent: tile.0, onEmptyCell: rank)
        let share = tile.1 / Double(empties)
        let best = Action.allCases.compactMap { action in
          board.sliding(action).map { slide in
            Double(slide.reward)
              + expectation(
                slide.afterstate, layers: layers - 1, probability: probability * share)
          }
        }.max()
        return sum + share * (best ?? 0)
      }
    }
  }

  /// The worth of each action against the worst tiles, `nil` where illegal.
  func worstTotals(_ board: Value.State, plies: Int) -> [Double?] {
    Action.allCases.map { action in
      board.sliding(action).map { Double($0.reward) + worst($0.afterstate, layers: plies - 1) }
    }
  }

  func worst(_ afterstate: Value.State, layers: Int) -> Double {
    guard layers > 0 else { return leaf(afterstate) }
    let outcomes = (0..<afterstate.emptyCount).flatMap { rank in
      [1, 2].map { exponent in
        var board = afterstate
        board.placeTile(exponent: exponent, onEmptyCell: rank)
        return worstTotals(board, plies: layers).compactMap(\.self).max() ?? 0
      }
    }
    return outcomes.min() ?? 0
  }
}

/// The best play there is on a small board, by working back from the end.
///
/// The game may be cut short: beyond a sum of tiles nothing is scored any more.
struct ExactValue: AfterstateValue {
  let tileSumLimit: Int
  private var values: [Grid: Double] = [:]

  /// Works out every afterstate that can be reached from a board.
  init(from start: Grid, tileSumLimit: Int = .max) {
    self.tileSumLimit = tileSumLimit
    _ = best(start)
  }

  func value(of afterstate: Grid) -> Float { Float(values[afterstate] ?? .nan) }

  /// The worth of each action, `nil` where it is illegal.
  func totals(_ board: Grid) -> [Double?] {
    Action.allCases.map { action in
      board.sliding(action).map { Double($0.reward) + (values[$0.afterstate] ?? .nan) }
    }
  }

  /// The score expected from a board on.
  mutating func best(_ board: Grid) -> Double {
    if board.tileSum > tileSumLimit { return 0 }
    return Action.allCases.compactMap { action in board.sliding(action) }
      .map { Double($0.reward) + expectation($0.afterstate) }.max() ?? 0
  }

  private mutating func expectation(_ afterstate: Grid) -> Double {
    if let known = values[afterstate] { return known }
    let empties = afterstate.emptyCount
    var sum = 0.0
    for rank in 0..<empties {
      for (exponent, probability) in [(1, 0.9), (2, 0.1)] {
        var board = afterstate
        board.placeTile(exponent: exponent, onEmptyCell: rank)
        sum += probability / Double(empties) * best(board)
      }
    }
    values[afterstate] = sum
    return sum
  }
}
