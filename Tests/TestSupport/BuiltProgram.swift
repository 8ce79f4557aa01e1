import Foundation

/// A program of this package, as the build that runs the tests made it.
public enum BuiltProgram {
  /// The path of a program.
  ///
  /// Programs lie beside the bundle of tests, which is among the arguments of the test process.
  public static func path(_ name: String) -> String {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? ""
    let end = bundle.range(of: ".xctest")?.lowerBound ?? bundle.endIndex
    return URL(filePath: String(bundle[..<end])).deletingLastPathComponent().appending(path: name)
      .path(percentEncoded: false)
  }
}
