import Foundation

/// A folder for one test, removed with everything in it when the test ends.
public final class TemporaryFolder {
  /// Where it is.
  public let path: String

  /// Makes an empty folder.
  public init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "env2048-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a name in the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Changes access rights, of the folder itself where no name is given.
  public func setPermissions(_ permissions: Int, of name: String? = nil) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: name.map(file) ?? path)
  }

  /// What the folder holds, sorted.
  public var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
