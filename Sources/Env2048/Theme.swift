/// The colours of a board: its ground, an empty cell, and every tile.
///
/// As JSON, with colours as `#rrggbb` and tiles by their face value:
///
///     {
///       "name": "sand",
///       "board": "#b3a394",
///       "empty": "#c9bdaf",
///       "tiles": {
///         "2": { "background": "#efe6da", "text": "#6b6157" },
///         "4": { "background": "#ecdfc6", "text": "#6b6157" }
///       }
///     }
///
/// A tile that is not listed looks like the largest listed one below it, so
/// that no board is without colours; the 2 must be there.
public struct Theme: Hashable, Sendable {
  /// A colour of 24 bits.
  public struct Color: Hashable, Sendable {
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
  }

  /// How a tile looks.
  public struct TileColors: Hashable, Sendable, Codable {
    /// The colour of the tile.
    public let background: Color
    /// The colour of its number.
    public let text: Color

    /// Creates the look of a tile.
    public init(background: Color, text: Color) {
      self.background = background
      self.text = text
    }
  }

  /// What the theme is called.
  public let name: String
  /// The colour between the cells and around them.
  public let board: Color
  /// The colour of an empty cell.
  public let empty: Color
  /// The look of tiles by exponent; there is one for exponent 1.
  private let tiles: [Int: TileColors]

  /// How a tile looks; one that is not listed as the largest listed one below.
  ///
  /// - Precondition: `exponent` is 1 or more.
  public func colors(ofExponent exponent: Int) -> TileColors {
    precondition(exponent >= 1, "An empty cell is no tile")
    let nearest = tiles.keys.filter { $0 <= exponent }.max()
    guard let colors = nearest.flatMap({ tiles[$0] }) else {
      preconditionFailure("A theme has colours for the 2")
    }
    return colors
  }
}

extension Theme: Codable {
  private enum CodingKeys: String, CodingKey {
    case name
    case board
    case empty
    case tiles
  }

  /// Reads a theme and refuses one without colours for the 2, or with colours
  /// for what is no tile.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    board = try container.decode(Color.self, forKey: .board)
    empty = try container.decode(Color.self, forKey: .empty)
    var tiles: [Int: TileColors] = [:]
    for (key, colors) in try container.decode([String: TileColors].self, forKey: .tiles) {
      guard let exponent = Int(key).flatMap(Tile.exponent), exponent > 0 else {
        throw DecodingError.dataCorruptedError(
          forKey: .tiles, in: container,
          debugDescription: "'\(key)' is no tile, expected 2, 4, 8 and so on")
      }
      tiles[exponent] = colors
    }
    guard tiles[1] != nil else {
      throw DecodingError.dataCorruptedError(
        forKey: .tiles, in: container, debugDescription: "there are no colours for the 2")
    }
    self.tiles = tiles
  }

  /// Writes the theme as `init(from:)` reads it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(board, forKey: .board)
    try container.encode(empty, forKey: .empty)
    let byFaceValue = tiles.map { (String(Tile.faceValue(ofExponent: $0.key)), $0.value) }
    try container.encode(Dictionary(uniqueKeysWithValues: byFaceValue), forKey: .tiles)
  }
}

extension Theme.Color: CustomStringConvertible, Codable {
  /// Reads `#rrggbb`; `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    let digits = text.dropFirst()
    guard text.first == "#", digits.count == 6, digits.allSatisfy(\.isHexDigit),
      let bits = UInt32(digits, radix: 16)
    else { return nil }
    self.init(
      red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits))
  }

  /// The colour as `#rrggbb`.
  public var description: String {
    "#"
      + [red, green, blue].map { share in
        (share < 16 ? "0" : "") + String(share, radix: 16)
      }.joined()
  }

  /// Reads a colour from its text.
  public init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    guard let color = Self(text) else {
      throw decoder.corrupted("'\(text)' is no colour, expected '#' and six digits 0-9, a-f")
    }
    self = color
  }

  /// Writes the colour as its text.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
