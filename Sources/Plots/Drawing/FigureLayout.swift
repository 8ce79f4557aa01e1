/// Where the panels of a figure lie, so that their axes line up.
struct FigureLayout {
  private let figure: Figure
  private let size: FigureSize

  init(_ figure: Figure, _ size: FigureSize) {
    self.figure = figure
    self.size = size
  }

  /// The width of a letter, about, in pixels.
  private static let letterWidth = 7.5
  private static let gap = 16.0
  private static let xAxisHeight = 56.0
  /// What keeps the words below a panel off the one that follows.
  private static let rest = 14.0

  /// The commands that put a panel and the words beside its axes in their places.
  ///
  /// gnuplot would put the words where it takes the ticks to end, which differs by format.
  func commands(forPanel number: Int) -> [String] {
    let panel = figure.panels[number]
    let (top, bottom) = edges(ofPanel: number)
    let (width, height) = (Double(size.width), Double(size.height))
    let center = (x: (left + width - right) / 2, y: (top + bottom) / 2)
    var lines = [
      "set lmargin at screen \(left / width)",
      "set rmargin at screen \(1 - right / width)",
      "set tmargin at screen \(1 - top / height)",
      "set bmargin at screen \(1 - bottom / height)",
      "unset label",
      label(panel.y.label, x: 13, y: center.y, "center rotate by 90"),
    ]
    if panel.showsXAxis {
      lines.append(label(panel.x.label, x: center.x, y: bottom + 44, "center"))
    }
    if let name = panel.name { lines.append(label(name, x: left, y: top - 9, "left")) }
    return lines
  }

  private func label(_ text: String, x: Double, y: Double, _ style: String) -> String {
    let place = "screen \(x / Double(size.width)), screen \(1 - y / Double(size.height))"
    return "set label \(GnuplotScript.quoted(text)) at \(place) \(style)"
  }

  /// The pixels left of every panel: the widest tick and the turned words.
  private var left: Double {
    let letters = figure.panels.flatMap(\.y.ticks).map(\.label.count).max() ?? 0
    return 40 + Self.letterWidth * Double(letters)
  }

  /// The pixels right of every panel: a legend, or half of the last tick.
  private var right: Double {
    let outside = figure.panels.filter { $0.legend == .outside }
    let letters = outside.flatMap(\.layers).compactMap(\.name?.count).max()
    return letters.map { 60 + Self.letterWidth * Double($0) } ?? 24
  }

  /// The pixels from the figure's top to a panel's upper and lower end.
  private func edges(ofPanel number: Int) -> (top: Double, bottom: Double) {
    let head = figure.title == nil ? 14.0 : 44.0
    let space = figure.panels.indices.reduce(head) { $0 + spaceAround(panel: $1) }
    let natural = figure.panels.reduce(0) { $0 + Double($1.height) }
    let scale = max(0.1, (Double(size.height) - space) / natural)
    var top = head
    for index in 0..<number {
      top += spaceAround(panel: index) + scale * Double(figure.panels[index].height)
    }
    let panel = figure.panels[number]
    if panel.name != nil { top += Self.gap }
    return (top, top + scale * Double(panel.height))
  }

  private func spaceAround(panel number: Int) -> Double {
    let panel = figure.panels[number]
    let isLast = number == figure.panels.count - 1
    let below = panel.showsXAxis ? Self.xAxisHeight + (isLast ? 0 : Self.rest) : Self.gap
    return (panel.name == nil ? 0 : Self.gap) + below
  }
}
