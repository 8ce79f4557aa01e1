/// Options that belong together, under one title in the help.
public struct OptionGroup: Sendable {
  /// The title, without its colon.
  public let title: String

  /// The options; the help sorts them by name.
  public let options: [any OptionDeclaration]

  /// Groups options under a title.
  public init(_ title: String, _ options: any OptionDeclaration...) {
    self.title = title
    self.options = options
  }
}
