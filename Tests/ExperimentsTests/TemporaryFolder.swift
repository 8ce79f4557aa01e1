import Foundation

@testable import Experiments

/// A folder for one test, removed with everything in it when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "experiments-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a name in the folder.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Changes access rights, of the folder itself where no name is given.
  func setPermissions(_ permissions: Int, of name: String? = nil) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: name.map(file) ?? path)
  }

  /// What the folder holds.
  var names: [String] { get throws { try FileSystem.names(in: path) } }
}
