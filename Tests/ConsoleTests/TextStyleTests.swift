import Console
import Testing

@Suite struct TextStyleTests {
  let alarm = TextStyle(
    isBold: true, foreground: TerminalColor(red: 255, green: 0, blue: 0),
    background: TerminalColor(red: 127, green: 127, blue: 127))

  @Test("A style is written in the colours the terminal has")
  func depths() {
    #expect(
      alarm.applied(to: "2048", depth: .trueColor)
        == "\u{1B}[1;38;2;255;0;0;48;2;127;127;127m2048\u{1B}[0m")
    #expect(
      alarm.applied(to: "2048", depth: .palette256) == "\u{1B}[1;38;5;196;48;5;244m2048\u{1B}[0m")
    #expect(alarm.applied(to: "2048", depth: .ansi16) == "\u{1B}[1;91;100m2048\u{1B}[0m")
    #expect(TextStyle.dim.applied(to: "x", depth: .ansi16) == "\u{1B}[2mx\u{1B}[0m")
  }

  @Test("Case 183: without colours not one escape character is written")
  func noEscapes() {
    for style in [alarm, .bold, .dim] {
      #expect(style.applied(to: "2048", depth: .none) == "2048")
    }
  }

  @Test("A style that changes nothing writes nothing", arguments: ColorDepth.allCases)
  func plain(depth: ColorDepth) {
    #expect(TextStyle().applied(to: "2048", depth: depth) == "2048")
  }

  @Test("The palette colour is the nearest of all")
  func palette() {
    let levels = [0, 95, 135, 175, 215, 255]
    var shades: [SIMD3<Int>] = []
    for red in levels {
      for green in levels {
        for blue in levels { shades.append(SIMD3(red, green, blue)) }
      }
    }
    for grey in stride(from: 8, through: 238, by: 10) { shades.append(SIMD3(repeating: grey)) }
    for code in 0..<4096 {
      let shade = SIMD3(code / 256, code / 16 % 16, code % 16) &* 17
      let color = TerminalColor(
        red: UInt8(shade.x), green: UInt8(shade.y), blue: UInt8(shade.z))
      let distances = shades.map { other in
        let difference = other &- shade
        return (difference &* difference).wrappedSum()
      }
      #expect(distances[color.paletteIndex - 16] == distances.min(), "\(color)")
    }
  }
}
