import Testing

@testable import Plots

@Suite struct AxisTests {
  @Test(
    "Ticks are round numbers, thousands as k",
    arguments: [
      ([12.0, 47_000], ["0", "10k", "20k", "30k", "40k", "50k"]),
      ([1_500_000], ["0", "500k", "1M", "1.5M"]),
      ([0.3], ["0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3"]),
      ([7], ["0", "2", "4", "6", "8"]),
      ([-20, 35], ["-20", "-10", "0", "10", "20", "30", "40"]),
      ([2e-5], ["0", "5e-06", "1e-05", "1.5e-05", "2e-05"]),
      ([3.2e9], ["0", "1G", "2G", "3G", "4G"]),
    ])
  func linearTicks(values: [Double], labels: [String]) {
    let axis = Axis.linear("Score", .number, values: values, endsAtTick: true)
    #expect(axis.ticks.map(\.label) == labels)
    #expect(axis.range.lowerBound == axis.ticks.first?.position)
    #expect(axis.range.upperBound == axis.ticks.last?.position)
  }

  @Test("An axis may end at its largest number instead of a tick")
  func endsAtNumber() {
    let axis = Axis.linear("Games", .number, values: [17_500], endsAtTick: false)
    #expect(axis.range == 0...17_500)
    #expect(axis.ticks.map(\.label) == ["0", "5k", "10k", "15k"])
  }

  @Test(
    "Shares are percent, and time is in the unit that reads best",
    arguments: [
      (AxisUnit.share, 0.87, "Label (%)", ["0", "20", "40", "60", "80", "100"]),
      (.points, 90, "Label (points)", ["0", "20", "40", "60", "80", "100"]),
      (.seconds, 80, "Label (s)", ["0", "20", "40", "60", "80"]),
      (.seconds, 1200, "Label (min)", ["0", "5", "10", "15", "20"]),
      (.seconds, 36_000, "Label (h)", ["0", "2", "4", "6", "8", "10"]),
    ])
  func units(unit: AxisUnit, most: Double, label: String, ticks: [String]) {
    let axis = Axis.linear("Label", unit, values: [most], endsAtTick: true)
    #expect(axis.label == label)
    #expect(axis.ticks.map(\.label) == ticks)
  }

  @Test(
    "Case 157: flat data has a range that is not empty",
    arguments: [[0.0, 0, 0], [5, 5], [0.1], [], [1e-300], [1e300]])
  func flat(values: [Double]) {
    let axis = Axis.linear("Score", .number, values: values, endsAtTick: true)
    #expect(axis.range.upperBound > axis.range.lowerBound)
    #expect(axis.ticks.count >= 2)
    let ratios = Axis.logarithmic("Score", .number, values: values)
    #expect(ratios.range.lowerBound > 0 && ratios.range.upperBound > ratios.range.lowerBound)
  }

  @Test("Case 153: what is not finite moves no limit")
  func notFinite() {
    let axis = Axis.linear(
      "Score", .number, values: [10, .nan, 20, .infinity, -.infinity], endsAtTick: true)
    #expect(axis.range == 0...20)
    let ratios = Axis.logarithmic("Score", .number, values: [10, .nan, .infinity, 0, -5, 20])
    #expect(ratios.range == 10...20)
  }

  @Test("Logarithmic ticks are decades, and between them where decades are few")
  func logarithmic() {
    let wide = Axis.logarithmic("Games", .number, values: [1, 2e6])
    #expect(wide.ticks.map(\.label) == ["1", "10", "100", "1k", "10k", "100k", "1M"])
    let narrow = Axis.logarithmic("Games", .number, values: [150, 3000])
    #expect(narrow.ticks.map(\.label) == ["200", "500", "1k", "2k"])
    #expect(narrow.range == 150...3000)
  }
}
