import Foundation
import Testing

@testable import Env2048

/// Whether the tests were built without optimisation, where the long ones
/// take a smaller sample.
var isDebugBuild: Bool {
  #if DEBUG
    true
  #else
    false
  #endif
}

/// A number of repetitions: `count` in a release build, a part of it in a
/// debug build.
func repetitions(_ count: Int, debugDivisor: Int = 20) -> Int {
  isDebugBuild ? max(1, count / debugDivisor) : count
}

extension BoardState {
  /// A board from its text, in tests where it is known to be right.
  init(_ text: String) {
    do {
      try self.init(text: text)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// A 4×4 board from face values, with empty rows below those given.
  init(padded text: String) {
    let missing = 3 - text.count { $0 == "/" }
    self.init(text + String(repeating: " / 0 0 0 0", count: missing))
  }

  /// A board with random tiles.
  ///
  /// - Parameters:
  ///   - fill: The number of eighths of the cells that hold a tile.
  ///   - largest: The largest exponent.
  static func random(
    shape: BoardShape, fill: UInt32, largest: Int, using random: inout RandomSource
  ) -> Self {
    var board = Self(shape: shape)
    for cell in 0..<shape.cellCount where random.draw(below: 8) < fill {
      board[cell] = 1 + Int(random.draw(below: UInt32(largest)))
    }
    return board
  }

  /// The number of tiles on the board.
  var tileCount: Int { shape.cellCount - emptyCount }
}

extension BoardShape {
  /// A shape that is known to be right.
  init(_ rows: Int, _ columns: Int) {
    do {
      try self.init(rows: rows, columns: columns)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// All 63 shapes.
  static let everyShape = (1...8).flatMap { rows in
    (1...8).filter { rows * $0 > 1 }.map { BoardShape(rows, $0) }
  }
}

/// Pearson's chi-square of counts against equal expectations.
func chiSquare(_ counts: [Int]) -> Double {
  let expected = Double(counts.reduce(0, +)) / Double(counts.count)
  return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
}

/// The value that chi-square exceeds with probability 1e-4.
///
/// Wilson and Hilferty's approximation (1931); 3.719 is the normal quantile.
/// From 2 degrees of freedom up it is never below the tabulated value and at
/// most 5 % above it.
func chiSquareLimit(degreesOfFreedom: Int) -> Double {
  let k = Double(degreesOfFreedom)
  let root = 1 - 2 / (9 * k) + 3.719 * (2 / (9 * k)).squareRoot()
  return k * root * root * root
}

/// Mean and standard error of a sample.
struct Sample {
  private var count = 0.0
  private var sum = 0.0
  private var sumOfSquares = 0.0

  mutating func add(_ value: Int) {
    count += 1
    sum += Double(value)
    sumOfSquares += Double(value) * Double(value)
  }

  var mean: Double { sum / count }
  var standardError: Double { ((sumOfSquares / count - mean * mean) / (count - 1)).squareRoot() }
}

/// A value after a trip through JSON.
func throughJSON<Value: Codable>(_ value: Value) throws -> Value {
  try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}

/// Decodes a value from JSON text.
func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(json.utf8))
}
