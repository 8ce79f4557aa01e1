import Testing

@testable import Console

@Suite struct NearestNameTests {
  static let distances: [(String, String, Int)] = [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("games", "games", 0), ("game", "games", 1),
    ("gmaes", "games", 1), ("kitten", "sitting", 3), ("ca", "abc", 3), ("seed", "sped", 1),
  ]

  @Test("Distance counts insertions, removals, replacements and swaps", arguments: distances)
  func distance(first: String, second: String, distance: Int) {
    #expect(NearestName.distance(from: first, to: second) == distance)
    #expect(NearestName.distance(from: second, to: first) == distance)
  }

  @Test("Only a near name is suggested, the first of the nearest")
  func suggestions() {
    let names = ["games", "seed", "minutes", "threads", "x"]
    #expect(NearestName.suggestion(for: "minuets", among: names) == "minutes")
    #expect(NearestName.suggestion(for: "thread", among: names) == "threads")
    #expect(NearestName.suggestion(for: "seeds", among: names) == "seed")
    #expect(NearestName.suggestion(for: "elephant", among: names) == nil)
    #expect(NearestName.suggestion(for: "y", among: names) == nil)
    #expect(NearestName.suggestion(for: "aa", among: ["ab", "ac"]) == "ab")
  }
}
