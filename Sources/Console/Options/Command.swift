/// A command line program, or one command of a ``CommandSuite``: what it is called with and how it explains itself.
///
/// Every command understands `--help` (`-h`) beside its own options, and
/// `--version` if it has one. Options may be abbreviated, combined (`-qv`),
/// ended with `--` and mixed with positional arguments, as GNU programs allow;
/// of an option given twice the last counts.
public struct Command: Sendable {
  /// The name the user types.
  public let name: String

  /// The version, shown by `--version`; without one there is no such option.
  public internal(set) var version: String?

  /// What the command does, shown first in the help.
  public let summary: String

  /// The arguments that are no options.
  public let positionals: PositionalArguments

  /// The options, by group.
  public let groups: [OptionGroup]

  /// The last words of the help: examples, files, sources.
  public let epilogue: String

  /// The programs this command is part of, in front of its name.
  var parents: [String] = []

  /// Entries that only the help shows, in front of the options.
  var notes: [OptionEntry] = []

  /// Describes a command.
  ///
  /// - Parameters:
  ///   - name: The name the user types.
  ///   - version: The version, such as `0.1.0`; a command of a suite takes the suite's.
  ///   - summary: What the command does.
  ///   - positionals: The arguments that are no options.
  ///   - groups: The options, by group.
  ///   - epilogue: The last words of the help, line breaks kept.
  /// - Precondition: No two options share a name, short names are printable
  ///   ASCII, and `help`, `h`, `version` and `V` are left to the command.
  public init(
    name: String, version: String? = nil, summary: String,
    positionals: PositionalArguments = .none, groups: [OptionGroup] = [], epilogue: String = ""
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.positionals = positionals
    self.groups = groups
    self.epilogue = epilogue
    var names: Set<String> = ["help", "h", "version", "V"]
    for option in groups.flatMap(\.options) {
      precondition(names.insert(option.name).inserted, "Option --\(option.name) is declared twice")
      guard let short = option.short else { continue }
      precondition(short.isPrintableASCII, "Option -\(short) is not printable ASCII")
      precondition(names.insert(String(short)).inserted, "Option -\(short) is declared twice")
    }
  }

  /// The command as the user calls it, such as `train ntuple`.
  public var fullName: String { (parents + [name]).joined(separator: " ") }

  /// The text of `--help`.
  public var help: String {
    OptionScanner(entries: notes + table.map(\.entry)).help(
      name: fullName, usage: positionals.usage, summary: summary, epilogue: epilogue)
  }

  /// The text of `--version`, one line.
  public var versionLine: String { "\((parents + [name])[0]) \(version ?? "")\n" }

  /// Understands a command line without printing anything.
  ///
  /// - Parameter arguments: The program's name, which is ignored, and what follows it.
  /// - Returns: The options and arguments, or the text that was asked for with `--help`.
  /// - Throws: ``UsageError`` naming the first thing on the line that cannot be obeyed.
  public func parse(_ arguments: [String]) throws(UsageError) -> ParsedCommand {
    let table = table
    var given: [String: any Sendable] = [:]
    var found: [String] = []
    for argument in OptionScanner(entries: table.map(\.entry)).scan(Array(arguments.dropFirst())) {
      switch argument {
      case .positional(let text):
        found.append(text)
      case .rejected(let element):
        throw UsageError(command: fullName, problem: rejection(of: element))
      case .option(let index, let text):
        switch table[index].meaning {
        case .help: return parsed(found, given, notice: help)
        case .version: return parsed(found, given, notice: versionLine)
        case .declared(let option): given[option.name] = try value(of: option, from: text)
        case .text: continue
        }
      }
    }
    if found.count < positionals.count.lowerBound {
      throw UsageError(command: fullName, problem: .missingArgument(usage: positionals.usage))
    }
    if found.count > positionals.count.upperBound {
      let extra = found[positionals.count.upperBound]
      throw UsageError(command: fullName, problem: .extraArgument(extra))
    }
    return parsed(found, given, notice: nil)
  }

  /// Understands a command line, or ends the program.
  ///
  /// `--help` and `--version` print to standard output and exit with 0. A
  /// command line that cannot be obeyed prints two lines to standard error and
  /// exits with 64.
  ///
  /// - Parameter arguments: The program's arguments, its name first.
  public func parseOrExit(_ arguments: [String]) -> ParsedCommand {
    ParsedCommand.orExit { () throws(UsageError) in try parse(arguments) }
  }

  private func value(
    of option: any OptionDeclaration, from text: String?
  ) throws(UsageError) -> any Sendable {
    do throws(ValueMismatch) {
      return try option.value(from: text)
    } catch {
      let problem = UsageError.Problem.invalidValue(
        option: "--\(option.name)", value: text ?? "", expectation: error.expectation)
      throw UsageError(command: fullName, problem: problem)
    }
  }

  private func parsed(
    _ found: [String], _ given: [String: any Sendable], notice: String?
  ) -> ParsedCommand {
    ParsedCommand(
      name: name, fullName: fullName, positionals: found, notice: notice, given: given,
      declared: Set(groups.flatMap(\.options).map(\.name)))
  }
}

extension Command {
  /// What a row of the option table stands for.
  enum Meaning {
    case text
    case help
    case version
    case declared(any OptionDeclaration)
  }

  /// The option table: the command's groups, then help and version.
  var table: [(entry: OptionEntry, meaning: Meaning)] {
    var rows: [(entry: OptionEntry, meaning: Meaning)] = []
    for (index, group) in groups.enumerated() {
      let number = Int32(index + 1)
      rows.append((.header(group.title + ":", group: number), .text))
      for option in group.options {
        let entry = OptionEntry.option(
          name: option.name, short: option.short, placeholder: option.placeholder,
          help: option.helpWithDefault, group: number)
        rows.append((entry, .declared(option)))
      }
    }
    // argp prints groups 0, 1, 2, … and then -1.
    rows.append((Self.builtIn("help", "h", "show this help and exit"), .help))
    if version != nil {
      rows.append((Self.builtIn("version", "V", "show the version and exit"), .version))
    }
    return rows
  }

  private static func builtIn(_ name: String, _ short: Character, _ help: String) -> OptionEntry {
    .option(name: name, short: short, placeholder: nil, help: help, group: -1)
  }
}

extension Character {
  fileprivate var isPrintableASCII: Bool {
    asciiValue.map { (0x21...0x7E).contains($0) && $0 != 0x2D } ?? false
  }
}
