import Foundation

/// Chromium without a window, in which a page is used as a reader uses it.
struct Browser {
  /// The program; `nil` where it is not installed.
  static let executable: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let names = ["chromium", "chromium-browser", "google-chrome"]
    return path.split(separator: ":").flatMap { folder in names.map { "\(folder)/\($0)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// What a page came to.
  struct Visit {
    /// The page's document as it was when all had settled.
    let document: String
    /// What the page wrote to the console, errors above all.
    let console: [String]
    /// What the script handed to `answer`, in order.
    let answers: [String]
  }

  let workspace: Workspace

  /// Opens a page and runs a script in it, in which `answer(text)` notes what was seen.
  ///
  /// - Parameter width: The width of the window in pixels, 800 unless given.
  func visit(_ page: String, width: Int? = nil, script: String) async throws -> Visit {
    // The script goes to the end of a copy: it sees the page loaded, as its own program does.
    let own = "<script>\nconst answer = top.note;\n\(script)\n</script>"
    let notes = """
      <pre id="answers"></pre><script>
      top.note = (text) => {
        document.getElementById("answers").textContent += `${text}\\n`;
      };
      </script>
      """
    let text = try workspace.text(page)
    // Chromium makes no window narrower than 500 pixels, but a frame in one.
    let visited =
      width.map { width in
        let framed = text.replacing("</body>", with: "\(own)</body>")
        return """
          <body>\(notes)<iframe style="border: 0; width: \(width)px; height: 800px" \
          srcdoc="\(framed.replacing("&", with: "&amp;").replacing("\"", with: "&quot;"))"></iframe>
          """
      } ?? text.replacing("</body>", with: "\(notes)\(own)</body>")
    try visited.write(
      toFile: workspace.file("visited.html"), atomically: true, encoding: .utf8)
    let running = try workspace.start(
      Self.executable ?? "",
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--enable-logging=stderr", "--user-data-dir=\(workspace.file("browser"))",
        "--virtual-time-budget=20000", "--dump-dom", "file://\(workspace.file("visited.html"))",
      ])
    let outcome = try await running.outcome()
    let answers = outcome.output.firstMatch(of: /<pre id="answers">([^<]*)<\/pre>/)
    return Visit(
      document: outcome.output,
      console: outcome.error.split(separator: "\n").map(String.init)
        .filter { $0.contains("CONSOLE") },
      answers: (answers?.1 ?? "").split(separator: "\n").map(String.init))
  }
}
