extension Command {
  /// Why argp rejected an element of the command line.
  ///
  /// argp says only that it did; the reason follows from the option table.
  func rejection(of element: String) -> UsageError.Problem {
    let options = table.compactMap { row -> OptionForm? in
      guard case .option(let name, let short, let placeholder, _, _) = row.entry else { return nil }
      guard case .declared(let option) = row.meaning else {
        return OptionForm(name: name, short: short, expectation: nil)
      }
      let expectation = placeholder.map { _ in option.valueExpectation }
      return OptionForm(name: name, short: short, expectation: expectation)
    }
    return element.hasPrefix("--")
      ? Self.rejection(ofLong: element, options) : Self.rejection(ofShort: element, options)
  }

  private static func rejection(
    ofLong element: String, _ options: [OptionForm]
  ) -> UsageError.Problem {
    let parts = element.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let exact = options.filter { $0.name == name }
    let matches = exact.isEmpty ? options.filter { $0.name.hasPrefix(name) } : exact
    guard matches.count <= 1 else {
      return .ambiguousOption("--" + name, candidates: matches.map { "--" + $0.name })
    }
    guard let option = matches.first else {
      let nearest = NearestName.suggestion(for: name, among: options.map(\.name))
      return .unknownOption("--" + name, suggestion: nearest.map { "--" + $0 })
    }
    guard let expectation = option.expectation else {
      return .unexpectedValue(option: "--" + option.name, value: parts.dropFirst().joined())
    }
    return .missingValue(option: "--" + option.name, expectation: expectation)
  }

  private static func rejection(
    ofShort element: String, _ options: [OptionForm]
  ) -> UsageError.Problem {
    for letter in element.dropFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        return .unknownOption("-\(letter)", suggestion: nil)
      }
      if let expectation = option.expectation {
        return .missingValue(option: "--" + option.name, expectation: expectation)
      }
    }
    return .unknownOption(element, suggestion: nil)
  }

  /// What the reason of a rejection depends on; no expectation means that the option takes no value.
  fileprivate struct OptionForm {
    let name: String
    let short: Character?
    let expectation: String?
  }
}
