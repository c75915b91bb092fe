import FoundationEssentials
import Glibc
import System
import TestSupport
import Testing

@testable import Extraction

@Suite struct LineFileTests {
  static let diagnostic = Diagnostic(
    item: ActionItemJSON(task: "Send it", messageId: "m1", quote: "never said"),
    what: .rejection(.quote), conversationId: "c1", sourceMessageId: "1767603600.1")

  let patience: PipeWait = {
    let stream = OutputStream(.standardError, isBuffered: false)
    return PipeWait(
      console: Console(output: stream, errors: stream, isQuiet: true, isVerbose: false), end: nil)
  }()

  @Test func `what is refused is a JSON object a line`() async throws {
    let directory = try TemporaryDirectory()
    let file = try await LineFile(directory.path + "/rejected.jsonl", for: "rejected", patience)
    file.write { Self.diagnostic.line }
    #expect(await file.finish() == nil)
    let text = try String(contentsOfFile: directory.path + "/rejected.jsonl", encoding: .utf8)
    #expect(
      text == #"{"schema":1,"reason":"no message of the window contains the quote","kept":false,"#
        + #""task":"Send it","assignee":null,"deadline":null,"priority":null,"messageId":"m1","#
        + #""quote":"never said","code":"quote","conversationId":"c1","#
        + #""sourceMessageId":"1767603600.1"}"# + "\n")
  }

  @Test func `a link is replaced, and what it leads to is left alone`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("mine", to: "other.txt")
    let (path, other) = (directory.path + "/rejected.jsonl", directory.path + "/other.txt")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    let file = try await LineFile(path, for: "rejected", patience)
    file.write { Self.diagnostic.line }
    #expect(await file.finish() == nil)
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("never said"))
  }

  @Test func `a link to a pipe is followed, and one to nowhere is replaced`() async throws {
    let directory = try TemporaryDirectory()
    let (path, pipe) = (directory.path + "/rejected.jsonl", directory.path + "/pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: pipe)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let piped = try await LineFile(path, for: "rejected", patience)
    piped.write { Self.diagnostic.line }
    #expect(await piped.finish() == nil)
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).contains("never said"))

    let (lost, missing) = (directory.path + "/lost.jsonl", directory.path + "/missing")
    try FileManager.default.createSymbolicLink(atPath: lost, withDestinationPath: missing)
    let file = try await LineFile(lost, for: "rejected", patience)
    #expect(await file.finish() == nil)
    #expect(!FileManager.default.fileExists(atPath: missing))
    #expect(try String(contentsOfFile: lost, encoding: .utf8) == "")
  }

  @Test func `lines are on disk before the end`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/rejected.jsonl"
    let file = try await LineFile(path, for: "rejected", patience)
    for _ in 0..<1000 { file.write { Self.diagnostic.line } }
    let clock = ContinuousClock()
    let start = clock.now
    while try Data(contentsOf: URL(filePath: path)).isEmpty {
      try #require(clock.now - start < .seconds(250))
      await Task.yield()
    }
    #expect(await file.finish() == nil)
  }

  @Test func `a full disk is reported at the end, a bad path at the start`() async throws {
    let file = try await LineFile("/dev/full", for: "rejected", patience)
    file.write { Self.diagnostic.line }
    #expect(await file.finish() == "--rejected: cannot write /dev/full: No space left on device")
    await #expect(throws: CommandFailure.self) {
      try await LineFile("/nowhere/rejected", for: "rejected", patience)
    }
  }
}
