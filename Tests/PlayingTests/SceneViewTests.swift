import Console
import Env2048
import Testing

@testable import Playing

@Suite struct SceneViewTests {
  static func view(_ depth: ColorDepth = .none) throws -> SceneView {
    SceneView(theme: try ThemeLibrary.theme(ThemeLibrary.defaultName), depth: depth)
  }

  static func scene(_ text: String) throws -> Scene {
    let board = try Grid(text: text)
    return Scene(shape: board.shape, exponents: board.exponents)
  }

  @Test("Case 190: every tile is labelled with the right number, as long as it fits")
  func labels() {
    for exponent in 1...Tile.maximumExponent {
      let number = String(1 << exponent)
      for width in TileLabel.minimumWidth...20 {
        let label = TileLabel.text(ofExponent: exponent, width: width)
        #expect(label.count <= width && !label.isEmpty)
        #expect([number, "2^\(exponent)", "^\(exponent)"].contains(label))
        #expect((label == number) == (number.count <= width))
      }
    }
    #expect(TileLabel.text(ofExponent: 0, width: 5) == "")
  }

  @Test("Case 190: every tile from 2 to 2^26 is drawn with its number and a colour")
  func everyTile() throws {
    for exponent in 1...26 {
      for depth in ColorDepth.allCases {
        var scene = try Self.scene("0 0 0 / 0 0 0")
        scene.exponents[4] = exponent
        let canvas = try Self.view(depth).canvas(scene, columns: 80, rows: 24)
        #expect(canvas.lines.joined().contains(String(1 << exponent)))
      }
    }
  }

  static let windows = [
    (0, 0), (1, 1), (2, 40), (40, 2), (10, 5), (20, 10), (30, 12), (40, 15), (80, 24), (132, 43),
    (250, 90),
  ]

  @Test("Case 189: every board is drawn in every window", arguments: windows)
  func everyWindow(columns: Int, rows: Int) throws {
    let view = try Self.view(.trueColor)
    for side in 1...BoardShape.maximumSide {
      for other in 1...BoardShape.maximumSide where side * other > 1 {
        let shape = try BoardShape(rows: side, columns: other)
        for exponent in [0, 11, 17, 62] {
          var scene = Scene(
            shape: shape, exponents: Array(repeating: exponent, count: shape.cellCount))
          scene.notice = .illegal(.left, legal: .all)
          scene.advice = Advice(best: .up, worth: [1, 2, nil, 123_456.7])
          let canvas = view.canvas(scene, columns: columns, rows: rows)
          #expect((canvas.columns, canvas.rows) == (columns, rows))
          let needed = Arrangement.smallest(shape)
          if columns >= needed.columns, rows >= needed.rows, exponent > 0 {
            let text = canvas.lines.joined(separator: "\n")
            let labels = ["\(1 << exponent)", "2^\(exponent)", "^\(exponent)"]
            let counts = labels.map { label in
              text.split(whereSeparator: { !"0123456789^".contains($0) }).count { $0 == label }
            }
            #expect(counts.max() ?? 0 >= shape.cellCount, "\(shape), 2^\(exponent)")
          }
        }
      }
    }
  }

