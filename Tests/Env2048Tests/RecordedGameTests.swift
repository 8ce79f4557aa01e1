import Foundation
import Testing

@testable import Env2048

/// The games in Recordings, replayed and compared line by line.
///
/// A difference means that the rules or a random stream have changed, and with
/// them every seeded result. If that is meant, record them anew:
///
///     ENV2048_RECORD=1 swift test --filter RecordedGameTests
@Suite struct RecordedGameTests {
  static let recordings: [(name: String, shape: BoardShape, seed: UInt64)] = [
    ("4x4", BoardShape(4, 4), 2_048), ("3x3", BoardShape(3, 3), 33), ("2x3", BoardShape(2, 3), 23),
  ]

  static func url(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Recordings/\(name).txt")
  }

  /// Writes the file of a recording, if that is asked for.
  static func recordIfAsked(_ name: String, shape: BoardShape, seed: UInt64) throws {
    guard ProcessInfo.processInfo.environment["ENV2048_RECORD"] != nil else { return }
    let lines = try RecordedGame.drawn(shape: shape, seed: seed).lines(on: Grid.self)
    let comment = "# A game on \(name), made and replayed by RecordedGameTests.\n"
    try (comment + lines.joined(separator: "\n") + "\n")
      .write(to: url(name), atomically: true, encoding: .utf8)
  }

  static func expectReplay<State: BoardState>(of lines: [String], on type: State.Type) throws {
    let recording = try #require(RecordedGame(lines: lines))
    let replayed = try recording.lines(on: type)
    #expect(replayed.count == lines.count)
    for (number, (replayed, recorded)) in zip(replayed, lines).enumerated()
    where replayed != recorded {
      Issue.record("Line \(number): '\(replayed)': expected '\(recorded)'")
      break
    }
  }

  @Test("Case 69: recorded games replay in this process as in any other", arguments: recordings)
  func replay(name: String, shape: BoardShape, seed: UInt64) throws {
    try Self.recordIfAsked(name, shape: shape, seed: seed)
    let text = try String(contentsOf: Self.url(name), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    #expect(lines.last?.hasSuffix("terminated") == true)
    #expect(lines.contains { $0.hasSuffix("illegal") })
    try Self.expectReplay(of: lines, on: Grid.self)
    if Board.supports(shape) { try Self.expectReplay(of: lines, on: Board.self) }
  }

  @Test(
    "A recording with something changed does not replay",
    arguments: [
      ("seed 1", "seed 2"), ("+4 ", "+8 "), (" 2@", " 4@"), ("down illegal", "up illegal"),
      ("terminated", "truncated"), ("start 0", "start 2"),
    ])
  func changed(part: String, replacement: String) throws {
    let lines = try RecordedGame.drawn(shape: BoardShape(2, 3), seed: 1).lines(on: Grid.self)
    let text = lines.joined(separator: "\n")
    let place = try #require(text.firstRange(of: part))
    let changed = text.replacingCharacters(in: place, with: replacement)
      .split(separator: "\n").map(String.init)
    let recording = try #require(RecordedGame(lines: changed))
    #expect((try? recording.lines(on: Grid.self)) != changed)
    #expect(try #require(RecordedGame(lines: lines)).lines(on: Grid.self) == lines)
  }
}
