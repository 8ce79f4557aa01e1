/// Finds the name somebody meant who wrote another.
enum NearestName {
  /// The candidate nearest to `name`, if it is near enough to be a slip of the hand.
  ///
  /// Near enough is one edit for every three letters, but at least one. Of
  /// equally near candidates the first wins.
  static func suggestion(for name: String, among candidates: [String]) -> String? {
    let reach = max(1, name.count / 3)
    let nearest = candidates.map { (name: $0, distance: distance(from: name, to: $0)) }
      .filter { $0.distance <= reach && $0.distance < $0.name.count }
    return nearest.min { $0.distance < $1.distance }?.name
  }

  /// The edits that turn one name into the other: letters inserted, removed,
  /// replaced, or swapped with their neighbour (optimal string alignment).
  static func distance(from first: String, to second: String) -> Int {
    let (a, b) = (Array(first), Array(second))
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    // rows[i][j] is the distance between the first i letters of a and the first j of b.
    var rows = [Array(0...b.count)]
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        let replaced = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var least = min(replaced, rows[i - 1][j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          least = min(least, rows[i - 2][j - 2] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
