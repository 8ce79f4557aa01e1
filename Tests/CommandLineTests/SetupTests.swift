#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// `Scripts/setup` on machines that lack something, played by programs that stand in for the system's.
  @Suite struct SetupTests {
    static let script = ProjectFolder.file("Scripts/setup")

    /// Puts programs of the shell in front of all others.
    ///
    /// - Returns: What the environment has to be for them.
    static func replacing(
      _ programs: [String: String], in workspace: Workspace
    ) throws -> [String: String] {
      let folder = workspace.file("bin")
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      for (name, body) in programs {
        let path = folder + "/" + name
        try Data("#!/bin/sh\n\(body)\n".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      return ["PATH": "\(folder):\(path)"]
    }

    @Test("Without OpenBLAS it installs the package, or says which one is missing (case 192)")
    func withoutOpenBLAS() async throws {
      let workspace = try Workspace()
      let environment = try Self.replacing(
        [
          "pkg-config": "[ \"$2\" != openblas ]",
          "id": "echo 0",
          "apt-get": "echo \"$@\" >> '\(workspace.file("apt-get.log"))'; exit 100",
        ], in: workspace)
      let outcome = try await workspace.run(line: Self.script, environment: environment)
      #expect(outcome.end == .exit(1))
      #expect(outcome.output.contains("missing: libopenblas-dev (matrix products)\n"))
      #expect(outcome.error.contains("try by hand: apt-get install libopenblas-dev\n"))
      let asked = try String(contentsOfFile: workspace.file("apt-get.log"), encoding: .utf8)
      #expect(asked.contains("install --no-install-recommends libopenblas-dev\n"))
    }

    @Test("The build learns from pkg-config where OpenBLAS is (case 192)")
    func noPathOfAMachine() throws {
      let folder = ProjectFolder.file("Sources/CBLAS/")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(!files.isEmpty)
      for file in files {
        let text = try String(contentsOfFile: folder + file, encoding: .utf8)
        #expect(!text.contains("/usr"), "\(file)")
      }
      let manifest = try String(
        contentsOfFile: ProjectFolder.file("Package.swift"), encoding: .utf8)
      #expect(manifest.contains("pkgConfig: \"openblas\""))
    }
  }
#endif
