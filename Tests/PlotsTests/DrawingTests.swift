import Experiments
import Foundation
import TestSupport
import Testing

@testable import Plots

/// Pictures as gnuplot draws them.
@Suite struct DrawingTests {
  let runs: TestRuns
  let gnuplot: Gnuplot

  init() throws {
    runs = try TestRuns()
    gnuplot = try Gnuplot()
  }

  private func vector(_ figure: Figure) throws -> Vector {
    Vector(try gnuplot.draw(figure, as: .svg))
  }

  @Test("A curve goes through its points: ticks and rows lie where they must")
  func curve() throws {
    let run = try runs.read("a", scores: [0, 10_000, 20_000, 15_000])
    let picture = try vector(LearningCurves().figure(of: [run]))
    let line = picture.line(.run(0))
    let grid = picture.horizontalGrid  // 20k, 15k, 10k, 5k and 0
    try #require(line.count == 4 && grid.count == 5)
    for (point, place) in zip(line, [grid[4], grid[2], grid[0], grid[1]]) {
      #expect(abs(point.y - place) < 0.1)
    }
    let steps = zip(line, line.dropFirst()).map { $1.x - $0.x }
    #expect(steps.allSatisfy { abs($0 - steps[0]) < 0.1 && $0 > 100 })
    for words in ["Mean score (points)", "Games", "a", "5k", "20k", "4k"] {
      #expect(picture.words.contains(words))
    }
  }

  @Test("Several runs, smoothing and evaluations: each line has its points")
  func severalRuns() throws {
    let path = try runs.write("a", scores: [1, 2, 3, 4]) { record in
      record.evaluation = .init(games: 10, meanScore: 2, standardError: 0.5)
    }
    var curves = LearningCurves()
    curves.smoothing = 3
    curves.title = "Two & <more> runs"
    let figure = try curves.figure(
      of: RunLog.read([path, runs.write("b", scores: [4, 3, 2, 1, 0])]))
    let picture = try vector(figure)
    #expect(picture.line(.run(0)).count == 4)
    #expect(picture.line(.run(1)).count == 5)
    #expect(picture.discs(.run(0)).count == 5, "four evaluations and the legend's sample")
    let band = try #require(picture.areas(.run(0)).first)
    #expect(band.opacity == 0.2)
    #expect(band.corners.count >= 8)
    #expect(picture.words.contains("Two & <more> runs"))
    #expect(picture.words.contains("a, evaluated"))
  }

  @Test("Tile areas cover the shares they stand for")
  func tiles() throws {
    let path = try runs.write("a", scores: [1, 2]) { record in
      record.rates = TileRates(largestExponents: [7, 8, 9, 11])
    }
    let picture = try vector(TileShares().figure(of: try RunLog.read([path])))
    let heights = [0, 1, 2, 4].compactMap { index -> Double? in
      // The smaller areas of a colour are the legend's samples.
      let heights = picture.areas(PlotColor.tiles[index]).map { area in
        let ys = area.corners.map(\.y)
        return (ys.max() ?? 0) - (ys.min() ?? 0)
      }
      return heights.max()
    }
    try #require(heights.count == 4)
    for (height, share) in zip(heights, [1, 0.75, 0.5, 0.25]) {
      #expect(abs(height / heights[0] - share) < 0.01)
    }
    #expect(picture.areas(PlotColor.tiles[3]).isEmpty, "no game ended with 1024")
    #expect(picture.words.contains("below 256") && !picture.words.contains("1024"))
  }

