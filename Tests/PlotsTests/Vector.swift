import Foundation

@testable import Plots

/// What an SVG picture by gnuplot shows, read from its text.
struct Vector {
  /// A place in pixels from the upper left corner.
  struct Point: Equatable {
    let x: Double
    let y: Double
  }

  let text: String

  init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

  /// The words it shows, in order, as they are read.
  var words: [String] {
    text.matches(of: /<text[^>]*>(.*?)<\/text>/).map { match in
      match.1.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&amp;", with: "&").trimmingCharacters(in: .whitespaces)
    }
  }

  /// The longest line of a colour; a legend's sample has two points.
  func line(_ color: PlotColor) -> [Point] {
    let name = Self.name(of: color)
    return text.matches(of: /<path stroke='([^']*)' [^>]*d='([^']*)'/)
      .filter { $0.1 == name }.map { Self.points(in: $0.2) }
      .max { $0.count < $1.count } ?? []
  }

  /// The points of a colour drawn as discs, a legend's sample with them.
  func discs(_ color: PlotColor) -> [Point] {
    text.matches(of: /translate\(([0-9.]+),([0-9.]+)\) scale\([0-9.]+\)' color='(.*?)'/)
      .filter { $0.3 == Self.name(of: color) }
      .compactMap { match in
        guard let x = Double(match.1), let y = Double(match.2) else { return nil }
        return Point(x: x, y: y)
      }
  }

  /// The areas filled with a colour, and how much of what is behind them they hide.
  func areas(_ color: PlotColor) -> [(opacity: Double, corners: [Point])] {
    let name = Self.name(of: color)
    return text.matches(of: /<polygon fill = '([^']*)' (.*)points = '([^']*)'/)
      .filter { $0.1 == name }
      .map { match in
        let opacity = match.2.firstMatch(of: /fill-opacity='([0-9.]+)'/).flatMap { Double($0.1) }
        return (opacity ?? 1, Self.points(in: match.3))
      }
  }

  /// Where the horizontal lines of the grid lie, from the top.
  var horizontalGrid: [Double] {
    text.matches(of: /class="gridline" *d='(.*?)'/).map { Self.points(in: $0.1) }
      .filter { $0.count == 2 && $0[0].y == $0[1].y }.map { $0[0].y }.sorted()
  }

  private static func name(of color: PlotColor) -> String {
    let parts = [16, 8, 0].map { shift in
      let part = String(color.rgb >> UInt32(shift) & 255)
      return String(repeating: " ", count: 3 - part.count) + part
    }
    return "rgb(\(parts.joined(separator: ", ")))"
  }

  private static func points(in path: Substring) -> [Point] {
    path.matches(of: /(-?[0-9.]+),(-?[0-9.]+)/).compactMap { match in
      guard let x = Double(match.1), let y = Double(match.2) else { return nil }
      return Point(x: x, y: y)
    }
  }
}
