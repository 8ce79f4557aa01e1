/// A colour of 24 bits, shown as the nearest one the terminal has.
public struct TerminalColor: Equatable, Hashable, Sendable {
  /// The share of red, 0...255.
  public let red: UInt8
  /// The share of green, 0...255.
  public let green: UInt8
  /// The share of blue, 0...255.
  public let blue: UInt8

  /// Creates a colour from its shares.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The nearest colour of the 256-colour palette, as an index in 16...255.
  ///
  /// The first 16 are left out, as each user chooses their shades. Then come a
  /// cube of 6 levels (0, 95, 135, …, 255) a channel and 24 greys (8, 18, …, 238).
  public var paletteIndex: Int {
    let levels = [red, green, blue].map { Self.cubeLevel(Int($0)) }
    let cube = levels.map { $0 == 0 ? 0 : 55 + 40 * $0 }
    let grey = min(max((Int(red) + Int(green) + Int(blue)) / 3 - 3, 0) / 10, 23)
    if distance(to: Array(repeating: 8 + 10 * grey, count: 3)) < distance(to: cube) {
      return 232 + grey
    }
    return 16 + 36 * levels[0] + 6 * levels[1] + levels[2]
  }

  /// The nearest of the 16 ANSI colours in the shades of xterm, as an index in 0...15.
  public var ansiIndex: Int {
    let distances = Self.ansiShades.map { distance(to: $0) }
    return distances.indices.min { distances[$0] < distances[$1] } ?? 0
  }

  /// The colour that a terminal shows for this one, with the 16 in the shades of xterm.
  public func shown(at depth: ColorDepth) -> TerminalColor {
    switch depth {
    case .none, .trueColor: self
    case .ansi16: Self(Self.ansiShades[ansiIndex])
    case .palette256 where paletteIndex >= 232:
      Self(Array(repeating: 8 + 10 * (paletteIndex - 232), count: 3))
    case .palette256:
      Self([36, 6, 1].map { (paletteIndex - 16) / $0 % 6 }.map { $0 == 0 ? 0 : 55 + 40 * $0 })
    }
  }

  /// A colour given as red, green, blue, each 0...255.
  private init(_ shares: [Int]) {
    self.init(red: UInt8(shares[0]), green: UInt8(shares[1]), blue: UInt8(shares[2]))
  }

  /// The square of the distance to a colour given as red, green, blue.
  private func distance(to other: [Int]) -> Int {
    zip([Int(red), Int(green), Int(blue)], other).reduce(0) { sum, pair in
      sum + (pair.0 - pair.1) * (pair.0 - pair.1)
    }
  }

  private static func cubeLevel(_ value: Int) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
  }

  private static let ansiShades = [
    [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0],
    [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
    [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0],
    [92, 92, 255], [255, 0, 255], [0, 255, 255], [255, 255, 255],
  ]
}
