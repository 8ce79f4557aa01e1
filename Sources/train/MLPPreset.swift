import Agents

/// How boards are shown to a network.
enum BoardOrientation: String, CaseIterable, Sendable {
  /// The same for all images of one board.
  case canonical
  /// Each learnt under a symmetry drawn at random.
  case random
  /// As they are.
  case given
}

/// Settings that go together, each for so long a training.
enum MLPPreset: String, CaseIterable, Sendable {
  /// Ten minutes on two cores.
  case quick
  /// One hour on two cores.
  case hour

  var minutes: Double { self == .quick ? 10 : 60 }

  var threads: Int { 2 }

  var hidden: [Int] { [256, 256] }

  var features: String { "cells+pairs" }

  var learning: MLPLearningConfiguration { MLPLearningConfiguration() }
}
