import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

/// Records that need more memory or time than anything people write.
@Suite struct LargeExportTests {
  static func telegram(_ text: String) -> String {
    """
    {"name":"c","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message","date_unixtime":\
    "1769874480","from":"Ann","from_id":"user1","text":\(text)},{"id":2,"type":"message",\
    "date_unixtime":"1769874490","from":"Bo","from_id":"user2","text":"ok"}]}
    """
  }

  static func load(_ text: String, named name: String) throws -> RecordingSink {
    try RecordingSink.load(text, named: name)
  }

  @Test func `a text in more parts than people write is counted, and others are read`() throws {
    let parts = String(repeating: #""a","#, count: 300_000)
    let sink = try Self.load(Self.telegram("[\(parts)\"b\"]"), named: "result.json")
    #expect(sink.lines == ["Bo: ok"])
    let report = try #require(sink.loaded[0].report)
    #expect(report.records == 2 && report.skipped.values.reduce(0, +) == 1)
    #expect(sink.failures.count == 1)
  }

  @Test func `a text in many parts is read`() throws {
    let parts = String(repeating: #""a","#, count: 20_000)
    let sink = try Self.load(Self.telegram("[\(parts)\"b\"]"), named: "result.json")
    #expect(sink.lines.map(\.utf8.count) == [20_006, 6] && sink.failures.isEmpty)
  }

  @Test func `more conversations than any export has are put together, and told of`() throws {
    let lines = (0..<100_050).map { #"{"conversationId":"c\#($0)","user":"a","text":"x"}"# }
    let sink = try Self.load(lines.joined(separator: "\n"), named: "chat.jsonl")
    #expect(sink.loaded.count == 100_001)
    #expect(sink.loaded.last?.messages.count == 50)
    #expect(sink.loaded.last?.report?.warnings.contains { $0.hasPrefix("50 messages") } == true)
  }

  @Test func `late messages come in their place, however many there are`() throws {
    let times = (0..<3000).map { $0 % 10 == 0 ? max(0, $0 - 700) : $0 }
    let lines = times.map { #"{"user":"a","text":"\#($0)","ts":\#(1_769_874_480 + $0)}"# }
    let sink = try Self.load(lines.joined(separator: "\n"), named: "chat.jsonl")
    #expect(sink.loaded[0].messages.compactMap { Int($0.text) } == times.sorted())
  }

  /// A direct message of each of `count` people in Zoom's format, and the day that the format lacks.
  private static func pairs(_ count: Int) -> [String] {
    (0..<count).map {
      "10:00:00 From  Ann \($0)  to  Bo(Direct Message):\n\thi \($0)\n\tand more\n"
    }
  }

  private static var day: LoadingOptions {
    var options = LoadingOptions.testing
    options.date = CivilDate(year: 2026, month: 1, day: 31)
    return options
  }

  @Test func `messages of many pairs take time by their number`() throws {
    let folder = try TemporaryDirectory()
    let excess = try Growth.excess(
      over: 240, preparing: { try folder.write(Self.pairs($0).joined(), to: "chat.txt") },
      { _ = try RecordingSink.load($0, options: Self.day) })
    #expect(excess == nil)
  }

  @Test func `messages of many pairs stay apart`() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Self.pairs(1005).joined(), to: "chat.txt")
    let sink = try RecordingSink.load(path, options: Self.day)
    #expect(sink.loaded.count == 1005)
    #expect(sink.loaded[60].messages.map(\.text) == ["hi 60\nand more"])
    #expect(sink.loaded[60].conversation.title == "Ann 60, Bo")
    #expect(sink.loaded.allSatisfy { $0.messages.count == 1 })
  }
}