  @Test("A window of 80x24 has the board and beside it all there is to say")
  func wide() throws {
    var scene = try Self.scene("2 4 8 16 / 32 64 128 256 / 512 1024 2048 4096 / 0 0 0 131072")
    (scene.score, scene.bestScore, scene.moves) = (1234, 56_789, 97)
    scene.agent = "ntuple 4x6"
    scene.isAgentPlaying = true
    scene.movesPerSecond = 1250
    scene.advice = Advice(best: .right, worth: [10.25, 1234.5, nil, -3])
    scene.notice = .agentPlays
    let lines = try Self.view().canvas(scene, columns: 80, rows: 24).lines
    let expected = """

       ┌────────┬────────┬────────┬────────┐   Score  1,234
       │        │        │        │        │   Best   56,789
       │    2   │    4   │    8   │   16   │   Moves  97
       │        │        │        │        │
       ├────────┼────────┼────────┼────────┤   The agent plays; space pauses.
       │        │        │        │        │
       │   32   │   64   │   128  │   256  │
       │        │        │        │        │   Agent  ntuple 4x6
       ├────────┼────────┼────────┼────────┤          1.25 k moves/s
       │        │        │        │        │     ↑ up       10.2
       │   512  │  1024  │  2048  │  4096  │   > → right 1,234.5
       │        │        │        │        │     ↓ down        -
       ├────────┼────────┼────────┼────────┤     ← left     -3.0
       │        │        │        │        │
       │        │        │        │ 131072 │   arrows, WASD, HJKL  move
       │        │        │        │        │   u  undo      n  new game
       └────────┴────────┴────────┴────────┘   ?  hint      q  quit
                                               space  pause the agent
                                               + -  agent's speed: 8
      """
    let shown = expected.split(separator: "\n", omittingEmptySubsequences: false)
    // The picture above is indented by one column more than the board.
    #expect(Array(lines.prefix(20)) == shown.map { $0.isEmpty ? "" : String($0) })
  }

  @Test("A small window has the board and what finds room")
  func small() throws {
    var scene = try Self.scene("2 4 8 16 / 0 0 0 0 / 0 0 0 0 / 0 0 0 2048")
    (scene.score, scene.bestScore) = (36, 120)
    let lines = try Self.view().canvas(scene, columns: 23, rows: 7).lines
    #expect(
      lines == [
        "Score 36  Best 120",
        "  2     4     8     16",
        "  .     .     .     .",
        "  .     .     .     .",
        "  .     .     .    2048",
        "", "",
      ])
  }

  @Test("A window that is too small says how large it must be")
  func tooSmall() throws {
    let scene = try Self.scene("2 4 8 16 / 0 0 0 0 / 0 0 0 0 / 0 0 0 2048")
    #expect(
      try Self.view().canvas(scene, columns: 10, rows: 5).lines
        == ["Too small", "need 15x5", "have 10x5", "q: quit", ""])
    #expect(try Self.view().canvas(scene, columns: 15, rows: 5).lines[0] == "Score 0  Best 0")
  }

  @Test("Letters can be read in every theme and depth", arguments: ThemeLibrary.names)
  func legible(theme: String) throws {
    let theme = try ThemeLibrary.theme(theme)
    for depth in [ColorDepth.ansi16, .palette256, .trueColor] {
      let view = BoardView(theme: theme, depth: depth)
      for exponent in 1...Tile.maximumExponent {
        let style = view.style(ofExponent: exponent)
        let text = try #require(style.foreground).shown(at: depth)
        let ground = try #require(style.background).shown(at: depth)
        let difference =
          zip([text.red, text.green, text.blue], [ground.red, ground.green, ground.blue])
          .map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(difference > 80, "\(theme.name), \(depth), 2^\(exponent)")
      }
    }
  }
}

@Suite struct ThemeLibraryTests {
  @Test("Every shipped theme is read and bears its name", arguments: ThemeLibrary.names)
  func shipped(name: String) throws {
    let theme = try ThemeLibrary.theme(name)
    #expect(theme.name == name)
    let looks = (1...17).map { theme.colors(ofExponent: $0).background }
    #expect(Set(looks).count == 17)
  }

  @Test("The default is one of them, and there are several")
  func names() {
    #expect(ThemeLibrary.names.contains(ThemeLibrary.defaultName))
    #expect(ThemeLibrary.names.count >= 3)
  }

  @Test("An unknown name is told with those there are")
  func unknown() {
    let error = #expect(throws: ThemeError.self) { try ThemeLibrary.theme("neon") }
    #expect(error?.description.contains("'neon'") == true)
    #expect(error?.description.contains("sand, ocean") == true)
  }
}
