/// A program that is several commands under one name, as `train ntuple` and `train mlp`.
public struct CommandSuite: Sendable {
  /// The program's name.
  public let name: String

  /// The version of the program and of each command.
  public let version: String

  /// What the program does, shown first in its help.
  public let summary: String

  /// The commands, each called by its name behind the program's.
  public let commands: [Command]

  /// The last words of the program's help.
  public let epilogue: String

  /// Describes a program of several commands.
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - version: The version of the program and of each command.
  ///   - summary: What the program does.
  ///   - commands: The commands; the help sorts them by name.
  ///   - epilogue: The last words of the program's help, line breaks kept.
  /// - Precondition: No two commands share a name.
  public init(
    name: String, version: String, summary: String, commands: [Command], epilogue: String = ""
  ) {
    precondition(
      Set(commands.map(\.name)).count == commands.count, "Two commands share one name")
    self.name = name
    self.version = version
    self.summary = summary
    self.epilogue = epilogue
    self.commands = commands.map { command in
      var member = command
      member.version = version
      member.parents = [name]
      return member
    }
  }

  /// The text of the program's `--help`, which lists the commands.
  public var help: String { front.help }

  /// Understands a command line without printing anything.
  ///
  /// - Parameter arguments: The program's name, which is ignored, and what follows it.
  /// - Returns: The parsed command, told apart by its name, or the text that was asked for.
  /// - Throws: ``UsageError`` naming the first thing on the line that cannot be obeyed.
  public func parse(_ arguments: [String]) throws(UsageError) -> ParsedCommand {
    let arguments = arguments.dropFirst()
    guard let first = arguments.first, first == "-" || !first.hasPrefix("-") else {
      let parsed = try front.parse([name] + arguments)
      guard parsed.notice == nil else { return parsed }
      throw UsageError(command: name, problem: .missingCommand(choices: commands.map(\.name)))
    }
    guard let command = commands.first(where: { $0.name == first }) else {
      throw UsageError(
        command: name,
        problem: .unknownCommand(
          first, suggestion: NearestName.suggestion(for: first, among: commands.map(\.name)),
          choices: commands.map(\.name)))
    }
    return try command.parse(Array(arguments))
  }

  /// Understands a command line, or ends the program as ``Command/parseOrExit(_:)`` does.
  ///
  /// - Parameter arguments: The program's arguments, its name first.
  public func parseOrExit(_ arguments: [String]) -> ParsedCommand {
    ParsedCommand.orExit { () throws(UsageError) in try parse(arguments) }
  }

  /// The program as a command of its own: its options before any command, and its help.
  private var front: Command {
    let guide = "'\(name) COMMAND --help' explains one command."
    var front = Command(
      name: name, version: version, summary: summary,
      positionals: PositionalArguments("COMMAND [ARGUMENT...]", count: 0...Int.max),
      epilogue: epilogue.isEmpty ? guide : "\(guide)\n\n\(epilogue)")
    front.notes = [.header("Commands:", group: 1)]
    for command in commands {
      front.notes.append(.note(name: command.name, help: command.summary, group: 1))
    }
    return front
  }
}
