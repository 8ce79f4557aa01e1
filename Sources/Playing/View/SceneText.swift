import Console
import Env2048

/// One line of text in one style.
struct StyledLine: Equatable {
  let text: String
  let style: TextStyle

  init(_ text: String, style: TextStyle = TextStyle()) {
    self.text = text
    self.style = style
  }
}

/// All that a scene says beside the board, line by line.
struct SceneText {
  private let scene: Scene
  private let width: Int

  /// - Parameter width: The columns of a line; longer texts are wrapped or shortened.
  init(_ scene: Scene, width: Int) {
    self.scene = scene
    self.width = max(width, 1)
  }

  /// Score, best score and moves, a line each.
  var counts: [StyledLine] {
    [
      StyledLine("Score  \(Format.grouped(scene.score))", style: .bold),
      StyledLine("Best   \(Format.grouped(scene.bestScore))"),
      StyledLine("Moves  \(Format.grouped(scene.moves))"),
    ]
  }

  /// Score, best score and moves in one line, the last left out where it is too long.
  var countsInShort: StyledLine {
    let parts = [
      "Score \(Format.grouped(scene.score))", "Best \(Format.grouped(scene.bestScore))",
      "Moves \(Format.grouped(scene.moves))",
    ]
    let texts = (1...parts.count).reversed().map { parts.prefix($0).joined(separator: "  ") }
    return StyledLine(
      texts.first { $0.count <= width } ?? Format.grouped(scene.score), style: .bold)
  }

  /// What the player is told; as many lines whether there is something to tell or not, so that
  /// nothing moves when a notice comes and goes.
  var notice: [StyledLine] {
    let lines = wrapped(scene.notice?.text ?? "")
    let isLine = width < 60
    let padding = max((isLine ? 2 : 1) - lines.count, 0)
    return lines.map { StyledLine($0, style: .bold) }
      + Array(repeating: StyledLine(""), count: padding)
  }

  /// The agent: its name, speed and the values of the four actions.
  var agent: [StyledLine] {
    guard isAgentShown else { return [] }
    var lines = [StyledLine(shortened("Agent  \(scene.agent)"))]
    if let rate = rateText { lines.append(StyledLine("       \(rate)")) }
    guard let advice = scene.advice else { return lines }
    let texts = Action.allCases.map { worthText(advice, $0) }
    let longest = texts.map(\.count).max() ?? 0
    for (action, text) in zip(Action.allCases, texts) {
      let isBest = action == advice.best
      let name = action.name + String(repeating: " ", count: 5 - action.name.count)
      let padding = String(repeating: " ", count: longest - text.count)
      lines.append(
        StyledLine(
          "\(isBest ? ">" : " ") \(Self.arrow(action)) \(name) \(padding)\(text)",
          style: isBest ? .bold : TextStyle()))
    }
    return lines
  }

  /// The agent in one or two lines.
  var agentInShort: [StyledLine] {
    guard isAgentShown else { return [] }
    let name = [scene.agent, rateText].compactMap(\.self).joined(separator: "  ")
    guard let advice = scene.advice else { return [StyledLine(shortened(name))] }
    let values = Action.allCases.map { action in
      "\(Self.arrow(action)) \(worthText(advice, action))" + (action == advice.best ? "*" : "")
    }
    return [values.joined(separator: "  "), name].map { StyledLine(shortened($0)) }
  }

  /// What the keys do, a line each.
  var keys: [StyledLine] {
    [
      "arrows, WASD, HJKL  move", "u  undo      n  new game", "?  hint      q  quit",
      scene.isAgentPlaying ? "space  pause the agent" : "space  let the agent play",
      "+ -  agent's speed: \(scene.speed)",
    ].map { StyledLine($0, style: .dim) }
  }

  /// What the keys do, in as few lines as they need.
  var keysInShort: [StyledLine] {
    wrapped("arrows/WASD/HJKL move, u undo, n new, ? hint, space agent, + - speed, q quit")
      .map { StyledLine($0, style: .dim) }
  }

  private var isAgentShown: Bool { scene.isAgentPlaying || scene.advice != nil }

  private var rateText: String? {
    guard scene.isAgentPlaying else { return nil }
    let asked = scene.speed == .unlimited ? "full speed" : "\(scene.speed) moves/s asked"
    return scene.movesPerSecond.map { Format.rate($0, of: "moves") } ?? asked
  }

  private func worthText(_ advice: Advice, _ action: Action) -> String {
    advice.worth[Int(action.rawValue)].map { Format.fixed($0, decimals: 1) } ?? "-"
  }

  private static func arrow(_ action: Action) -> String {
    switch action {
    case .up: "↑"
    case .right: "→"
    case .down: "↓"
    case .left: "←"
    }
  }

  private func shortened(_ text: String) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "…"
  }

  /// The words in lines of at most the width; a longer word is shortened.
  private func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ").map({ shortened(String($0)) }) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
