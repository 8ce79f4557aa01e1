import Env2048
import Experiments

/// The themes that come with the program, and those in files.
public enum ThemeLibrary {
  /// The names of the themes that come with the program, the default first.
  public static let names = shipped.map(\.name)

  /// The theme used unless another is asked for.
  public static let defaultName = "sand"

  /// The JSON files of `Themes`, which are part of the program itself, so that it runs from any
  /// folder.
  private static let shipped: [(name: String, json: [UInt8])] = [
    ("sand", PackageResources.sand_json),
    ("ocean", PackageResources.ocean_json),
    ("dusk", PackageResources.dusk_json),
    ("contrast", PackageResources.contrast_json),
    ("grey", PackageResources.grey_json),
  ]

  /// Finds a theme.
  ///
  /// - Parameter name: The name of a shipped theme, or the path of a JSON file as ``Theme``
  ///   describes it. A name without `/` and `.json` is always that of a shipped theme.
  /// - Throws: ``ThemeError`` for an unknown name; `JSONFileError` that says what is wrong in a file.
  public static func theme(_ name: String) throws -> Theme {
    if let json = shipped.first(where: { $0.name == name })?.json {
      return try JSONFile.value(Theme.self, in: json)
    }
    guard name.contains("/") || name.hasSuffix(".json") else {
      throw ThemeError.unknown(name: name, choices: names)
    }
    return try JSONFile.read(Theme.self, from: name)
  }
}

/// A theme that cannot be found.
public enum ThemeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No shipped theme has the name, and it is not that of a JSON file.
  case unknown(name: String, choices: [String])

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .unknown(let name, let choices):
      "'\(name)': no such theme; expected one of \(choices.joined(separator: ", ")), "
        + "or the path of a .json file"
    }
  }
}
