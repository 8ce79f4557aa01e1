/// A colour of a figure, 8 bits each of red, green and blue.
struct PlotColor: Hashable, Sendable {
  /// The three as one number, 0xRRGGBB.
  let rgb: UInt32

  /// The colour as gnuplot reads it, `#AARRGGBB` with AA the transparency.
  func code(opacity: Double = 1) -> String {
    let transparency = UInt32((255 * (1 - opacity)).rounded())
    return "#" + Self.hex(transparency, digits: 2) + Self.hex(rgb, digits: 6)
  }

  private static func hex(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}

extension PlotColor {
  /// Colours for runs that readers with any kind of colour vision tell apart on white.
  ///
  /// The palette of Okabe and Ito, "Color Universal Design" (2008), without its yellow, which is
  /// too light for lines.
  static let runs = [
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x000000,
  ].map { PlotColor(rgb: $0) }

  /// The colour of a run by its place; they repeat, with another dash pattern.
  static func run(_ index: Int) -> PlotColor { runs[index % runs.count] }

  /// Colours for the tiles from "below 256" to 32768, light to dark.
  ///
  /// Nine steps of viridis (van der Walt and Smith, 2015), whose lightness falls evenly, so that
  /// the order survives print in grey.
  static let tiles = [
    0xFDE725, 0xADDC30, 0x5EC962, 0x28AE80, 0x21918C, 0x2C728E, 0x3B528B, 0x472D7B, 0x440154,
  ].map { PlotColor(rgb: $0) }
}
