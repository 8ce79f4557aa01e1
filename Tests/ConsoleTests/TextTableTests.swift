import Console
import Testing

@Suite struct TextTableTests {
  @Test("Columns align and no line has trailing spaces")
  func alignment() {
    var table = TextTable(columns: .left("agent"), .right("mean score"), .left("note"))
    table.add("random", "1,086", "")
    table.add(["n-tuple 4x6", "323,456", "α = 0.1"])
    #expect(
      table.text == """
        agent        mean score  note
        -----------  ----------  -------
        random            1,086
        n-tuple 4x6     323,456  α = 0.1

        """)
  }

  @Test("A table without rows is its header")
  func empty() {
    #expect(TextTable(columns: .right("tile")).text == "tile\n----\n")
  }

  @Test("A row of another length is a mistake of the program")
  func wrongRow() async {
    await #expect(processExitsWith: .failure) {
      var table = TextTable(columns: .left("a"), .left("b"))
      table.add("only one")
    }
  }

  @Test("A table without header is its rows alone, lined up")
  func withoutHeader() {
    var table = TextTable(withoutHeader: .left, .right)
    table.add("seed", "1")
    table.add("max score", "4,096")
    #expect(table.text == "seed           1\nmax score  4,096\n")
    #expect(TextTable(withoutHeader: .left).text == "")
  }
}
