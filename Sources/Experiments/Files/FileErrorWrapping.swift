/// An error of a kind of file, which may also be the system's refusal.
protocol FileErrorWrapping: Error {
  /// The system refused the file.
  static func file(_ error: FileError) -> Self
}

extension FileErrorWrapping {
  /// Turns the system's refusal in `body` into an error of this kind.
  static func wrapping<Result: ~Copyable>(
    _ body: () throws(FileError) -> Result
  ) throws(Self) -> Result {
    do throws(FileError) {
      return try body()
    } catch {
      throw .file(error)
    }
  }
}
