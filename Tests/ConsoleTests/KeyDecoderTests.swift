import Console
import Testing

@Suite struct KeyDecoderTests {
  static let sequences: [(String, [Key])] = [
    ("w", [.character("w")]), (" ", [.character(" ")]), ("?", [.character("?")]),
    ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
    ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
    ("\u{1B}OA", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}OC", [.right]), ("\u{1B}OD", [.left]),
    ("\u{1B}[1;5A", [.up]), ("é", [.character("é")]), ("語", [.character("語")]),
    ("🙂", [.character("🙂")]),
    ("aé\u{1B}[Dw", [.character("a"), .character("é"), .left, .character("w")]),
    ("\u{1B}q", [.escape, .character("q")]), ("\u{1B}\u{1B}[A", [.escape, .up]),
  ]

  @Test("Keys are found in the bytes of a terminal", arguments: sequences)
  func whole(text: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: text.utf8) == keys)
    #expect(!decoder.isWaiting)
  }

  @Test("Keys are found whatever pieces they arrive in", arguments: sequences)
  func pieces(text: String, keys: [Key]) {
    var decoder = KeyDecoder()
    var found: [Key] = []
    for byte in text.utf8 { found += decoder.keys(from: [byte]) }
    #expect(found == keys)
    #expect(!decoder.isWaiting)
  }

  static let meaningless = [
    "\u{1B}[H", "\u{1B}[3~", "\u{1B}[15;2~", "\u{1B}OP", "\u{1B}[[A", "\u{1B}[200~", "\u{1B}[?1;2c",
    "\u{0}", "\u{1}", "\t",
  ]

  @Test(
    "Other keys are swallowed whole, so that no letter of theirs is a move", arguments: meaningless)
  func swallowed(text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: text.utf8) == [])
    #expect(decoder.keys(from: "w".utf8) == [.character("w")])
  }

  @Test("Escape is a key once nothing follows")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: [0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.flush() == [])
  }

  @Test("Half a sequence that never ends is given up")
  func unfinished() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: "\u{1B}[1;".utf8) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.keys(from: "q".utf8) == [.character("q")])
    #expect(decoder.keys(from: ("\u{1B}[" + String(repeating: "1", count: 40)).utf8) == [])
    #expect(!decoder.isWaiting)
  }

  @Test("A sequence that breaks off does not take the next with it")
  func brokenOff() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: "\u{1B}[1\u{1B}[A".utf8) == [.up])
  }

  @Test("Bytes that are no UTF-8 are dropped")
  func noUnicode() {
    var decoder = KeyDecoder()
    #expect(
      decoder.keys(from: [0xFF, 0xC3, 0x61, 0x80, 0xC0, 0x62]) == [
        .character("a"), .character("b"),
      ])
    #expect(decoder.keys(from: [0xED, 0xA0, 0x80, 0x63]) == [.character("c")])
  }

  @Test("Any bytes at all are decoded without end or crash")
  func anything() {
    var decoder = KeyDecoder()
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<8).map { _ in
        Bool.random(using: &generator)
          ? UInt8.random(in: 0...255) : [0x1B, 0x5B, 0x4F].randomElement() ?? 0
      }
      _ = decoder.keys(from: bytes)
    }
    _ = decoder.flush()
    #expect(decoder.keys(from: [0x77]) == [.character("w")])
  }
}
