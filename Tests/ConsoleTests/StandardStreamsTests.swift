import Testing

@testable import Console

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Puts a pipe in place of a descriptor and closes the end that reads.
private func loseReader(of descriptor: Int32) {
  var ends: [Int32] = [0, 0]
  unsafe pipe(&ends)
  dup2(ends[1], descriptor)
  close(ends[0])
  close(ends[1])
}

@Suite struct StandardStreamsTests {
  @Test("Case 175: a program whose reader goes away ends quietly")
  func outputReaderGone() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .signal(SIGPIPE), observing: [\.standardErrorContent]
      ) {
        loseReader(of: 1)
        StandardOutput.write("nobody reads this\n")
      })
    #expect(!text(result.standardErrorContent).contains("nobody"))
    #expect(!text(result.standardErrorContent).contains("atal"))
  }

  @Test("Case 175: help whose reader goes away ends quietly")
  func helpReaderGone() async {
    await #expect(processExitsWith: .signal(SIGPIPE)) {
      loseReader(of: 1)
      _ = TestCommand.train().parseOrExit(["train", "--help"])
    }
  }

  @Test("A program goes on when nobody reads its messages")
  func errorReaderGone() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .exitCode(0), observing: [\.standardOutputContent]
      ) {
        loseReader(of: 2)
        StandardError.write("lost\n")
        StandardOutput.write("still here\n")
        ExitCode.done.exit()
      })
    #expect(text(result.standardOutputContent).hasSuffix("still here\n"))
  }

  #if os(Linux)
    @Test("A full disk is reported, exit code 1")
    func fullDisk() async throws {
      let result = try #require(
        await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
          dup2(unsafe open("/dev/full", O_WRONLY), 1)
          StandardOutput.write("no room\n")
        })
      #expect(
        text(result.standardErrorContent).hasSuffix(
          ": cannot write to standard output: No space left on device\n"))
    }
  #endif

  @Test("More text than a pipe holds arrives whole, also where the pipe never blocks")
  func largeText() async throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    let (readEnd, writeEnd) = (ends[0], ends[1])
    #expect(fcntl(writeEnd, F_SETFL, O_NONBLOCK) == 0)
    let sent = String(repeating: "0123456789abcdef", count: 20_000)
    let writer = Task.detached {
      defer { close(writeEnd) }
      try Descriptor(number: writeEnd).write(sent)
    }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = unsafe read(readEnd, &buffer, buffer.count), count > 0 {
      received += buffer[..<count]
    }
    close(readEnd)
    try await writer.value
    #expect(text(received) == sent)
  }

  @Test("A descriptor that is not open is an error")
  func notOpen() {
    #expect(throws: Descriptor.WriteError.failed(EBADF)) {
      try Descriptor(number: -1).write("x")
    }
  }
}

@Suite struct ProgramTests {
  struct Failure: Error, CustomStringConvertible {
    var description: String { "Run 'a' is damaged:\nline 2" }
  }

  @Test("An error is one line on standard error, exit code 1")
  func failure() async throws {
    let result = try #require(
      await #expect(
        processExitsWith: .exitCode(1),
        observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        Program.run("evaluate") { throw Failure() }
      })
    #expect(try await result.standardOutputContent == outputOfSilence())
    #expect(
      text(result.standardErrorContent).hasSuffix("evaluate: Run 'a' is damaged: line 2\n"))
  }

  @Test("A usage error is two lines, exit code 64")
  func usage() async throws {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(64), observing: [\.standardErrorContent]) {
        Program.run("train") {
          throw try TestCommand.suite.parse(["train", "ntuple"]).contradiction("pick one")
        }
      })
    #expect(
      text(result.standardErrorContent).hasSuffix(
        "train ntuple: pick one\nTry 'train ntuple --help' for more information.\n"))
  }

  @Test("A program without errors ends with the code of its body")
  func done() async {
    await #expect(processExitsWith: .exitCode(0)) { Program.run("train") { .done } }
    await #expect(processExitsWith: .exitCode(1)) { Program.run("train") { .failure } }
  }
}
