/// A run folder that cannot be made or opened.
public enum RunFolderError: FileErrorWrapping, Equatable, CustomStringConvertible {
  /// The system refused a file or folder.
  case file(FileError)
  /// The configuration cannot be read or written.
  case configuration(JSONFileError)
  /// The log cannot be created.
  case log(TrainingLogError)
  /// A run of that name is already there.
  case exists(path: String)
  /// A folder of that name is there and holds something else.
  case notEmpty(path: String)
  /// A file of that name is there.
  case notFolder(path: String)
  /// No folder of that name is there.
  case missing(path: String)
  /// The folder holds no configuration: it is no run.
  case notRun(path: String, missingFile: String)
  /// Another program is training in the folder.
  case inUse(path: String)

  /// The message shown to the user.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .configuration(let error): error.description
    case .log(let error): error.description
    case .exists(let path):
      "Run '\(path)' already exists; go on with 'train resume \(path)', or choose another name."
    case .notEmpty(let path):
      "Folder '\(path)' is not empty and no run; choose another name."
    case .notFolder(let path):
      "'\(path)' is a file; expected the name of a run folder."
    case .missing(let path):
      "Run '\(path)' does not exist."
    case .notRun(let path, let missingFile):
      "Folder '\(path)' is no run: it has no '\(missingFile)'."
    case .inUse(let path):
      "Run '\(path)' is in use by another program; wait for it to end, or stop it."
    }
  }
}
