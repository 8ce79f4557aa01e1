/// An axis of a panel: its words, its range and its ticks, all decided before anything is drawn.
struct Axis: Equatable, Sendable {
  /// A marked place on an axis.
  struct Tick: Equatable, Sendable {
    /// Where it lies.
    let position: Double
    /// What stands beside it.
    let label: String
  }

  /// What is shown along the axis, with its unit.
  let label: String
  /// The numbers at its two ends, finite and different.
  let range: ClosedRange<Double>
  /// The marked places, ascending.
  let ticks: [Tick]
  /// Whether equal distances mean equal ratios; the range is above 0 then.
  var isLogarithmic = false
}

extension Axis {
  /// An axis for numbers, from 0 or the least if that is below.
  ///
  /// - Parameters:
  ///   - label: What the numbers are; the unit is added.
  ///   - unit: How their ticks are written.
  ///   - values: The numbers; infinities and NaN count for nothing.
  ///   - endsAtTick: Whether the axis goes on to the next tick, and not just to the largest number.
  static func linear(
    _ label: String, _ unit: AxisUnit, values: [Double], endsAtTick: Bool
  ) -> Axis {
    let finite = values.filter(\.isFinite)
    let least = min(0, finite.min() ?? 0)
    let most = max(0, finite.max() ?? 0)
    // Where all is 0, any range will do that is not empty.
    let span = most > least ? most - least : 1
    let scale = unit.scale(for: max(abs(least), least + span))
    let step = niceStep(span / scale.factor / 6) * scale.factor
    // The tolerance takes up what the division leaves, as below.
    let first = (least / step + 1e-9).rounded(.down)
    let reached = (least + span) / step
    let last = endsAtTick ? (reached - 1e-9).rounded(.up) : (reached + 1e-9).rounded(.down)
    let ticks = stride(from: first, through: last, by: 1).map { index in
      Tick(position: index * step, label: AxisUnit.text(index * step / scale.factor))
    }
    return Axis(
      label: scale.unit.map { "\(label) (\($0))" } ?? label,
      range: first * step...(endsAtTick ? last * step : least + span), ticks: ticks)
  }

  /// An axis on which equal distances mean equal ratios, from the least to the largest number.
  ///
  /// Numbers that are not above 0 have no place on it and count for nothing.
  static func logarithmic(_ label: String, _ unit: AxisUnit, values: [Double]) -> Axis {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    var least = positive.min() ?? 1
    var most = positive.max() ?? 10
    if least == most { (least, most) = (least / 2, most * 2) }
    let scale = unit.scale(for: most)
    let (low, high) = (least / scale.factor, most / scale.factor)
    let decades = Int(low.log10.rounded(.down))...Int(high.log10.rounded(.down))
    // Within few decades powers of ten alone would leave the axis bare.
    let multiples: [Double] = decades.count > 3 ? [1] : [1, 2, 5]
    let ticks = decades.flatMap { decade in multiples.map { $0 * Double.tenTo(decade) } }
      .filter { low...high ~= $0 }
      .map { Tick(position: $0 * scale.factor, label: AxisUnit.text($0)) }
    return Axis(
      label: scale.unit.map { "\(label) (\($0))" } ?? label, range: least...most, ticks: ticks,
      isLogarithmic: true)
  }

  /// An axis of names, at 0, 1, 2 and so on.
  static func names(_ names: [String], label: String, isDescending: Bool = false) -> Axis {
    let ticks = names.enumerated().map { index, name in
      Tick(position: Double(isDescending ? names.count - 1 - index : index), label: name)
    }
    return Axis(label: label, range: -0.6...(Double(max(names.count, 1)) - 0.4), ticks: ticks)
  }

  /// The least of 1, 2 and 5 times a power of ten that is not below `step`.
  static func niceStep(_ step: Double) -> Double {
    let power = Double.tenTo(Int(step.log10.rounded(.down)))
    // The tolerance takes up what the division by a power of ten leaves.
    let factor = [1.0, 2, 5].first { $0 * power >= step * (1 - 1e-9) } ?? 10
    return factor * power
  }
}
