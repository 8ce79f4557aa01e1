/// The structure of a multilayer perceptron: its inputs and its hidden layers.
public struct MLPConfiguration: Hashable, Sendable, Codable {
  /// What the network sees of a board.
  public let features: FeatureSet
  /// Whether the network sees each board in its canonical orientation, so that
  /// a board and its mirror images are one to it.
  public let isCanonical: Bool
  /// The widths of the hidden layers, from the input on.
  public let hidden: [Int]
  /// The number of outputs: 1 for a value of afterstates, 4 for values of the
  /// actions of a board.
  public let outputs: Int

  /// The largest width of a layer.
  public static let maximumWidth = 4096
  /// The largest number of hidden layers.
  public static let maximumLayers = 8

  /// Creates a structure.
  ///
  /// - Throws: `LearningError.hyperparameter` unless there are 1 to 8 layers,
  ///   each 1 to 4,096 wide, and 1 or 4 outputs; 1 if canonical, for actions
  ///   turn with the board.
  public init(
    features: FeatureSet, isCanonical: Bool = false, hidden: [Int], outputs: Int = 1
  ) throws(LearningError) {
    guard (1...Self.maximumLayers).contains(hidden.count) else {
      throw .hyperparameter(
        name: "number of hidden layers", found: Double(hidden.count),
        expected: "1 to \(Self.maximumLayers)")
    }
    for width in hidden where !(1...Self.maximumWidth).contains(width) {
      throw .hyperparameter(
        name: "width of a hidden layer", found: Double(width),
        expected: "1 to \(Self.maximumWidth)")
    }
    guard outputs == 1 || outputs == 4 && !isCanonical else {
      throw .hyperparameter(
        name: "number of outputs", found: Double(outputs),
        expected: isCanonical ? "1 for a canonical network" : "1 or 4")
    }
    self.features = features
    self.isCanonical = isCanonical
    self.hidden = hidden
    self.outputs = outputs
  }

  private enum CodingKeys: String, CodingKey {
    case features
    case isCanonical
    case hidden
    case outputs
  }

  /// Reads a structure and checks it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      features: container.decode(FeatureSet.self, forKey: .features),
      isCanonical: container.decode(Bool.self, forKey: .isCanonical),
      hidden: container.decode([Int].self, forKey: .hidden),
      outputs: container.decode(Int.self, forKey: .outputs))
  }

  /// The number of weights and biases.
  public var parameterCount: Int {
    let inputs = [features.count] + hidden
    let outputs = hidden + [outputs]
    return zip(inputs, outputs).reduce(0) { $0 + ($1.0 + 1) * $1.1 }
  }
}

extension MLPConfiguration: CustomStringConvertible {
  /// The structure in words, such as `cells+pairs 256-256-1`.
  public var description: String {
    "\(isCanonical ? "canonical " : "")\(features) \((hidden + [outputs]).map { String($0) }.joined(separator: "-"))"
  }
}
