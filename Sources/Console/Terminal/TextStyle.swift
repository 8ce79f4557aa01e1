/// How a text looks on a terminal: weight and colours.
public struct TextStyle: Equatable, Sendable {
  /// Whether the letters are bold.
  public var isBold: Bool
  /// Whether the letters are faint.
  public var isDim: Bool
  /// The colour of the letters; `nil` for the terminal's own.
  public var foreground: TerminalColor?
  /// The colour behind them; `nil` for the terminal's own.
  public var background: TerminalColor?

  /// Creates a style; with no argument it changes nothing.
  public init(
    isBold: Bool = false, isDim: Bool = false, foreground: TerminalColor? = nil,
    background: TerminalColor? = nil
  ) {
    self.isBold = isBold
    self.isDim = isDim
    self.foreground = foreground
    self.background = background
  }

  /// Bold letters.
  public static let bold = TextStyle(isBold: true)

  /// Faint letters.
  public static let dim = TextStyle(isDim: true)

  /// The text in this style, followed by a return to the terminal's own.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - depth: What the terminal shows; with none the text stays as it is.
  public func applied(to text: String, depth: ColorDepth) -> String {
    let codes = codes(depth: depth)
    guard !codes.isEmpty else { return text }
    return "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
  }

  /// The parameters of the ANSI sequence "select graphic rendition".
  private func codes(depth: ColorDepth) -> [String] {
    guard depth > .none else { return [] }
    return (isBold ? ["1"] : []) + (isDim ? ["2"] : [])
      + (foreground.map { [Self.code($0, depth: depth, base: 30)] } ?? [])
      + (background.map { [Self.code($0, depth: depth, base: 40)] } ?? [])
  }

  /// The parameters of a colour; the base is 30 for letters, 40 for what is behind them.
  private static func code(_ color: TerminalColor, depth: ColorDepth, base: Int) -> String {
    switch depth {
    case .none: ""
    case .ansi16: "\(color.ansiIndex < 8 ? base + color.ansiIndex : base + 52 + color.ansiIndex)"
    case .palette256: "\(base + 8);5;\(color.paletteIndex)"
    case .trueColor: "\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
    }
  }
}
