import Foundation
import TestSupport
import Testing

/// `play` in a terminal of its own, as a person sees it.
@Suite(.serialized) struct PlayTerminalTests {
  static let colors = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]

  /// Starts `play` with its data in a folder that does not exist yet.
  static func play(
    _ arguments: [String], environment: [String: String] = colors, columns: Int = 80, rows: Int = 24
  ) throws -> TerminalProgram {
    let folder = FileManager.default.temporaryDirectory.appending(path: "play-\(UUID())").path
    return try TerminalProgram(
      BuiltProgram.path("play"), arguments,
      environment: environment.merging(["ENV2048_DATA": folder]) { own, _ in own },
      columns: columns, rows: rows)
  }

  /// The numbers in the board's part of the window, with lines around cells.
  static func tiles(_ screen: ScreenModel) -> [Int] {
    screen.lines.filter { $0.contains("│") }.flatMap { line in
      line.prefix { $0 != "M" && $0 != "S" && $0 != "B" }.split { !$0.isNumber }.compactMap {
        Int($0)
      }
    }
  }

  @Test("A key is a move, an arrow in pieces too, and q leaves the screen as it was")
  func movesAndQuit() throws {
    let program = try Self.play(["--seed", "7"])
    let before = program.settingsBefore
    #expect(program.shows("Moves  0"))
    #expect(program.screen.isAlternate && !program.screen.isCursorVisible)
    #expect(program.settings != before)
    for (index, key) in ["s", "\u{1B}[D", "k", "\u{1B}OC", "j", "a"].enumerated() {
      program.type(key)
      #expect(
        program.waits { $0.text.contains("Moves  \(index + 1)") || $0.text.contains("Nothing") })
    }
    program.type("\u{1B}")
    program.watch(milliseconds: 10)
    program.type("[")
    program.watch(milliseconds: 10)
    program.type("A")
    #expect(program.waits { !$0.text.contains("Moves  0") })
    program.type("q")
    #expect(program.end() == .exited(0))
    Self.expectRestored(program, before)
    #expect(program.screen.text.contains("seed 7"))
    #expect(program.screen.unknown.isEmpty)
  }

  private static func expectRestored(_ program: TerminalProgram, _ before: [UInt64]) {
    #expect(program.settings == before)
    #expect(program.screen.isCursorVisible && program.screen.wraps && !program.screen.isAlternate)
  }

  @Test(
    "Case 186: a signal ends it with the terminal restored",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signals(signal: Int32) throws {
    let program = try Self.play(["--seed", "7", "--agent", "greedy"])
    let before = program.settingsBefore
    #expect(program.shows("Agent  greedy"))
    kill(program.process, signal)
    #expect(program.end() == .signaled(signal))
    Self.expectRestored(program, before)
  }

  @Test("Case 186: Ctrl-C typed ends it with the terminal restored")
  func controlC() throws {
    let program = try Self.play([])
    let before = program.settingsBefore
    #expect(program.shows("Moves  0"))
    program.type("\u{3}")
    #expect(program.end() == .signaled(SIGINT))
    Self.expectRestored(program, before)
  }

  @Test("Case 186: an error on the way in leaves the terminal alone")
  func errors() throws {
    let program = try Self.play(["--theme", "neon"])
    let before = program.settingsBefore
    #expect(program.end() == .exited(1))
    Self.expectRestored(program, before)
    #expect(program.screen.text.contains("'neon': no such theme"))
  }

  @Test("Cases 186 and 188: game over shows the final board, and q restores the terminal")
  func gameOver() throws {
    for seed in 1...3 {
      let program = try Self.play(
        ["--size", "2x2", "--seed", "\(seed)"],
        environment: ["TERM": "xterm", "NO_COLOR": "1"])
      let before = program.settingsBefore
      #expect(program.shows("Moves  0"))
      for _ in 0..<200 where !program.screen.text.contains("Game over") {
        program.type("wasd")
        program.watch(milliseconds: 20)
      }
      #expect(program.shows("Game over"))
      let tiles = Self.tiles(program.screen)
      try #require(tiles.count == 4)
      #expect(tiles[0] != tiles[1] && tiles[0] != tiles[2])
      #expect(tiles[3] != tiles[1] && tiles[3] != tiles[2])
      program.type("q")
      #expect(program.end() == .exited(0))
      Self.expectRestored(program, before)
      #expect(program.screen.text.contains("largest tile \(tiles.max() ?? 0),"))
    }
  }

  @Test("Case 58: the win is told once, and the game goes on")
  func winOnce() throws {
    let program = try Self.play(["--seed", "5", "--win", "4"])
    #expect(program.shows("Moves  0"))
    var told = 0
    for index in 1...40 {
      program.type(["w", "a", "s", "d"][index % 4])
      program.watch(milliseconds: 100)
      if program.screen.text.contains("You made 4, well done!") { told += 1 }
    }
    #expect(told == 1)
    #expect(!program.screen.text.contains("Moves  0"))
    program.type("q")
    #expect(program.end() == .exited(0))
  }

  @Test(
    "Case 189: windows of any size, also while it runs",
    arguments: [(10, 5), (20, 10), (80, 24), (0, 0)])
  func windows(columns: Int, rows: Int) throws {
    let program = try Self.play([], columns: columns, rows: rows)
    // The system does not know a window of 0x0; 80x24 is assumed, which the model is too.
    if columns == 0 { program.resize(columns: 80, rows: 24) }
    #expect(program.shows(columns == 10 ? "Too small" : "Score"))
    program.resize(columns: 60, rows: 20)
    #expect(program.shows("Score"))
    program.resize(columns: 9, rows: 3)
    #expect(program.shows("Too small"))
    program.resize(columns: 1, rows: 1)
    #expect(program.shows("T"))
    program.resize(columns: 80, rows: 24)
    #expect(program.shows("Moves  0"))
    program.type("q")
    #expect(program.end() == .exited(0))
    #expect(program.screen.unknown.isEmpty)
  }

  static let environments: [([String: String], String?)] = [
    (colors, "48;2;"), (["TERM": "xterm-256color"], "48;5;"), (["TERM": "xterm"], "4"),
    (colors.merging(["NO_COLOR": ""]) { $1 }, "48;2;"),
    (colors.merging(["NO_COLOR": "1"]) { $1 }, nil),
  ]

  @Test("Case 184: colours by what the terminal can, none with NO_COLOR", arguments: environments)
  func colors(environment: [String: String], expected: String?) throws {
    let program = try Self.play(["--seed", "7"], environment: environment)
    #expect(program.shows("Moves  0"))
    program.watch(milliseconds: 50)
    let styles = program.screen.styles.filter { !$0.isEmpty }
    if let expected {
      #expect(styles.contains { $0.contains(expected) })
    } else {
      #expect(styles == [])
      #expect(program.screen.text.contains("┌"))
    }
    program.type("q")
    #expect(program.end() == .exited(0))
  }

  @Test("Ctrl-Z gives the shell its terminal, and fg brings the game back")
  func suspension() throws {
    let script = """
      set -m; "$0" --seed 7; stty -a | grep -c ' echo ' ; echo stopped; fg >/dev/null; echo done
      """
    let program = try TerminalProgram(
      "/bin/sh", ["-c", script, BuiltProgram.path("play")],
      environment: Self.colors.merging(["ENV2048_DATA": "/nonexistent"]) { $1 })
    #expect(program.shows("Moves  0"))
    program.type("\u{1A}")
    // The game comes back at once; the screen is empty for a moment in between.
    let entries = {
      String(decoding: program.output, as: UTF8.self).components(separatedBy: "?1049h").count
    }
    #expect(program.waits { _ in entries() >= 3 })
    #expect(program.shows("Moves  0"))
    #expect(program.screen.isAlternate && !program.screen.isCursorVisible)
    program.type("s")
    #expect(program.shows("Moves  1"))
    program.type("q")
    #expect(program.end() == .exited(0))
    #expect(program.screen.text.contains("1\nstopped"))
    #expect(program.screen.text.contains("done"))
    #expect(program.screen.isCursorVisible && !program.screen.isAlternate)
  }

  @Test("A sitting that waits uses no processor time")
  func idle() throws {
    let program = try Self.play([])
    #expect(program.shows("Moves  0"))
    program.watch(milliseconds: 50)
    guard let before = program.processorSeconds else { return }
    Thread.sleep(forTimeInterval: 1)
    #expect(try #require(program.processorSeconds) - before < 0.2)
    program.type("q")
    #expect(program.end() == .exited(0))
  }

  @Test("An agent plays by itself, can be paused, and hints show all four values")
  func agent() throws {
    let program = try Self.play([
      "--seed", "3", "--agent", "greedy", "--fps", "max", "--size", "3x3",
    ])
    #expect(program.shows("Game over"))
    program.type("n")
    #expect(program.shows("A new game."))
    program.type("?")
    #expect(program.shows("Hint: "))
    for name in ["up", "right", "down", "left"] { #expect(program.screen.text.contains(name)) }
    program.type(" ")
    #expect(program.shows("Game over"))
    program.type("u")
    #expect(program.shows("Taken back."))
    program.type("q")
    #expect(program.end() == .exited(0))
  }

  @Test(
    "An agent that searches says how far, how fast, and what each action is worth",
    arguments: [
      ("heuristic --nodes 500", "Agent  heuristic, 500 nodes"),
      ("heuristic --minimax --ply 2", "Agent  heuristic, minimax, 2-ply"),
      ("greedy --ply 2 --downgrade 64", "Agent  greedy, 2-ply, downgrading 64"),
    ])
  func search(options: String, name: String) throws {
    let words = options.split(separator: " ").map(String.init)
    let program = try Self.play(["--seed", "3", "--fps", "16", "--agent"] + words)
    #expect(program.shows(name))
    #expect(program.waits { $0.text.firstMatch(of: /\d moves\/s\n/) != nil })
    program.type(" ")
    #expect(program.shows("It is your turn."))
    program.type("?")
    #expect(program.shows("Hint: "))
    let worths = program.screen.text.matches(of: /[↑→↓←] \w+ +([\d,.]+)/)
    #expect((1...4).contains(worths.count))
    program.type("q")
    #expect(program.end() == .exited(0))
  }

  @Test("A best score is there the next time")
  func bestScore() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "play-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let environment = Self.colors.merging(["ENV2048_DATA": folder]) { $1 }
    let first = try Self.play(["--size", "2x2", "--seed", "1"], environment: environment)
    #expect(first.shows("Moves  0"))
    for _ in 0..<200 where !first.screen.text.contains("Game over") {
      first.type("wasd")
      first.watch(milliseconds: 20)
    }
    first.type("q")
    #expect(first.end() == .exited(0))
    let file = try String(contentsOfFile: "\(folder)/best-scores.json", encoding: .utf8)
    let best = try #require(file.split { !$0.isNumber }.last)
    let second = try Self.play(["--size", "2x2", "--seed", "2"], environment: environment)
    #expect(second.shows("Best   \(best)"))
    kill(second.process, SIGTERM)
    #expect(second.end() == .signaled(SIGTERM))
  }
}

extension PlayTerminalTests {
  @Test("A trained agent plays on its own size of board and weighs all four actions")
  func trainedAgent() throws {
    let run = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: run) }
    let training = try TerminalProgram(
      BuiltProgram.path("train"),
      ["ntuple", "--size", "3x3", "--patterns", "012,345", "--games", "50", "--run", run])
    #expect(training.end() == .exited(0))
    let program = try Self.play(["--agent", run, "--seed", "1", "--fps", "16"])
    #expect(program.shows("Agent  ntuple"))
    #expect(program.shows(" moves/s"))
    program.type(" ")
    #expect(program.shows("It is your turn."))
    program.type("?")
    #expect(program.shows("Hint: ") || program.shows("Game over"))
    program.type("q")
    #expect(program.end() == .exited(0))

    let misfit = try Self.play(["--agent", run, "--size", "4x4"])
    #expect(misfit.end() == .exited(64))
    #expect(misfit.screen.text.contains("'--size 4x4': the agent plays on 3x3"))
  }
}
