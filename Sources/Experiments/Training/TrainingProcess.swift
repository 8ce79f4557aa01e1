import Agents

/// Something that learns by playing games: the seam between a kind of learner
/// and the driver that logs, saves and resumes it.
public protocol TrainingProcess: AnyObject {
  /// The learning rate in force.
  var alpha: Float { get }

  /// Learns on schedule from now on.
  ///
  /// - Parameter share: The share of the budget used up; `nil` without one.
  func schedule(atShare share: Double?)

  /// Learns for a short while, from whole games.
  ///
  /// - Parameters:
  ///   - games: The largest number of games, at least 1.
  ///   - moves: The number of moves after which no further game begins. Both
  ///     bind exactly with one thread, so that a run repeats whatever the
  ///     machine's speed.
  /// - Returns: The games finished, at least one, in the order they count in.
  /// - Throws: `LearningError` if learning cannot go on.
  func advance(games: Int, moves: Int) throws -> [TrainingEpisode]

  /// Plays with what has been learnt so far, without learning.
  var player: any GamePlayer { get }

  /// What the user should know of what has happened since the last call, a
  /// sentence each.
  func takeNotices() -> [String]

  /// Everything that is needed to go on later, and to play.
  func checkpoint() throws -> CheckpointContents

  /// What is needed to play only.
  func weights() throws -> CheckpointContents
}

extension TrainingProcess {
  /// Nothing out of the ordinary.
  public func takeNotices() -> [String] { [] }
}

/// What a checkpoint file holds, without a copy of it.
public struct CheckpointContents {
  /// The kind of agent, such as `ntuple`.
  public let kind: String
  /// The version of that kind's format.
  public let formatVersion: Int
  /// Configuration, counters and generator states, as text.
  public var metadata: [String: String]
  /// The tensors, in the order of their bytes.
  public var tensors: [TensorDescription]
  /// Hands over the bytes of all tensors, as often as it is called.
  public var write: (inout TensorSink) throws(FileError) -> Void

  /// Writes the file beside `path`, flushes it and renames it over `path`.
  func save(to path: String) throws(FileError) {
    let writer = SafetensorsWriter(
      kind: kind, formatVersion: formatVersion, metadata: metadata, tensors: tensors)
    try writer.write(to: path, contents: write)
  }
}

extension Array where Element == TrainingEpisode {
  /// Takes the oldest out: so many, or all if there are fewer.
  mutating func takeFirst(_ count: Int) -> [TrainingEpisode] {
    let first = Array(prefix(count))
    removeFirst(first.count)
    return first
  }
}
