/// The shares of games whose largest tile is at least 256, 512, … 32768.
public struct TileRates: Equatable, Sendable {
  /// The exponents of the tiles counted, 256 to 32768.
  public static let exponents = 8...15

  private var shares = SIMD8<Double>()

  /// Creates rates of 0.
  public init() {}

  /// Counts games by their largest tile.
  ///
  /// - Parameter largestExponents: The exponent of each game's largest tile; the rates of no game
  ///   are 0.
  public init(largestExponents: some Collection<Int>) {
    guard !largestExponents.isEmpty else { return }
    for exponent in Self.exponents {
      let count = largestExponents.count { $0 >= exponent }
      self[exponent] = Double(count) / Double(largestExponents.count)
    }
  }

  /// The share of games whose largest tile has at least this exponent, in 0...1.
  ///
  /// - Precondition: `exponents` contains `exponent`.
  public subscript(exponent: Int) -> Double {
    get { shares[exponent - Self.exponents.lowerBound] }
    set { shares[exponent - Self.exponents.lowerBound] = newValue }
  }
}
