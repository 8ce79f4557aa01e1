import Testing

@testable import Console

@Suite struct ValueParserTests {
  static let counts: [(String, Int)] = [
    ("1", 1), ("500", 500), ("007", 7), ("100k", 100_000), ("100K", 100_000), ("2.5M", 2_500_000),
    ("1G", 1_000_000_000), ("1e9", 1_000_000_000), ("1E+3", 1000), ("0.3M", 300_000),
    ("1.50", -1), ("2.50e1", 25), ("12.000", 12), ("1e3k", 1_000_000), ("0.1e1", 1),
    ("9223372036854775807", .max), ("9223372036854775.807k", .max),
  ]

  @Test("Counts are read exactly", arguments: counts)
  func readsCounts(text: String, value: Int) throws {
    if value < 0 {
      #expect(throws: ValueMismatch.self) { try ValueParser.count.parse(text) }
    } else {
      #expect(try ValueParser.count.parse(text) == value)
    }
  }

  @Test(
    "What is no whole number is no count",
    arguments: [
      "", " ", "k", "e9", "1e", "1e-3", "1.5", "0.5", "1.0001k", "+5", "-5", "1,000", "1_000", "5 ",
      " 5", "0x10", "١٢", "１", "1kk", "1.2.3", ".", "1.", ".5k", "nan", "inf", "1e9.5", "5m",
    ])
  func malformedCounts(text: String) {
    #expect(throws: ValueMismatch(expectation: ValueParser.count.expectation)) {
      try ValueParser.count.parse(text)
    }
  }

  @Test(
    "A count beyond the largest number says so",
    arguments: [
      "9223372036854775808", "1e19", "1e999999999999999999999", "10000000000G",
      "99999999999999999999999999",
    ])
  func tooLargeCounts(text: String) {
    #expect(throws: ValueMismatch(expectation: "a whole number of at most 9223372036854775807")) {
      try ValueParser.count.parse(text)
    }
  }

  @Test("Zero is a count only where it makes sense")
  func zero() throws {
    #expect(try ValueParser.nonNegativeCount.parse("0") == 0)
    #expect(try ValueParser.nonNegativeCount.parse("0e999999999") == 0)
    #expect(throws: ValueMismatch.self) { try ValueParser.count.parse("0") }
    #expect(throws: ValueMismatch.self) { try ValueParser.nonNegativeCount.parse("-1") }
  }

  @Test("A count may have bounds of its own")
  func boundedCounts() throws {
    let threads = ValueParser.count(in: 1...64)
    #expect(threads.expectation == "a whole number from 1 to 64")
    #expect(try threads.parse("64") == 64)
    for text in ["0", "65", "1e30", "two"] {
      #expect(throws: ValueMismatch(expectation: threads.expectation)) { try threads.parse(text) }
    }
  }

  @Test(
    "A count is shown in its shortest form, and read again",
    arguments: [
      (0, "0"), (999, "999"), (1000, "1k"), (1234, "1234"), (12_300, "12.3k"), (100_000, "100k"),
      (1_000_000, "1M"), (2_500_000, "2.5M"), (1_234_567, "1234567"), (2_000_000_000, "2e9"),
      (1_500_000_000, "1500M"),
    ])
  func countForms(value: Int, form: String) throws {
    #expect(ValueParser.nonNegativeCount.describe(value) == form)
    #expect(try ValueParser.nonNegativeCount.parse(form) == value)
  }

  @Test("A seed is any number of 64 bits")
  func seeds() throws {
    #expect(try ValueParser.seed.parse("0") == 0)
    #expect(try ValueParser.seed.parse("18446744073709551615") == .max)
    for text in ["", "-5", "+5", "18446744073709551616", "1e3", "1.0", "x"] {
      #expect(throws: ValueMismatch.self) { try ValueParser.seed.parse(text) }
    }
  }

  @Test("A real number lies within its bounds, which belong to it")
  func reals() throws {
    let share = ValueParser<Double>.real(in: 0...1)
    #expect(share.expectation == "a number from 0 to 1")
    for (text, value) in [("0", 0), ("1", 1), (".5", 0.5), ("2.5e-1", 0.25), ("+0.5", 0.5)] {
      #expect(try share.parse(text) == value)
    }
    for text in ["-0.1", "1.0001", "nan", "inf", "0x1p-1", "0,5", "", "half", "1e", "0.5 "] {
      #expect(throws: ValueMismatch(expectation: share.expectation)) { try share.parse(text) }
    }
    #expect(ValueParser<Float>.real(in: 0...1).describe(0.1) == "0.1")
    #expect(share.describe(1) == "1")
  }

  @Test("A positive number is above 0 and finite")
  func positiveReals() throws {
    #expect(try ValueParser<Double>.positiveReal.parse("1e-3") == 0.001)
    for text in ["0", "-1", "1e999", "-0.0"] {
      #expect(throws: ValueMismatch.self) { try ValueParser<Double>.positiveReal.parse(text) }
    }
  }

  @Test("Times name their unit")
  func times() throws {
    #expect(try ValueParser.minutes.parse("10") == .seconds(600))
    #expect(try ValueParser.minutes.parse("0.5") == .seconds(30))
    #expect(try ValueParser.seconds.parse("1.5") == .milliseconds(1500))
    #expect(ValueParser.minutes.describe(.seconds(90)) == "1.5")
    #expect(ValueParser.minutes.expectation == "a number of minutes above 0, such as 10 or 0.5")
    for text in ["0", "-1", "nan", "10m"] {
      #expect(throws: ValueMismatch(expectation: ValueParser.minutes.expectation)) {
        try ValueParser.minutes.parse(text)
      }
    }
    #expect(throws: ValueMismatch(expectation: "at most 1000000000 seconds")) {
      try ValueParser.seconds.parse("1e300")
    }
  }

  @Test("A choice lists the choices")
  func choices() throws {
    let parser = ValueParser<TestCommand.StepSize>.choice
    #expect(parser.expectation == "one of constant, coherence")
    #expect(try parser.parse("coherence") == .coherence)
    #expect(parser.describe(.constant) == "constant")
    for text in ["", "Constant", "const"] {
      #expect(throws: ValueMismatch.self) { try parser.parse(text) }
    }
  }

  @Test("A text or path is not empty")
  func texts() throws {
    #expect(try ValueParser.path.parse("Runs/a b") == "Runs/a b")
    #expect(throws: ValueMismatch(expectation: "the path of a file or folder")) {
      try ValueParser.path.parse("")
    }
    #expect(throws: ValueMismatch(expectation: "a name")) {
      try ValueParser.text("a name").parse("")
    }
  }

  @Test("A size is rows by columns")
  func sizes() throws {
    let parser = ValueParser.size(sides: 1...8)
    #expect(try parser.parse("4x3") == GridSize(rows: 4, columns: 3))
    #expect(parser.describe(GridSize(rows: 2, columns: 8)) == "2x8")
    for text in ["", "4", "x", "4x", "4x4x4", "0x4", "4x9", "-4x4", "4X4", "4 x 4", "4x+4"] {
      #expect(throws: ValueMismatch(expectation: "rows x columns, each from 1 to 8, such as 4x4")) {
        try parser.parse(text)
      }
    }
  }

  @Test("A list separates values by commas")
  func lists() throws {
    let parser = ValueParser.list(of: .count)
    #expect(try parser.parse("5,1k,2") == [5, 1000, 2])
    #expect(try parser.parse("5") == [5])
    #expect(parser.describe([5, 1000]) == "5,1k")
    for text in ["", ",", "5,", "5,,6", "5, 6", "5;6"] {
      #expect(throws: ValueMismatch(expectation: parser.expectation)) { try parser.parse(text) }
    }
    #expect(
      throws: ValueMismatch(
        expectation:
          "a whole number of at most 9223372036854775807; or several, separated by commas")
    ) {
      try parser.parse("5,1e30")
    }
  }
}
