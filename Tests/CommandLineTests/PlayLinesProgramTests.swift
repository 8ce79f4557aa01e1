import Foundation
import TestSupport
import Testing

/// `play` without a terminal.
@Suite struct PlayLinesProgramTests {
  /// Runs `play` with a text, or nothing at all, as its standard input.
  func play(
    _ arguments: [String], input: String?
  ) throws -> (code: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: BuiltProgram.path("play"))
    process.arguments = arguments
    process.environment = [
      "TERM": "xterm-256color", "COLORTERM": "truecolor", "ENV2048_DATA": "/nonexistent/data",
    ]
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    if let input {
      let pipe = Pipe()
      process.standardInput = pipe
      try process.run()
      try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try pipe.fileHandleForWriting.close()
    } else {
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    let complaints = String(
      decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text, complaints)
  }

  @Test("Case 182: no input at all is an error with a message")
  func noInput() throws {
    for input in [nil, ""] {
      let result = try play([], input: input)
      #expect(result.code == 1)
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("play: there is no terminal to play in"))
    }
  }

  @Test("Case 182: moves are read from a pipe, and the end of the input ends the game")
  func moves() throws {
    let result = try play(["--seed", "7", "--size", "3x3"], input: "left down\nhint\nsideways\n")
    #expect(result.code == 0)
    #expect(result.output.contains("Hint: "))
    #expect(result.output.hasSuffix(" moves\n"))
    #expect(result.errors.contains("play: 'sideways': no move"))
  }

  @Test("Case 183: not one escape character is printed into a pipe")
  func noEscapes() throws {
    for arguments in [["--agent", "random"], ["--agent", "greedy", "--size", "3x3"]] {
      let result = try play(arguments + ["--seed", "1"], input: nil)
      #expect(result.code == 0)
      #expect(!result.output.utf8.contains(0x1B))
      #expect(result.output.contains("Game over"))
    }
    let result = try play(["--seed", "1"], input: "left right up down hint undo new\n")
    #expect(!(result.output + result.errors).utf8.contains(0x1B))
  }

  @Test("One seed gives one game")
  func seeds() throws {
    let first = try play(["--agent", "random", "--seed", "5"], input: nil)
    #expect(try play(["--agent", "random", "--seed", "5"], input: nil).output == first.output)
    #expect(try play(["--agent", "random", "--seed", "6"], input: nil).output != first.output)
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
  func commandLine(arguments: [String], code: Int32, message: String) throws {
    let result = try play(arguments, input: "left\n")
    #expect(result.code == code)
    #expect(result.errors.hasPrefix(message))
    #expect(result.output == "")
  }

  @Test("What is wrong in a theme is named, with its file")
  func theme() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "theme-\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let text = ##"{"name": "x", "board": "#000000", "empty": "red", "tiles": {}}"##
    try Data(text.utf8).write(to: URL(filePath: file))
    let result = try play(["--theme", file], input: "left\n")
    #expect(result.code == 1)
    #expect(
      result.errors == "play: Cannot understand '\(file)': 'empty' has a wrong value: 'red' is no "
        + "colour, expected '#' and six digits 0-9, a-f.\n")
  }
}
