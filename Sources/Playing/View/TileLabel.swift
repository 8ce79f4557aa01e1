import Env2048

/// What is written on a tile, as long as its room allows.
enum TileLabel {
  /// The room that every tile's label fits in: `^62`.
  static let minimumWidth = 3

  /// The face value, such as `131072`; without room for it a power of two, `2^17` or `^17`.
  ///
  /// - Precondition: `width` is at least ``minimumWidth``; `exponent` is in 0...62.
  static func text(ofExponent exponent: Int, width: Int) -> String {
    precondition(width >= minimumWidth, "A cell is at least \(minimumWidth) characters wide")
    guard exponent > 0 else { return "" }
    let texts = ["\(Tile.faceValue(ofExponent: exponent))", "2^\(exponent)", "^\(exponent)"]
    return texts.first { $0.count <= width } ?? ""
  }
}
