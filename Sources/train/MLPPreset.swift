/// How boards are shown to a network.
enum BoardOrientation: String, CaseIterable, Sendable {
  /// The same for all images of one board.
  case canonical
  /// Each learnt under a symmetry drawn at random.
  case random
  /// As they are.
  case given
}

/// How long a perceptron is trained; the defaults of all options serve both.
enum MLPPreset: String, CaseIterable, Sendable {
  /// Ten minutes.
  case quick
  /// An hour.
  case hour

  var duration: Duration { self == .quick ? .seconds(600) : .seconds(3600) }
}
