import Console
import Env2048
import Experiments
import Playing
import SharedOptions

/// The command line of `play`.
enum PlayOptions {
  static let command = Command(
    name: "play", version: packageVersion,
    summary: "Play 2048 in the terminal, or watch an agent play.",
    groups: [
      OptionGroup("Game", size, win, undo, seed),
      OptionGroup("Agent", agent, speed),
      SearchOptions.group,
      OptionGroup("Appearance", theme),
    ],
    epilogue: """
      Keys: arrows, WASD or HJKL move; u undo, n new game, ? hint, space lets the agent play or \
      pauses it, + and - its speed, q quits.
      Without a terminal, moves are read from standard input, such as 'left up', and boards are \
      printed; with --agent one game is printed, a line a move.
      The best score on each size, of games without an agent's moves, is kept in best-scores.json \
      in $ENV2048_DATA, else in env2048 in $XDG_DATA_HOME or ~/.local/share. NO_COLOR switches \
      colours off.
      Example: play --agent Runs/ntuple-4x6 --ply 2 --fps max
      """)

  static let size = CommandOption<GridSize?>(
    "size", placeholder: "RxC", help: "rows and columns of the board",
    otherwise: "the agent's, else 4x4", as: .size(sides: 1...BoardShape.maximumSide))
  static let win = CommandOption(
    "win", placeholder: "TILE", help: "the tile that wins; the game goes on after it",
    default: 2048, as: .tile)
  static let undo = CommandOption(
    "undo", placeholder: "COUNT", help: "moves that can be taken back in a row, or off",
    default: 1, as: .undoLimit)
  static let seed = CommandOption<UInt64?>(
    "seed", short: "s", placeholder: "NUMBER", help: "seed of the tiles",
    otherwise: "another each time", as: .seed)
  static let agent = CommandOption<String?>(
    "agent", short: "a", placeholder: "DIR|FILE|NAME",
    help: "watch this agent, which also gives the hints: the folder of a run, a checkpoint, a .w "
      + "file, or \(LoadedAgent.baselines.joined(separator: ", "))",
    otherwise: "you play, greedy hints",
    as: .path)
  static let speed = CommandOption(
    "fps", placeholder: "COUNT", help: "moves the agent makes in a second, 1 to 1024, or max",
    default: AgentSpeed.default, as: .speed)
  static let theme = CommandOption(
    "theme", placeholder: "NAME|FILE",
    help: "colours: \(ThemeLibrary.names.joined(separator: ", ")), or a JSON file",
    default: ThemeLibrary.defaultName, as: .text("the name of a theme or the path of a file"))
}

extension ValueParser where Value == Int {
  /// A number of moves, or `off` for 0.
  static var undoLimit: ValueParser {
    let numbers = ValueParser.count(in: 1...100_000)
    let expectation = "\(numbers.expectation), or off"
    let describe = { @Sendable (limit: Int) in limit == 0 ? "off" : "\(limit)" }
    return ValueParser(expecting: expectation, describe: describe) {
      text throws(ValueMismatch) in
      if text == "off" { return 0 }
      do throws(ValueMismatch) {
        return try numbers.parse(text)
      } catch {
        throw ValueMismatch(expectation: expectation)
      }
    }
  }
}
