/// One line of comma-separated values, as RFC 4180 writes it.
enum CSVLine {
  /// The fields of a line, quotes taken off; `nil` where quotes are left open or misplaced.
  ///
  /// - Parameter line: A line without its line break. Fields that hold line breaks are not known.
  static func fields(of line: some StringProtocol) -> [String]? {
    var fields: [String] = []
    var rest = line[...]
    while true {
      var field = ""
      if rest.first == "\"" {
        rest.removeFirst()
        // Two quotes stand for one; a single one closes the field.
        while true {
          guard let quote = rest.firstIndex(of: "\"") else { return nil }
          field += rest[..<quote]
          rest = rest[rest.index(after: quote)...]
          guard rest.first == "\"" else { break }
          rest.removeFirst()
          field += "\""
        }
        guard rest.isEmpty || rest.first == "," else { return nil }
      } else {
        field = String(rest.prefix { $0 != "," })
        if field.contains("\"") { return nil }
        rest = rest.dropFirst(field.count)
      }
      fields.append(field)
      if rest.isEmpty { return fields }
      rest.removeFirst()
    }
  }
}
