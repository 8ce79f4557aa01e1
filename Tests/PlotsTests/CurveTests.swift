import Experiments
import Testing

@testable import Plots

@Suite struct CurveTests {
  static func curve(_ values: [Double], games: [Double]? = nil) -> Curve {
    Curve(
      points: values.enumerated().map {
        Curve.Point(x: Double($0.offset), y: $0.element, games: games?[$0.offset] ?? 1)
      })
  }

  @Test("Smoothing takes the mean around each row, of fewer rows at the ends")
  func smoothing() {
    let values = Self.curve([0, 3, 6, 0, 6]).smoothed(over: 3).points.map(\.y)
    #expect(values == [0, 3, 3, 4, 6])
    // A straight line stays where it is.
    let line = Self.curve([1, 2, 3, 4, 5, 6])
    #expect(line.smoothed(over: 5).points.map(\.y) == [1, 2, 3, 4, 5, 6])
    #expect(line.smoothed(over: 1) == line)
    #expect(line.smoothed(over: 1000).points.count == 6)
  }

  @Test("Rows count by their games")
  func weights() {
    let values = Self.curve([0, 0, 10], games: [1, 1, 3]).smoothed(over: 3).points.map(\.y)
    #expect(values == [0, 6, 10])
  }

  @Test("A long run is thinned to means that keep its end")
  func thinning() {
    let curve = Self.curve((0..<10_001).map(Double.init)).thinned(to: 2000)
    #expect(curve.points.count <= 2000)
    #expect(curve.points.first?.y == 2.5)
    #expect(curve.points.last?.x == 10_000)
    #expect(Self.curve([1, 2]).thinned(to: 2).points.count == 2)
  }

  @Test("Rows without a number, or without a place on a logarithmic axis, are left out")
  func gaps() {
    var records = [TrainingRecord](repeating: TrainingRecord(), count: 3)
    records[1].games = 10
    records[2].games = 20
    records[2].evaluation = .init(games: 5, meanScore: 7, standardError: nil)
    #expect(Curve(records, x: .games, y: .evaluationMeanScore).rows == [[20, 7]])
    let ratios = Curve(records, x: .games, y: .meanScore, isLogarithmic: true)
    #expect(ratios.points.map(\.x) == [10, 20])
  }
}
