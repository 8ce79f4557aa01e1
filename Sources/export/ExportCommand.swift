import Console
import Experiments

/// The command line of `export`.
enum ExportCommand {
  static let command = Command(
    name: "export", version: packageVersion,
    summary: "Write the weights of an n-tuple network for another program, or to play with.",
    positionals: PositionalArguments("DIR|FILE", count: 1...1),
    groups: [OptionGroup("Output", output, float16, sums)],
    epilogue: """
      A name ending in .w makes a weight file of TDL2048, one in .safetensors a checkpoint, \
      which evaluate, play and Python read. Such files are read, too, and the folders of runs.
      In a shell, call it by its path: export alone is a command of the shell.
      Examples: .build/release/export Runs/ntuple-5x4 --output 5x4.w
                .build/release/export 5x4.w --output 5x4.safetensors --float16
      """)

  static let output = CommandOption<String?>(
    "output", short: "o", placeholder: "FILE", help: "the file to write, .w or .safetensors",
    otherwise: "none; it must be given", as: .path)
  static let float16 = CommandOption(
    flag: "float16", help: "write weights of half the size, to three digits; for .safetensors")
  static let sums = CommandOption(
    flag: "sums", help: "also write the sums of temporal coherence, to go on learning with")

  /// Does what a command line asks for.
  ///
  /// - Returns: What to tell the user.
  static func run(_ parsed: ParsedCommand) throws -> String {
    guard let output = parsed[output] else {
      throw parsed.contradiction("'--output' is missing; expected --output FILE")
    }
    let export = AgentExport(
      format: try format(of: output, parsed), includesSums: parsed[sums])
    let outcome = try export.write(parsed.positionals[0], to: output)
    let network = outcome.network
    return "\(output): \(Format.counted(network.patterns.count, "pattern")), "
      + "\(Format.grouped(network.weightCount)) weights, \(Format.bytes(outcome.byteCount))\n"
  }

  private static func format(
    of output: String, _ parsed: ParsedCommand
  ) throws(UsageError) -> AgentExport.Format {
    if parsed[float16], parsed[sums] {
      throw parsed.contradiction("'--float16' and '--sums': expected only one of them")
    }
    if output.hasSuffix(".w") {
      if parsed[float16] {
        throw parsed.contradiction("'--float16' and '--output \(output)': expected .safetensors")
      }
      return .tdl
    }
    guard output.hasSuffix(".safetensors") else {
      throw parsed.contradiction("'--output \(output)': expected a name in .w or .safetensors")
    }
    return parsed[float16] ? .halfCheckpoint : .checkpoint
  }
}
