import Experiments
import Foundation

/// A page about one run or several: what was run, how it learned, how well it plays, and games of
/// it to watch.
///
/// The page is one file: pictures, games, style and program are in it, and its security policy lets
/// it load nothing else.
public struct Report: Sendable {
  /// The heading.
  public var title: String
  /// The runs, in order.
  let runs: [ReportedRun]

  /// Reads runs.
  ///
  /// - Parameter paths: The runs' folders.
  /// - Throws: What is wrong with the first file that cannot be read. An evaluation and recorded
  ///   games may be missing; recorded games are verified.
  public init(reading paths: [String]) throws {
    runs = try zip(paths, RunLog.names(for: paths)).map { try ReportedRun(reading: $0, name: $1) }
    title = runs.count == 1 ? "Run \(runs[0].name)" : "\(runs.count) runs"
  }

  /// The page, in HTML.
  ///
  /// - Parameter gnuplot: What draws its pictures.
  public func page(by gnuplot: Gnuplot) throws -> String {
    let common = runs.count > 1 ? [try comparison(by: gnuplot)] : []
    let sections = try runs.map { try $0.section(by: gnuplot, isNamed: runs.count > 1) }
    let css = String(decoding: PackageResources.report_css, as: UTF8.self)
    let script = String(decoding: PackageResources.report_js, as: UTF8.self)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
      style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <link rel="icon" href="data:,">
      <title>\(HTML.escaped(title))</title>
      <style>
      \(css)</style>
      </head>
      <body>
      <h1>\(HTML.escaped(title))</h1>
      \((common + sections).joined(separator: "\n"))
      <script>
      \(script)</script>
      </body>
      </html>

      """
  }

  /// Writes the page in place of a file.
  public func write(to path: String, by gnuplot: Gnuplot) throws {
    try AtomicFile.write(try page(by: gnuplot), to: path)
  }

  /// The pictures that show all runs together.
  private func comparison(by gnuplot: Gnuplot) throws -> String {
    var parts: [String] = []
    let logs = runs.compactMap(\.log)
    if !logs.isEmpty {
      parts.append(
        try Self.picture(
          try ReportedRun.curves.figure(of: logs), by: gnuplot,
          description: "Learning curves of \(logs.map(\.name).joined(separator: ", "))"))
    }
    let entries = runs.compactMap { run in
      run.evaluation.map { Comparison.Entry(name: run.name, report: $0) }
    }
    if entries.count > 1 {
      parts.append(
        try Self.picture(
          Comparison().figure(of: entries), by: gnuplot,
          description: "Mean scores and tiles reached of \(entries.count) runs"))
    }
    return parts.joined(separator: "\n")
  }

  /// The width of pictures for windows too narrow for the usual ones, in pixels.
  private static let narrowWidth = 480

  /// A figure as an image that is part of the page, and the same for narrow windows.
  static func picture(
    _ figure: Figure, by gnuplot: Gnuplot, description: String
  ) throws -> String {
    func source(_ size: FigureSize) throws -> String {
      let picture = Data(try gnuplot.draw(figure, as: .svg, size: size))
      return "data:image/svg+xml;base64,\(picture.base64EncodedString())"
    }
    let size = figure.naturalSize
    let narrow = FigureSize(width: narrowWidth, height: size.height)
    return """
      <picture><source media="(max-width: 40rem)" srcset="\(try source(narrow))">\
      <img alt="\(HTML.escaped(description))" src="\(try source(size))"></picture>
      """
  }
}
