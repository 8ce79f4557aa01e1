/// A picture before it is drawn: panels one above the other, and the words around them.
///
/// Ranges, ticks, colours and words are all decided here; gnuplot only draws.
public struct Figure: Equatable, Sendable {
  /// The words above it.
  var title: String?
  /// Its panels, from the top.
  var panels: [Panel]

  /// The size at which its panels have their own heights.
  public var naturalSize: FigureSize {
    let heights = panels.reduce(0) { $0 + $1.height }
    let axes = panels.count { $0.showsXAxis }
    return FigureSize(
      width: 900,
      height: heights + 56 * axes + 16 * (panels.count - 1) + (title == nil ? 20 : 50))
  }
}

/// The size of a picture in pixels.
public struct FigureSize: Equatable, Sendable, CustomStringConvertible {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Width, `x`, height.
  public var description: String { "\(width)x\(height)" }
}

/// One pair of axes and what is drawn between them.
struct Panel: Equatable, Sendable {
  /// Where the names of the layers stand.
  enum Legend: Equatable, Sendable {
    case none
    case topRight
    case bottomRight
    case outside
    /// Nowhere in pictures, whose colours another panel tells; in text above the panel.
    case textOnly
  }

  /// A name in the panel's upper left corner.
  var name: String?
  /// The axis from left to right.
  var x: Axis
  /// The axis from bottom to top.
  var y: Axis
  /// What is drawn, the last in front.
  var layers: [Layer]
  /// Where the names of the layers stand.
  var legend = Legend.none
  /// Whether the horizontal axis is written below; panels that share one leave it to the lowest.
  var showsXAxis = true
  /// The height between its axes, in pixels.
  var height = 300
}

/// One set of marks of one colour.
struct Layer: Equatable, Sendable {
  /// What is drawn for each row of numbers.
  enum Mark: Equatable, Sendable {
    /// A line through the points x, y.
    case line(width: Double)
    /// A point at x, y.
    case point
    /// The area between low and high along x: x, low, high.
    case band
    /// A filled rectangle: its centre's x and y, its left, right, lower and upper end.
    case box
    /// A line from left to right with ends: x, y, left, right.
    case horizontalInterval
  }

  /// What is drawn for each row.
  var mark: Mark
  /// The colour.
  var color: PlotColor
  /// 1 hides what is behind, 0 is not seen.
  var opacity = 1.0
  /// The pattern of dashes, 0 for none.
  var dashes = 0
  /// The name in the legend; `nil` for none.
  var name: String?
  /// Whether it is left out of text, where it would hide more than it shows.
  var isForPicturesOnly = false
  /// The numbers, a row a mark, as `mark` says.
  var rows: [[Double]]
}
