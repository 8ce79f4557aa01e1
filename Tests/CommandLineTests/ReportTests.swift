import Env2048
import Experiments
import Foundation
import Testing

/// `report`: the page it writes, and the page in a browser.
@Suite struct ReportTests {
  let workspace: Workspace

  init() async throws {
    workspace = try Workspace()
    let train = "train ntuple --network 5x4 --games 20 --log-every 5 --run"
    try #require(try await workspace.run(line: train, [Self.run]).end == .exit(0))
  }

  /// A name that a page must not take for markup.
  static let run = "it's <b>&amp; \"größer\""

  private func record(_ count: Int) async throws -> [RecordedGame] {
    let outcome = try await workspace.run(line: "evaluate --games 7 --record \(count)", [Self.run])
    try #require(outcome.end == .exit(0), "\(outcome)")
    return try RecordingFile.read(workspace.file("\(Self.run)/games.txt"))
  }

  @Test("A run without an evaluation says what to do")
  func plain() async throws {
    let outcome = try await workspace.run(line: "report", [Self.run])
    let file = "\(Self.run)/report.html"
    #expect(outcome == .init(end: .exit(0), output: "Written: \(file)\n", error: ""))
    let page = try workspace.text(file)
    let name = "it&#39;s &lt;b&gt;&amp;amp; &quot;größer&quot;"
    #expect(page.contains("<h1>Run \(name)</h1>"))
    #expect(page.contains("Not evaluated yet: <code>evaluate \(name)</code>"))
    #expect(page.contains("No game was recorded: <code>evaluate \(name) --record 2</code>"))
    #expect(page.count { $0 == "\u{0}" } == 0)
    #expect(page.ranges(of: "data:image/svg+xml;base64,").count == 4)
  }

