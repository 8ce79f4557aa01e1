import Foundation
import TestSupport
import Testing

/// `play` without a terminal.
@Suite struct PlayLinesProgramTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Runs `play` with a text, or nothing at all, as its standard input.
  func play(
    _ arguments: [String], input: String?
  ) async throws -> (end: Outcome.End, output: String, errors: String) {
    let outcome = try await workspace.start(
      "play", arguments,
      environment: [
        "TERM": "xterm-256color", "COLORTERM": "truecolor", "ENV2048_DATA": "/nonexistent/data",
      ], input: input
    ).outcome()
    return (outcome.end, outcome.output, outcome.error)
  }

  @Test("Case 182: no input at all is an error with a message")
  func noInput() async throws {
    for input in [nil, ""] {
      let result = try await play([], input: input)
      #expect(result.end == .exit(1))
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("play: there is no terminal to play in"))
    }
  }

  @Test("Case 182: moves are read where no terminal is, and the end of the input ends the game")
  func moves() async throws {
    let result = try await play(
      ["--seed", "7", "--size", "3x3"], input: "left down\nhint\nsideways\n")
    #expect(result.end == .exit(0))
    #expect(result.output.contains("Hint: "))
    #expect(result.output.hasSuffix(" moves\n"))
    #expect(result.errors.contains("play: 'sideways': no move"))
  }

  @Test("Case 183: not one escape character is printed into a pipe")
  func noEscapes() async throws {
    for arguments in [["--agent", "random"], ["--agent", "greedy", "--size", "3x3"]] {
      let result = try await play(arguments + ["--seed", "1"], input: nil)
      #expect(result.end == .exit(0))
      #expect(!result.output.utf8.contains(0x1B))
      #expect(result.output.contains("Game over"))
    }
    let result = try await play(["--seed", "1"], input: "left right up down hint undo new\n")
    #expect(!(result.output + result.errors).utf8.contains(0x1B))
  }

  @Test("One seed gives one game")
  func seeds() async throws {
    let first = try await play(["--agent", "random", "--seed", "5"], input: nil)
    #expect(
      try await play(["--agent", "random", "--seed", "5"], input: nil).output == first.output)
    #expect(
      try await play(["--agent", "random", "--seed", "6"], input: nil).output != first.output)
  }

  static let mistakes: [([String], Int32, String)] = [
    (["--size", "1x1"], 64, "play: '--size 1x1': "),
    (["--size", "9x4"], 64, "play: '--size 9x4': expected rows x columns"),
    (["--win", "3"], 64, "play: '--win 3': expected a tile from 4 up"),
    (["--undo", "-1"], 64, "play: '--undo -1': expected a whole number from 1 to 100000, or off"),
    (["--fps", "fast"], 64, "play: '--fps fast': expected moves a second"),
    (["--theme", "neon"], 1, "play: 'neon': no such theme; expected one of sand,"),
    (["--theme", "./none.json"], 1, "play: Cannot open './none.json'"),
    (["--agent", "nobody"], 1, "play: Agent 'nobody' does not exist"),
    (["left"], 64, "play: 'left': one argument too many"),
  ]

  @Test("What is wrong on the command line is named", arguments: mistakes)
  func commandLine(arguments: [String], code: Int32, message: String) async throws {
    let result = try await play(arguments, input: "left\n")
    #expect(result.end == .exit(code))
    #expect(result.errors.hasPrefix(message))
    #expect(result.output == "")
  }

  @Test("What is wrong in a theme is named, with its file")
  func theme() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "theme-\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let text = ##"{"name": "x", "board": "#000000", "empty": "red", "tiles": {}}"##
    try Data(text.utf8).write(to: URL(filePath: file))
    let result = try await play(["--theme", file], input: "left\n")
    #expect(result.end == .exit(1))
    #expect(
      result.errors == "play: Cannot understand '\(file)': 'empty' has a wrong value: 'red' is no "
        + "colour, expected '#' and six digits 0-9, a-f.\n")
  }
}
