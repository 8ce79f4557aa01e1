import Console
import Testing

@Suite struct FormatTests {
  @Test(
    "Thousands are grouped",
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (123_456, "123,456"), (-1_234_567, "-1,234,567"),
      (-100, "-100"), (Int.min, "-9,223,372,036,854,775,808"),
    ])
  func grouped(value: Int, text: String) {
    #expect(Format.grouped(value) == text)
  }

  static let numbers: [(Double, Int, String)] = [
    (0, 0, "0"), (0, 2, "0.00"), (-0.0, 1, "0.0"), (1, 3, "1.000"), (12_345.678, 2, "12,345.68"),
    (-12_345.678, 1, "-12,345.7"), (0.5, 0, "0"), (1.5, 0, "2"), (2.5, 0, "2"), (0.125, 2, "0.12"),
    (0.375, 2, "0.38"), (-0.001, 2, "0.00"), (0.999, 2, "1.00"), (999.999, 1, "1,000.0"),
    // 1.115 is a little less than it looks, 1.005 too.
    (1.115, 2, "1.11"), (1.005, 2, "1.00"), (0.1, 9, "0.100000000"),
    (.leastNonzeroMagnitude, 3, "0.000"),
    (1e-30, 9, "0.000000000"), (9_007_199_254_740_992, 1, "9,007,199,254,740,992.0"),
    (1e21, 0, "1,000,000,000,000,000,000,000"), (1e300, 2, "1e+300"), (.infinity, 2, "inf"),
    (-.infinity, 2, "-inf"), (.nan, 2, "nan"),
  ]

  @Test("Decimals are rounded exactly", arguments: numbers)
  func fixed(value: Double, decimals: Int, text: String) {
    #expect(Format.fixed(value, decimals: decimals) == text)
  }

  @Test("A share is shown in percent")
  func percent() {
    #expect(Format.percent(0.4534) == "45.3 %")
    #expect(Format.percent(1, decimals: 0) == "100 %")
    #expect(Format.percent(0) == "0.0 %")
  }

  static let durations: [(Duration, String)] = [
    (.zero, "0.0 s"), (.seconds(-5), "0.0 s"), (.milliseconds(9949), "9.9 s"),
    (.milliseconds(9950), "10 s"), (.milliseconds(59_499), "59 s"),
    (.milliseconds(59_500), "1 min 00 s"), (.seconds(125), "2 min 05 s"),
    (.seconds(3599), "59 min 59 s"), (.seconds(3720), "1 h 02 min"),
    (.seconds(86_399), "23 h 59 min"), (.seconds(273_600), "3 d 04 h"),
  ]

  @Test("Durations show two units", arguments: durations)
  func duration(duration: Duration, text: String) {
    #expect(Format.duration(duration) == text)
  }

  @Test(
    "Bytes are counted in decimal units",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_310_720, "1.3 MB"),
      (1_600_000_000, "1.6 GB"), (999_960, "1.0 MB"), (Int.max, "9.2 EB"),
    ])
  func bytes(count: Int, text: String) {
    #expect(Format.bytes(count) == text)
  }

  @Test(
    "Rates show three digits",
    arguments: [
      (0, "0.00/s"), (1.314, "1.31/s"), (950, "950/s"), (999.6, "1.00 k/s"), (13_140, "13.1 k/s"),
      (1_314_000, "1.31 M/s"), (99_960_000, "100 M/s"), (9_996_000, "10.0 M/s"), (2e9, "2.00 G/s"),
      (5e12, "5,000 G/s"),
    ])
  func rate(perSecond: Double, text: String) {
    #expect(Format.rate(perSecond) == text)
  }

  @Test("A rate may name what it counts")
  func rateUnit() {
    #expect(Format.rate(1_314_000, of: "moves") == "1.31 M moves/s")
    #expect(Format.rate(12, of: "games") == "12.0 games/s")
  }

  @Test("Things are counted in the singular for one alone")
  func counted() {
    #expect(Format.counted(0, "game") == "0 games")
    #expect(Format.counted(1, "game") == "1 game")
    #expect(Format.counted(1200, "move") == "1,200 moves")
  }
}
