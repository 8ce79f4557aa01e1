import Experiments
import Foundation

/// The program gnuplot, which draws figures.
///
/// It reads one script, which holds the numbers too, and answers with the picture. No name of a
/// file or run stands in a place where it could be taken for a command.
public struct Gnuplot: Sendable {
  private let executable: String

  /// Finds gnuplot.
  ///
  /// - Parameter path: The folders to look in, as in the environment variable PATH.
  public init(
    searching path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
  ) throws(PlotError) {
    let found = path.split(separator: ":").map { "\($0)/gnuplot" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { throw .gnuplotMissing }
    executable = found
  }

  /// Draws a figure.
  ///
  /// - Parameters:
  ///   - figure: What to draw.
  ///   - format: As what; the text of a terminal is UTF-8 too.
  ///   - size: The size of a picture in pixels; its natural one unless given.
  /// - Returns: The bytes of the picture.
  public func draw(
    _ figure: Figure, as format: PictureFormat, size: FigureSize? = nil
  ) throws -> [UInt8] {
    let script = GnuplotScript(figure, format, size: size ?? figure.naturalSize)
    let picture = try run(script.text)
    return format.isText ? Self.trimmed(picture) : picture
  }

  /// Text without the form feed in front of it and the blanks at its ends.
  private static func trimmed(_ text: [UInt8]) -> [UInt8] {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") }
    // Where there are colours, each line begins with the usual one.
    let isEmpty = { (line: [UInt8]) in line.isEmpty || line == Array("\u{1B}[0;39m".utf8) }
    let lines = text.drop { $0 == 0x0C }
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Array($0.reversed().drop(while: isBlank).reversed()) }
    let used = lines.drop(while: isEmpty).reversed().drop(while: isEmpty).reversed()
    return Array(used.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
  }

  /// Runs a script; script and answer are files, which need no reader at the other end.
  private func run(_ script: String) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "plot-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = { (name: String) in folder.appending(path: name).path }
    try AtomicFile.write(script, to: file("script"))
    for name in ["picture", "messages"] { try AtomicFile.write("", to: file(name)) }

    let process = Process()
    process.executableURL = URL(filePath: executable)
    // Without the user's own settings the same figure is the same picture everywhere.
    process.arguments = ["--default-settings", file("script")]
    process.environment = Self.environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: file("picture"))
    process.standardError = FileHandle(forWritingAtPath: file("messages"))
    try process.run()
    process.waitUntilExit()
    let picture = try FileSystem.contents(of: file("picture"))
    guard process.terminationReason == .exit, process.terminationStatus == 0, !picture.isEmpty
    else { throw PlotError.gnuplotFailed(reason: try reason(process, messages: file("messages"))) }
    return picture
  }

  private func reason(_ process: Process, messages: String) throws -> String {
    let text = String(decoding: try FileSystem.contents(of: messages), as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0.trimmingPrefix { $0.isWhitespace } }
    let status = process.terminationStatus
    return switch process.terminationReason {
    case .uncaughtSignal: "signal \(status) ended it"
    default: lines.last.map { String($0) } ?? "exit code \(status), and it drew nothing"
    }
  }

  /// This program's environment, but for what would change a picture.
  private static var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for name in ["GNUTERM", "GNUPLOT_LIB", "LC_NUMERIC", "LANGUAGE"] { environment[name] = nil }
    environment["LC_ALL"] = "C"
    return environment
  }
}
