import Agents
import Env2048

extension RunConfiguration {
  /// Checks the configuration and makes the learner that it describes.
  func makeProcess() throws -> any TrainingProcess {
    try rules.validate()
    switch agent {
    case .ntuple(let network, let learning):
      return network.shape == .standard
        ? try NTupleTraining<Board>(self, network, learning)
        : try NTupleTraining<Grid>(self, network, learning)
    case .mlp(let network, let learning):
      return try MLPTraining(self, network, learning)
    case .dqn(let network, let learning):
      return try DQNTraining(self, network, learning)
    }
  }

  /// Makes the learner that goes on from a checkpoint.
  func makeProcess(resuming reader: borrowing SafetensorsReader) throws -> any TrainingProcess {
    switch agent {
    case .ntuple(let network, _):
      return network.shape == .standard
        ? try NTupleTraining<Board>(self, network, resuming: reader)
        : try NTupleTraining<Grid>(self, network, resuming: reader)
    case .mlp(let network, _):
      return try MLPTraining(self, network, resuming: reader)
    case .dqn(let network, _):
      return try DQNTraining(self, network, resuming: reader)
    }
  }
}
