/// Conversions between what a cell stores and what a player sees.
///
/// A cell stores an exponent: 0 for an empty cell, 1 for the 2-tile, 11 for
/// the 2048-tile. A player sees the face value, 2 to the power of the exponent.
public enum Tile {
  /// The largest exponent any board may hold: face values fit in `Int`.
  public static let maximumExponent = 62

  /// The face value of an exponent; 0 for an empty cell.
  ///
  /// - Precondition: `0 <= exponent <= maximumExponent`.
  @inlinable
  public static func faceValue(ofExponent exponent: Int) -> Int {
    precondition(exponent >= 0 && exponent <= 62, "Exponent outside 0...62")
    return exponent == 0 ? 0 : 1 &<< exponent
  }

  /// The exponent of a face value; `nil` if no tile shows that value.
  @inlinable
  public static func exponent(ofFaceValue value: Int) -> Int? {
    if value == 0 { return 0 }
    guard value > 1, value & (value - 1) == 0 else { return nil }
    return value.trailingZeroBitCount
  }
}