  @Test("Panels share their horizontal axis and do not overlap")
  func stacked() throws {
    var curves = LearningCurves()
    curves.y = [.meanScore, .alpha]
    let figure = try curves.figure(of: [runs.read("a", scores: [1, 2, 3])])
    let picture = try vector(figure)
    #expect(picture.words.filter { $0 == "Games" }.count == 1)
    #expect(picture.words.contains("Learning rate α"))
    let lines = picture.text.matches(of: /<path stroke='rgb\(  0, 114, 178\)' +d='M([0-9.]+),/)
    #expect(Set(lines.map(\.1)).count == 2, "two lines, the legend's sample apart")
  }

  @Test("Case 152: one row is a point")
  func oneRow() throws {
    let run = try runs.read("a", scores: [100])
    let picture = try vector(LearningCurves().figure(of: [run]))
    #expect(picture.discs(.run(0)).count == 2, "the row and the legend's sample")
    let shares = try vector(TileShares().figure(of: [run]))
    #expect(!shares.areas(PlotColor.tiles[0]).isEmpty)
  }

  @Test("Case 157: flat data is drawn", arguments: [0.0, 5000])
  func flat(score: Double) throws {
    let run = try runs.read("a", scores: [score, score, score])
    var curves = LearningCurves()
    curves.y = [.meanScore, .alpha, .rate2048]
    for isLogarithmic in [false, true] {
      curves.isLogarithmic = isLogarithmic
      let line = try vector(curves.figure(of: [run])).line(.run(0))
      #expect(line.count == 3)
      #expect(Set(line.map(\.y)).count == 1)
    }
  }

  @Test(
    "Names stand for themselves",
    arguments: [
      "it's", "two  words", "\"quoted\"", "$HOME", "back\\slash\\n", "`touch hit`", "größer-二〇四八",
      "<b>&amp;", "'quoted'", "ends with \\", "%d @x {^2} _y", "'; set output 'hit'; '", "#hash",
      "a;b|c",
    ])
  func names(name: String) throws {
    let run = try runs.read(name, scores: [1, 2])
    var curves = LearningCurves()
    curves.title = name
    let figure = try curves.figure(of: [run])
    let words = try vector(figure).words.filter { $0 == name }
    #expect(words.count == 2, "as title and in the legend")
    let text = String(
      decoding: try gnuplot.draw(figure, as: .text(columns: 80, rows: 20, colors: .none)),
      as: UTF8.self)
    #expect(text.contains(name))
    #expect(!FileManager.default.fileExists(atPath: "hit"))
  }

  @Test("PNG has the size asked for, and the colours of its runs")
  func png() throws {
    let figure = try LearningCurves().figure(of: [
      runs.read("a", scores: [0, 10, 20]), runs.read("b", scores: [20, 20, 10]),
    ])
    let size = FigureSize(width: 640, height: 400)
    let picture = try #require(Raster(png: try gnuplot.draw(figure, as: .png, size: size)))
    #expect(picture.width == 640 && picture.height == 400)
    #expect(picture.count(.run(0)) > 150)
    #expect(picture.count(.run(1)) > 150)
    #expect(picture.count(.run(2)) == 0)
    #expect(picture.count(PlotColor(rgb: 0xFFFFFF)) > 640 * 400 * 8 / 10)
  }

  @Test("PDF is PDF")
  func pdf() throws {
    let figure = try LearningCurves().figure(of: [runs.read("a", scores: [0, 10, 20])])
    let bytes = try gnuplot.draw(figure, as: .pdf)
    #expect(bytes.starts(with: Array("%PDF-".utf8)))
    #expect(bytes.count > 2000)
  }

  @Test("Text is as wide as asked for, and says what the axes are", arguments: [60, 80, 120])
  func text(columns: Int) throws {
    let figure = try LearningCurves().figure(of: [
      runs.read("a", scores: [0, 10_000, 20_000]), runs.read("b", scores: [20_000, 0, 0]),
    ])
    let bytes = try gnuplot.draw(figure, as: .text(columns: columns, rows: 24, colors: .none))
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count > 15 && lines.count <= 24)
    let width = lines.map(\.count).max() ?? 0
    #expect(width <= columns && width > columns - 12)
    let text = lines.joined(separator: "\n")
    for part in ["****a", "b", "Mean score (points)", "Games", "20k"] {
      #expect(text.contains(part))
    }
    #expect(!text.contains("\u{1B}") && !text.contains("\u{C}"))
    #expect(text.count { $0 == "*" } > columns / 2)
    let colored = try gnuplot.draw(
      figure, as: .text(columns: columns, rows: 24, colors: .ansi16))
    #expect(colored.contains(0x1B) && !colored.contains(0x0C))
    #expect(String(decoding: colored, as: UTF8.self).prefix { $0 != "\n" }.contains("a"))
  }

  @Test("A very long run makes a picture of moderate size")
  func longRun() throws {
    let scores = (0..<30_000).map { Double($0 % 100) }
    let run = try runs.read("long", scores: scores)
    let bytes = try gnuplot.draw(LearningCurves().figure(of: [run]), as: .svg)
    #expect(bytes.count < 100_000)
    #expect(Vector(bytes).line(.run(0)).count > 1000)
  }

  @Test("Without gnuplot the message says how to get it")
  func missing() throws {
    #expect(throws: PlotError.gnuplotMissing) { try Gnuplot(searching: runs.folder.path) }
    #expect(PlotError.gnuplotMissing.description.contains("apt-get install gnuplot-nox"))
  }

  @Test("A gnuplot that fails is quoted")
  func failing() throws {
    let figure = try LearningCurves().figure(of: [runs.read("a", scores: [1])])
    let path = runs.folder.file("gnuplot")
    for (body, reason) in [
      ("echo 'line 3: cannot' >&2; exit 2", "line 3: cannot"),
      ("exit 3", "exit code 3, and it drew nothing"), ("kill -9 $$", "signal 9 ended it"),
      ("exit 0", "exit code 0, and it drew nothing"),
    ] {
      try AtomicFile.write("#!/bin/sh\n\(body)\n", to: path)
      try runs.folder.setPermissions(0o755, of: "gnuplot")
      #expect(throws: PlotError.gnuplotFailed(reason: reason)) {
        try Gnuplot(searching: runs.folder.path).draw(figure, as: .svg)
      }
    }
  }
}
