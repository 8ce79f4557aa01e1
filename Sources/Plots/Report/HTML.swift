/// Pieces of a page in HTML.
enum HTML {
  /// A text that stands for itself, in an element or an attribute.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  /// A text whose words are not broken, as after a hyphen, unless they alone fill a line.
  private static func unbroken(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.contains("-")
        ? "<span class=\"word\">\(escaped(String(word)))</span>" : escaped(String(word))
    }.joined(separator: " ")
  }

  /// JSON that nothing in it can end, for a `script` element.
  static func embedded(json: String) -> String { json.replacing("<", with: "\\u003c") }

  /// A table of a name and a value a row.
  static func facts(_ facts: [(name: String, value: String)]) -> String {
    let rows = facts.map {
      "<tr><th scope=\"row\">\(escaped($0.name))</th><td>\(unbroken($0.value))</td></tr>"
    }
    return "<table><tbody>\(rows.joined())</tbody></table>"
  }

  /// A table of numbers under titles, lined up at the right but for the first column.
  static func table(_ titles: [String], _ rows: [[String]]) -> String {
    let number = { (column: Int) in column > 0 ? " class=\"number\"" : "" }
    let head = titles.enumerated().map { "<th scope=\"col\"\(number($0))>\(escaped($1))</th>" }
    let body = rows.map { row in
      "<tr>\(row.enumerated().map { "<td\(number($0))>\(escaped($1))</td>" }.joined())</tr>"
    }
    return "<table><thead><tr>\(head.joined())</tr></thead><tbody>\(body.joined())</tbody></table>"
  }
}
