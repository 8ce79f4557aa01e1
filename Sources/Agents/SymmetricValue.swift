import Env2048

/// The mean of a value function over all symmetries of the board.
///
/// A board and its mirror images are worth the same; a network that was not
/// built to know that errs on each a little otherwise, and the mean errs less.
/// It takes as many times as long as there are symmetries, 8 for a square.
public struct SymmetricValue<Value: AfterstateValue>: AfterstateValue {
  /// The kind of board.
  public typealias State = Value.State

  /// The function whose mean is taken.
  public let value: Value

  /// Creates the mean.
  public init(_ value: Value) { self.value = value }

  /// Whether values are points still to come.
  public static var addsRewards: Bool { Value.addsRewards }

  /// As many as for the function itself.
  public static var gamesSideBySide: Int { Value.gamesSideBySide }

  /// The mean value of an afterstate.
  public func value(of afterstate: State) -> Float {
    var mean = [Float(0)]
    var span = mean.mutableSpan
    evaluate([afterstate].span, into: &span)
    return mean[0]
  }

  /// The mean values of many afterstates.
  @specialized(where Value == MLPNetwork)
  public func evaluate(_ afterstates: Span<State>, into values: inout MutableSpan<Float>) {
    precondition(afterstates.count == values.count, "Boards and values differ in number")
    guard !afterstates.isEmpty else { return }
    let symmetries = afterstates[0].shape.symmetries
    var views: [State] = []
    views.reserveCapacity(afterstates.count * symmetries.count)
    for index in afterstates.indices {
      for symmetry in symmetries { views.append(afterstates[index].applying(symmetry)) }
    }
    var results = [Float](repeating: 0, count: views.count)
    var span = results.mutableSpan
    value.evaluate(views.span, into: &span)
    var next = 0
    for index in values.indices {
      var sum: Float = 0
      for _ in symmetries {
        sum += results[next]
        next += 1
      }
      values[index] = sum / Float(symmetries.count)
    }
  }
}
