import Foundation

/// The folder of this package, as the tests were built from it.
public enum ProjectFolder {
  /// The path of a file in it.
  public static func file(_ path: String) -> String {
    (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
      .appending(path: path).path(percentEncoded: false)
  }
}
