import Experiments
import Testing

@testable import Plots

@Suite struct FigureTests {
  let runs: TestRuns

  init() throws { runs = try TestRuns() }

  @Test("A panel a quantity, runs told apart by colour, and the words in place")
  func panels() throws {
    var curves = LearningCurves()
    curves.y = [.meanScore, .rate2048, .alpha]
    curves.x = .seconds
    let figure = try curves.figure(of: [
      try runs.read("a", scores: [1, 2]), try runs.read("b", scores: [3, 4]),
    ])
    #expect(
      figure.panels.map(\.y.label)
        == ["Mean score (points)", "Games reaching 2048 (%)", "Learning rate α"])
    #expect(figure.panels.map(\.x.label) == Array(repeating: "Training time (s)", count: 3))
    #expect(figure.panels.map(\.showsXAxis) == [false, false, true])
    #expect(figure.panels[0].layers.map(\.name) == ["a", "b"])
    #expect(figure.panels[0].layers.map(\.color) == [.run(0), .run(1)])
    #expect(figure.panels[0].layers.map(\.rows) == [[[30, 1], [60, 2]], [[30, 3], [60, 4]]])
    #expect(figure.panels[1].legend == .none && figure.panels[0].legend != .none)
  }

  @Test("Evaluations are points within a band of 1.96 standard errors")
  func evaluations() throws {
    let path = try runs.write("a", scores: [1, 2, 3]) { record in
      guard record.games != 2000 else { return }
      record.evaluation = .init(games: 100, meanScore: 500, standardError: 10)
    }
    let figure = try LearningCurves().figure(of: try RunLog.read([path]))
    let band = try #require(figure.panels[0].layers.first { $0.mark == .band })
    #expect(band.rows.map { $0[0] } == [1000, 3000])
    #expect(abs(band.rows[0][1] - 480.4) < 0.001 && abs(band.rows[0][2] - 519.6) < 0.001)
    let points = try #require(figure.panels[0].layers.first { $0.mark == .point })
    #expect(points.rows == [[1000, 500], [3000, 500]])
    #expect(points.name == "a, evaluated")
    #expect(figure.panels[0].y.range.upperBound >= 519.6)
  }

  @Test("A quantity that no run has is refused by name")
  func noValues() throws {
    var curves = LearningCurves()
    curves.y = [.meanScore, .evaluationMeanScore]
    let run = try runs.read("a", scores: [1])
    #expect(throws: PlotError.noValues(column: .evaluationMeanScore)) {
      try curves.figure(of: [run])
    }
  }

  @Test("Tile areas end at the shares that reached at least each tile")
  func tiles() throws {
    let path = try runs.write("a", scores: [1, 2]) { record in
      record.rates = TileRates(largestExponents: record.games == 1000 ? [7, 8] : [10, 11])
    }
    let figure = TileShares().figure(of: try RunLog.read([path]))
    let layers = figure.panels[0].layers
    #expect(layers.map(\.name) == ["below 256", "256", "1024", "2048"])
    #expect(layers[0].rows == [[0, 0, 1], [1000, 0, 1], [2000, 0, 1]])
    #expect(layers[1].rows == [[0, 0, 0.5], [1000, 0, 0.5], [2000, 0, 1]])
    #expect(layers[3].rows == [[0, 0, 0], [1000, 0, 0], [2000, 0, 0.5]])
    #expect(figure.panels[0].y.label == "Games by largest tile (%)")
  }

  @Test("Runs are named by their folders, by paths where those are equal")
  func names() {
    #expect(RunLog.names(for: ["Runs/a/", "Runs/b"]) == ["a", "b"])
    #expect(RunLog.names(for: ["x/a", "y/a", "b"]) == ["x/a", "y/a", "b"])
    #expect(RunLog.names(for: [".", "/"]) == [".", "/"])
  }

  @Test("Words are quoted so that they cannot be commands")
  func quoting() {
    #expect(GnuplotScript.quoted("it's $x") == "\"it's $x\"")
    #expect(GnuplotScript.quoted(#"a"b\`c`"#) == #""a\"b\\\140c\140""#)
    #expect(GnuplotScript.quoted("a\nset output\r\u{0}b") == "\"a set output b\"")
  }

  @Test("Colours carry their transparency")
  func colors() {
    #expect(PlotColor(rgb: 0x0072B2).code() == "#000072b2")
    #expect(PlotColor(rgb: 0xD55E00).code(opacity: 0.2) == "#ccd55e00")
    #expect(Set(PlotColor.runs + PlotColor.tiles).count == 16)
    #expect(PlotColor.run(7) == PlotColor.run(0))
  }

  @Test("The format follows from the file's name", arguments: ["a.gif", "svg", "a", "a.svg/b", ""])
  func formats(path: String) throws {
    #expect(try PictureFormat(forFile: "x/y.SVG") == .svg)
    #expect(try PictureFormat(forFile: "y.tar.png") == .png)
    #expect(throws: PlotError.unknownFormat(path: path)) { try PictureFormat(forFile: path) }
  }
}
