import Experiments

/// The numbers of a column along a run.
struct Curve: Equatable {
  /// A number, where it lies, and how many games it is the mean of.
  struct Point: Equatable {
    let x: Double
    let y: Double
    let games: Double
  }

  private(set) var points: [Point]

  init(points: [Point]) { self.points = points }

  /// The rows that have a number in both columns.
  ///
  /// - Parameter isLogarithmic: Whether rows whose `x` is not above 0 are left out.
  init(
    _ records: [TrainingRecord], x: TrainingRecord.Column, y: TrainingRecord.Column,
    isLogarithmic: Bool = false
  ) {
    points = records.compactMap { record in
      guard let x = record[x], let y = record[y], !isLogarithmic || x > 0 else { return nil }
      return Point(x: x, y: y, games: Double(max(record.intervalGames, 1)))
    }
  }

  /// Each point's y as the mean of the `count` rows around it, an odd number.
  ///
  /// Rows count by their games: the result is the mean over the games of those rows. Towards the
  /// ends the mean is over fewer rows, as many before as behind, so that a slope stays in place.
  func smoothed(over count: Int) -> Curve {
    guard count > 1 else { return self }
    // sums[i] and games[i] are those of the first i rows.
    let sums = points.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1.y * $1.games) }
    let games = points.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1.games) }
    return Curve(
      points: points.enumerated().map { index, point in
        let reach = min(count / 2, index, points.count - 1 - index)
        let (first, end) = (index - reach, index + reach + 1)
        let mean = (sums[end] - sums[first]) / (games[end] - games[first])
        return Point(x: point.x, y: mean, games: point.games)
      })
  }

  /// At most `most` points, each the mean of as many rows that follow each other, at the last's x.
  ///
  /// More than a picture has pixels across would only make its file larger.
  func thinned(to most: Int = 2000) -> Curve {
    let rows = (points.count + most - 1) / most
    guard rows > 1 else { return self }
    return Curve(
      points: stride(from: 0, to: points.count, by: rows).map { start in
        let group = points[start..<min(start + rows, points.count)]
        let games = group.reduce(0) { $0 + $1.games }
        let sum = group.reduce(0) { $0 + $1.y * $1.games }
        return Point(x: group[group.endIndex - 1].x, y: sum / games, games: games)
      })
  }

  /// The points as rows of x and y.
  var rows: [[Double]] { points.map { [$0.x, $0.y] } }
}
