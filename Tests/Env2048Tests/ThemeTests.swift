import Foundation
import Testing

@testable import Env2048

@Suite struct ThemeTests {
  static func theme(_ tiles: String, board: String = "#102030") throws -> Theme {
    let text = """
      {"name": "test", "board": "\(board)", "empty": "#0A0b0c", "tiles": {\(tiles)}}
      """
    return try JSONDecoder().decode(Theme.self, from: Data(text.utf8))
  }

  static let two = ##""2": {"background": "#ffffff", "text": "#000000"}"##
  static let eight = ##""8": {"background": "#ff8000", "text": "#010203"}"##

  @Test("A theme is read, and a tile without colours takes those of a smaller one")
  func reading() throws {
    let theme = try Self.theme("\(Self.two), \(Self.eight)")
    #expect(theme.board == Theme.Color(red: 0x10, green: 0x20, blue: 0x30))
    #expect(theme.empty == Theme.Color(red: 10, green: 11, blue: 12))
    for exponent in 1...Tile.maximumExponent {
      let red: UInt8 = 255
      let expected =
        exponent < 3
        ? Theme.Color(red: red, green: 255, blue: 255) : Theme.Color(red: red, green: 128, blue: 0)
      #expect(theme.colors(ofExponent: exponent).background == expected)
    }
  }

  @Test("A theme goes through JSON")
  func roundTrip() throws {
    let theme = try Self.theme("\(Self.two), \(Self.eight)")
    let again = try JSONDecoder().decode(Theme.self, from: JSONEncoder().encode(theme))
    #expect(again == theme)
  }

  @Test("A colour is its text", arguments: ["#000000", "#ffffff", "#0a0b0c", "#f00f00"])
  func colorText(text: String) throws {
    #expect(try #require(Theme.Color(text)).description == text)
  }

  @Test(
    "Other texts are no colours",
    arguments: [
      "", "#", "#fff", "#fffffff", "ffffff", "#ff ff0", "#gggggg", "+00000f", "#+0000f", "red",
    ])
  func noColor(text: String) {
    #expect(Theme.Color(text) == nil)
  }

  @Test(
    "What is wrong in a theme is named",
    arguments: [
      ("", "#000000", "there are no colours for the 2"),
      (eight, "#000000", "there are no colours for the 2"),
      (
        two + ##", "3": {"background": "#ffffff", "text": "#000000"}"##, "#000000", "'3' is no tile"
      ),
      (
        two + ##", "0": {"background": "#ffffff", "text": "#000000"}"##, "#000000", "'0' is no tile"
      ),
      (two, "#12", "'#12' is no colour"),
    ])
  func mistakes(tiles: String, board: String, message: String) {
    let error = #expect(throws: DecodingError.self) { try Self.theme(tiles, board: board) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("Unexpected error \(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains(message))
  }
}
