import Console
import Experiments

/// Where a drawn figure goes: into a file, or onto standard output as text.
public struct PictureOutput: Sendable {
  private let file: String?
  private let format: PictureFormat?
  private let size: FigureSize?

  /// Chooses an output.
  ///
  /// - Parameters:
  ///   - file: The picture to write; its ending names the format. `nil` for text on standard output.
  ///   - size: The size of a picture; the figure's own unless given.
  public init(file: String?, size: FigureSize? = nil) throws(PlotError) {
    self.file = file
    format = try file.map { path throws(PlotError) in try PictureFormat(forFile: path) }
    self.size = size
  }

  /// Draws a figure and writes it; a file is replaced as a whole.
  ///
  /// - Parameter replacing: Whether text takes the place of the text before it on a terminal.
  public func write(_ figure: Figure, by gnuplot: Gnuplot, replacing: Bool = false) throws {
    if let file, let format {
      try AtomicFile.write(try gnuplot.draw(figure, as: format, size: size), to: file)
      return
    }
    let terminal = Terminal.standardOutput
    let text = try gnuplot.draw(figure, as: .text(on: terminal))
    // Home, and what is left of the text before is erased.
    let lead = replacing && terminal.canShowScreen ? "\u{1B}[H\u{1B}[J" : ""
    StandardOutput.write(lead + String(decoding: text, as: UTF8.self))
  }
}
