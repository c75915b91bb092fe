import ActionItems
import Glibc
import Loading
import TestSupport
import Testing

/// Pipes, which can be read only once, and which may never end or never be written to. Devices are refused.
@Suite struct PipeTests {
  @Test func `what begins like nothing known is refused before it is copied`() throws {
    let pipe = try NamedPipe(Array(repeating: [0x79, 0x0A], count: 200_000).flatMap { $0 })
    pipe.end(after: 20)
    let sink = try RecordingSink.load(pipe.path)
    #expect(sink.failures.map(\.description).first?.hasPrefix("has an unknown format") == true)
    var byte: UInt8 = 0
    #expect(read(pipe.reader, &byte, 1) == 1, "all of it was read")
  }

  @Test func `a pipe is copied up to a limit`() throws {
    let line = "{\"user\":\"a\",\"text\":\"\(String(repeating: "x", count: 1000))\"}\n"
    let bytes = Array(String(repeating: line, count: 300).utf8)
    var options = LoadingOptions.testing
    options.pipeLimit = 200_000
    let pipe = try NamedPipe(bytes)
    pipe.end(after: 20)
    let sink = try RecordingSink.load(pipe.path, options: options)
    #expect(
      sink.failures.map(\.description) == [
        "cannot be read: it has more than 200000 bytes; save it as a file first, and give that"
      ])
    #expect(sink.lines.isEmpty)
  }

  @Test(arguments: ["/dev/null", "/dev/zero"])
  func `a device is not a file`(path: String) throws {
    let sink = try RecordingSink.load(path)
    #expect(
      sink.failures.map(\.description) == ["cannot be read: it is neither a file nor a folder"])
  }

  @Test func `a pipe that nobody writes to is waited for as long as the sink says`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let sink = RecordingSink()
    sink.patience = 3
    #expect(throws: RecordingSink.Impatient.self) {
      try ConversationLoader(options: .testing).load(path: path, into: sink)
    }
    #expect(sink.waits == [path, path, path])
  }

  @Test func `what comes through a pipe in the end is read, though it was waited for`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let sink = WritingSink(path)
    try ConversationLoader(options: .testing).load(path: path, into: sink)
    #expect(sink.recorded.failures.isEmpty && sink.recorded.lines == ["a: x"])
  }

  /// A sink that writes to the pipe only when the loader waits for it.
  final class WritingSink: ConversationSink {
    let recorded = RecordingSink()
    private let path: String
    private var isWritten = false

    init(_ path: String) { self.path = path }

    func begin(_ conversation: Conversation) { recorded.begin(conversation) }
    func add(_ messages: [Message]) { recorded.add(messages) }
    func end(_ report: ConversationReport) { recorded.end(report) }
    func fail(_ error: LoadingError) { recorded.fail(error) }
    func skip(_ reason: SkippedFileReason, path: String) { recorded.skip(reason, path: path) }

    func wait(forPipe path: String) throws {
      guard !isWritten else { return }
      isWritten = true
      let writer = open(self.path, O_WRONLY | O_CLOEXEC)
      let bytes = OneMessageChat.bytes
      #expect(write(writer, bytes, bytes.count) == bytes.count)
      close(writer)
    }
  }
}
