import Foundation
import TestSupport
import Testing

/// The commands that the documents give, as far as their options and values go.
@Suite struct DocumentedCommandTests {
  static let documents = [
    "README.md", "Sources/Agents/Agents.docc/LearningRules.md",
    "Sources/Agents/Agents.docc/Perceptrons.md",
    "Sources/Env2048/Env2048.docc/EightBoardsAtOnce.md",
  ]

  /// The commands of a document: lines of its code blocks, and code within its text.
  static func commands(in text: String) -> [String] {
    let blocks = text.components(separatedBy: "```")
    let lines = blocks.indices.filter { $0 % 2 == 1 }.flatMap { index in
      blocks[index].split(separator: "\n").map(String.init)
    }
    let spans = blocks.indices.filter { $0 % 2 == 0 }.flatMap { index in
      let parts = blocks[index].components(separatedBy: "`")
      return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
    }
    return (lines + spans).compactMap(command)
  }

  /// The command that a piece of code is, for a shell, with the path of the
  /// program; `nil` if it is none, or a program's name alone.
  static func command(in code: String) -> String? {
    let command = code.replacing("\n", with: " ").replacing(".build/release/", with: "")
      .replacing("…", with: "Runs/mine").prefix { $0 != "#" }
    let words = command.split(separator: " ").drop { $0.contains("=") && !$0.hasPrefix("-") }
    let programs = ["train", "evaluate", "plot", "report", "benchmark", "play", "export"]
    guard words.count > 1, let program = words.first.map(String.init), programs.contains(program)
    else { return nil }
    return command.replacing(
      program, with: "'\(BuiltProgram.path(program))'", maxReplacements: 1
    ).description
  }

  @Test("Each command is understood", arguments: documents)
  func commandsAreUnderstood(document: String) async throws {
    let text = try String(contentsOfFile: ProjectFolder.file(document), encoding: .utf8)
    let commands = Self.commands(in: text)
    #expect(commands.count >= (document == "README.md" ? 25 : 1))
    let workspace = try Workspace()
    for command in commands {
      // Options are read in turn: help, the last, is shown if all others were understood.
      let outcome = try await workspace.shell("\(command) --help")
      #expect(outcome.isDone && outcome.output.hasPrefix("Usage: "), "\(command): \(outcome.error)")
    }
  }

  @Test("A command that is wrong is found")
  func wrongCommands() async throws {
    let commands = Self.commands(
      in: "Try `train ntuple --alfa 1`, then\n\n```sh\nevaluate Runs/a --games x\n```\n")
    #expect(commands.count == 2)
    let workspace = try Workspace()
    for command in commands {
      #expect(try await workspace.shell("\(command) --help").end == .exit(64), "\(command)")
    }
  }
}