  @Test("Nothing in a page is loaded from elsewhere")
  func selfContained() async throws {
    _ = try await record(2)
    _ = try await workspace.run(line: "report", [Self.run])
    let page = try workspace.text("\(Self.run)/report.html")
    #expect(page.contains("default-src 'none'"))
    for match in page.matches(of: /(?:src|href|srcset)="([^"]{0,20})/) {
      #expect(match.1.hasPrefix("data:"))
    }
    #expect(!page.contains("url(") && !page.contains("@import") && !page.contains("fetch("))
  }

  @Test("Several runs are compared")
  func severalRuns() async throws {
    _ = try await record(1)
    _ = try await workspace.run(line: "train ntuple --network 5x4 --games 10 --run b")
    _ = try await workspace.run(line: "evaluate b --games 5")
    let outcome = try await workspace.run(
      line: "report b --title", ["Both & all", "--output", "both.html", Self.run])
    #expect(outcome == .init(end: .exit(0), output: "Written: both.html\n", error: ""))
    let page = try workspace.text("both.html")
    #expect(page.contains("<h1>Both &amp; all</h1>") && page.contains("<h2>b</h2>"))
    #expect(page.ranges(of: "data:image/svg+xml;base64,").count == 12)
  }

  @Test("A damaged recording, evaluation or folder is refused")
  func refusals() async throws {
    _ = try await record(1)
    let file = workspace.file("\(Self.run)/games.txt")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing(" points", with: "0 points")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let outcome = try await workspace.run(line: "report", [Self.run])
    #expect(outcome.end == .exit(1))
    #expect(outcome.error.hasPrefix("report: Recording '\(Self.run)/games.txt', line "))
    #expect(!workspace.exists("\(Self.run)/report.html"))
    #expect(
      try await workspace.run(line: "report nope").error == "report: Run 'nope' does not exist.\n")
    #expect(try await workspace.run(line: "report").end == .exit(64))
  }

  @Test(
    "In a browser the page loads without errors, and each replay ends as its recording does",
    .enabled(
      if: Browser.executable != nil, "chromium is not installed; Scripts/setup --tests installs it")
  )
  func replays() async throws {
    let games = try await record(3)
    _ = try await workspace.run(line: "report --output page.html", [Self.run])
    let visit = try await Browser(workspace: workspace).visit(
      "page.html",
      script: """
        const replay = document.querySelector(".replay").replay;
        const part = (name) => document.querySelector(`[data-part=${name}]`);
        const cells = () => [...part("board").children].map((cell) => cell.textContent || "0");
        for (let index = 0; index < replay.games.length; index++) {
          part("game").selectedIndex = index;
          part("game").dispatchEvent(new Event("change"));
          for (const click of ["none", "forward", "last", "back"]) {
            if (click !== "none") part(click).click();
            answer([part("score").textContent.replaceAll(",", ""), part("move").textContent,
              part("action").textContent, cells().join(" ")].join("|"));
          }
        }
        """)
    #expect(visit.console == [])
    let expected = games.flatMap { game in
      let last = game.moves.count
      return [0, 1, last, last - 1].map { Self.state(of: game, after: $0) }
    }
    #expect(visit.answers == expected)
  }

  @Test(
    "In a browser keys step, jump and play, and pictures are shown",
    .enabled(
      if: Browser.executable != nil, "chromium is not installed; Scripts/setup --tests installs it")
  )
  func keys() async throws {
    let games = try await record(1)
    _ = try await workspace.run(line: "report --output page.html", [Self.run])
    let visit = try await Browser(workspace: workspace).visit(
      "page.html",
      script: """
        const widget = document.querySelector(".replay");
        const move = () => document.querySelector("[data-part=move]").textContent;
        const press = (key) => {
          widget.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
          answer(`${key}: ${move()}`);
        };
        for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home",
          "ArrowLeft"]) press(key);
        const slider = document.querySelector("[data-part=slider]");
        slider.value = 5;
        slider.dispatchEvent(new Event("input"));
        answer(`slider: ${move()}`);
        const speed = document.querySelector("[data-part=speed]");
        speed.selectedIndex = 3;
        press(" ");
        answer(document.querySelector("[data-part=play]").textContent);
        setTimeout(() => {
          answer(`later: ${move()}`);
          answer(document.querySelector("[data-part=play]").textContent);
          for (const image of document.images) answer(`${image.complete} ${image.naturalWidth}`);
        }, 15000);
        """)
    #expect(visit.console == [])
    let count = games[0].moves.count
    #expect(
      visit.answers == [
        "ArrowRight: 1 of \(count)", "ArrowRight: 2 of \(count)", "ArrowLeft: 1 of \(count)",
        "End: \(count) of \(count)", "ArrowRight: \(count) of \(count)", "Home: 0 of \(count)",
        "ArrowLeft: 0 of \(count)", "slider: 5 of \(count)", " : 5 of \(count)", "Pause",
        "later: \(count) of \(count)", "Play", "true 900", "true 900",
      ])
  }

  @Test(
    "On a phone nothing is wider than the window, pictures are narrow, and controls fit a finger",
    .enabled(
      if: Browser.executable != nil, "chromium is not installed; Scripts/setup --tests installs it"),
    arguments: [320, 400])
  func phone(width: Int) async throws {
    _ = try await record(1)
    _ = try await workspace.run(line: "report --output page.html", [Self.run])
    let visit = try await Browser(workspace: workspace).visit(
      "page.html", width: width,
      script: """
        setTimeout(() => {
          answer(`window ${innerWidth}`);
          answer(`page ${Math.max(document.documentElement.scrollWidth, innerWidth)}`);
          for (const image of document.images) answer(`picture ${image.naturalWidth}`);
          const board = document.querySelector(".board").getBoundingClientRect();
          answer(`board ${board.left >= 0 && board.right <= innerWidth && board.width > 250}`);
          for (const button of document.querySelectorAll("button, select")) {
            const { height, right } = button.getBoundingClientRect();
            answer(`control ${height >= 44 && right <= innerWidth}`);
          }
        }, 1000);
        """)
    #expect(visit.console == [])
    #expect(
      visit.answers == ["window \(width)", "page \(width)", "picture 480", "picture 480"]
        + ["board true"] + Array(repeating: "control true", count: 7))
  }

  /// What the page shows of a game after some moves.
  private static func state(of game: RecordedGame, after count: Int) -> String {
    let moves = game.moves.prefix(count)
    let board = moves.last?.board ?? game.start
    let faces = board.exponents.map { String(Tile.faceValue(ofExponent: $0)) }
    return [
      String(moves.reduce(0) { $0 + $1.reward }), "\(count) of \(game.moves.count)",
      moves.last?.action.name ?? "–", faces.joined(separator: " "),
    ].joined(separator: "|")
  }
}
