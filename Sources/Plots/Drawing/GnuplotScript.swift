/// A figure as gnuplot's commands.
///
/// Words stand in double quotes with all that gnuplot reads as special there escaped, backquotes
/// above all; numbers are Swift's own, with a decimal point in every locale.
struct GnuplotScript {
  private let figure: Figure
  private let format: PictureFormat
  private let layout: FigureLayout

  init(_ figure: Figure, _ format: PictureFormat, size: FigureSize) {
    self.figure = figure
    self.format = format
    layout = FigureLayout(figure, size)
    self.size = size
  }

  private let size: FigureSize

  /// The script.
  var text: String {
    var lines = ["set encoding utf8", "set terminal \(format.terminal(size))"]
    lines += figure.panels.enumerated().flatMap { data(of: $1, number: $0) }
    lines += style
    lines.append(multiplot)
    for (number, panel) in figure.panels.enumerated() { lines += commands(for: panel, number) }
    lines.append("unset multiplot")
    return lines.joined(separator: "\n") + "\n"
  }

  /// A text that stands for itself.
  static func quoted(_ text: String) -> String {
    let oneLine = text.unicodeScalars.split { $0.properties.generalCategory == .control }
      .map { String($0) }.joined(separator: " ")
    let escaped = oneLine.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("`", with: "\\140")
    return "\"\(escaped)\""
  }

  private func layers(of panel: Panel) -> [Layer] {
    panel.layers.filter { !$0.rows.isEmpty && !(format.isText && $0.isForPicturesOnly) }
  }

  private func data(of panel: Panel, number: Int) -> [String] {
    layers(of: panel).enumerated().flatMap { index, layer in
      ["\(Self.block(number, index)) << END"]
        + layer.rows.map { $0.map(\.description).joined(separator: " ") } + ["END"]
    }
  }

  private static func block(_ panel: Int, _ layer: Int) -> String { "$panel\(panel)layer\(layer)" }
}

// MARK: - What all panels share

extension GnuplotScript {
  private var style: [String] {
    guard !format.isText else { return ["set border 3", "set tics nomirror"] }
    return [
      "set border 3 linecolor rgb '#606060'",
      "set tics nomirror out scale 0.5 textcolor rgb '#202020'",
      "set grid back linetype 1 linewidth 0.7 linecolor rgb '#e4e4e4'",
    ]
  }

  private var multiplot: String {
    let title = figure.title.map { " title \(Self.quoted($0))" } ?? ""
    return format.isText
      ? "set multiplot layout \(figure.panels.count),1\(title)" : "set multiplot\(title)"
  }
}

// MARK: - Panels

extension GnuplotScript {
  private func commands(for panel: Panel, _ number: Int) -> [String] {
    var lines = format.isText ? [title(of: panel)] : layout.commands(forPanel: number)
    if format.isText { lines.append("set xlabel \(Self.quoted(panel.x.label))") }
    lines += commands(for: panel.x, "x", isWritten: panel.showsXAxis || format.isText)
    lines += commands(for: panel.y, "y", isWritten: true)
    lines.append(legend(of: panel))
    let marks = layers(of: panel).enumerated().map { index, layer in
      "\(Self.block(number, index)) \(commands(for: layer))"
    }
    // An empty panel keeps its axes.
    lines.append("plot \(marks.isEmpty ? "NaN notitle" : marks.joined(separator: ", "))")
    return lines
  }

  private func commands(for axis: Axis, _ name: String, isWritten: Bool) -> [String] {
    let ticks = axis.ticks.map {
      "\(isWritten ? Self.quoted($0.label) : "''") \($0.position)"
    }
    return [
      axis.isLogarithmic ? "set logscale \(name)" : "unset logscale \(name)",
      "set \(name)range [\(axis.range.lowerBound):\(axis.range.upperBound)]",
      "set \(name)tics (\(ticks.joined(separator: ", ")))",
    ]
  }

  private func legend(of panel: Panel) -> String {
    guard panel.legend != .none, layers(of: panel).contains(where: { $0.name != nil }) else {
      return "unset key"
    }
    if format.isText { return "set key tmargin left horizontal Left reverse samplen 2" }
    let look = "vertical Left reverse samplen 2 spacing 1.2"
    return switch panel.legend {
    case .textOnly: "unset key"
    case .topRight: "set key inside top right opaque fillcolor rgb '#20ffffff' \(look)"
    case .outside: "set key at graph 1.02, graph 1 left top \(look)"
    default: "set key inside bottom right opaque fillcolor rgb '#20ffffff' \(look)"
    }
  }

  /// In text, what a panel shows and whose it is, above it.
  private func title(of panel: Panel) -> String {
    let words = [panel.name, panel.y.label].compactMap(\.self).filter { !$0.isEmpty }
    return "set title \(Self.quoted(words.joined(separator: ": ")))"
  }

  private func commands(for layer: Layer) -> String {
    let title = layer.name.map { "title \(Self.quoted($0))" } ?? "notitle"
    let color = "linecolor rgb '\(layer.color.code(opacity: format.isText ? 1 : layer.opacity))'"
    let style =
      switch layer.mark {
      case .line(let width):
        "using 1:2 with lines linewidth \(width) dashtype \(layer.dashes + 1) \(color)"
      case .point:
        "using 1:2 with points pointtype \(format.isText ? "'o'" : "7 pointsize 0.6") \(color)"
      // Text has one letter for all areas; their upper ends remain.
      case .band where format.isText: "using 1:3 with lines \(color)"
      case .band: "using 1:2:3 with filledcurves fillstyle solid 1 noborder \(color)"
      case .box: "using 1:2:3:4:5:6 with boxxyerror fillstyle solid 1 noborder \(color)"
      case .horizontalInterval:
        "using 1:2:3:4 with xerrorbars pointtype 0 linewidth 1.5 \(color)"
      }
    return "\(style) \(title)"
  }
}
