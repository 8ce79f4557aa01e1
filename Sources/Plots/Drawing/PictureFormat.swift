import Console

/// What a figure is drawn as.
public enum PictureFormat: Equatable, Sendable {
  /// Scalable vector graphics, for web pages.
  case svg
  /// Pixels.
  case png
  /// A page for papers.
  case pdf
  /// Letters on a terminal of this size.
  case text(columns: Int, rows: Int, colors: ColorDepth)

  /// The format that a file's name asks for by its ending.
  public init(forFile path: String) throws(PlotError) {
    let name = path.lowercased()
    if name.hasSuffix(".svg") {
      self = .svg
    } else if name.hasSuffix(".png") {
      self = .png
    } else if name.hasSuffix(".pdf") {
      self = .pdf
    } else {
      throw .unknownFormat(path: path)
    }
  }

  /// Text as large as a terminal's window, less the line of the prompt.
  public static func text(on terminal: Terminal) -> PictureFormat {
    let size = terminal.size
    return .text(
      columns: max(size.columns, 40), rows: max(size.rows - 1, 12), colors: terminal.colorDepth)
  }

  /// Whether the figure becomes letters.
  var isText: Bool {
    if case .text = self { true } else { false }
  }

  /// The command that prepares gnuplot.
  func terminal(_ size: FigureSize) -> String {
    let pixels = "size \(size.width),\(size.height)"
    return switch self {
    case .svg: "svg \(pixels) font 'sans-serif,13' linewidth 1 background 'white' noenhanced"
    case .png: "pngcairo \(pixels) font 'sans-serif,10' fontscale 1 noenhanced"
    case .pdf:
      // A pixel is 1/96 inch, as in CSS.
      "pdfcairo size \(Double(size.width) / 96)in,\(Double(size.height) / 96)in "
        + "font 'sans-serif,10' fontscale 0.75 linewidth 1.3 noenhanced"
    case .text(let columns, let rows, let colors):
      "dumb size \(columns),\(rows) aspect 1 noenhanced \(Self.word(for: colors))"
    }
  }

  private static func word(for colors: ColorDepth) -> String {
    switch colors {
    case .none: "mono"
    case .ansi16: "ansi"
    case .palette256: "ansi256"
    case .trueColor: "ansirgb"
    }
  }
}
