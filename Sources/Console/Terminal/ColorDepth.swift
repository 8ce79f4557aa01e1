/// How many colours a terminal shows.
public enum ColorDepth: Int, Comparable, CaseIterable, Sendable {
  /// No colours and no other styles: not one escape character.
  case none
  /// The 16 colours of ANSI, whose exact shades are the user's choice.
  case ansi16
  /// A palette of 256 colours.
  case palette256
  /// All of 24 bits.
  case trueColor

  /// The colours a terminal with this environment shows.
  ///
  /// `NO_COLOR` with any text forbids colours, empty it does not
  /// (no-color.org). Then `COLORTERM` is believed before `TERM`; a terminal
  /// without a name, or called `dumb`, shows none.
  public init(environment: [String: String]) {
    let terminal = environment["TERM"] ?? ""
    if !(environment["NO_COLOR"] ?? "").isEmpty || terminal.isEmpty || terminal == "dumb" {
      self = .none
    } else if ["truecolor", "24bit"].contains(environment["COLORTERM"])
      || terminal.hasSuffix("-direct")
    {
      self = .trueColor
    } else {
      self = terminal.hasSuffix("-256color") ? .palette256 : .ansi16
    }
  }

  /// Fewer colours come first.
  public static func < (first: ColorDepth, second: ColorDepth) -> Bool {
    first.rawValue < second.rawValue
  }
}
