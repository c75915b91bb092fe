import ActionItems
import CivilTime
import Encoding
import Testing

@Suite struct ItemCodingTests {
  static func item() throws -> ActionItem {
    var item = ActionItem(
      id: "i", conversationId: "c", conversationTitle: "T \u{202E}", task: "Do \"it\"\n",
      assignee: "Ann", assigneeId: "u", deadline: Deadline("2026-01-05T17:00:00+01:00"),
      priority: .high, messageId: "m", quote: "q",
      source: .init(
        platform: "slack", sender: "Ben", timestamp: Timestamp(microseconds: 1_500_000),
        link: "https://x.example"),
      extractedAt: try #require(Timestamp(seconds: 7)), model: "offline", run: 3,
      timeZone: "Europe/Berlin")
    item.evidence.append(.init(messageId: "n", quote: nil))
    item.isComplete = true
    item.completedAt = Timestamp(seconds: 9)
    return item
  }

  static func write(_ item: ActionItem) -> [UInt8] {
    var writer = JSONWriter()
    writer.item(item)
    return writer.bytes
  }

  static func read(_ bytes: [UInt8]) throws -> ActionItem {
    try bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      return try ActionItem(reading: &reader)
    }
  }

  @Test func `an item comes back as it was written`() throws {
    let item = try Self.item()
    #expect(try Self.read(Self.write(item)) == item)
    let bare = ActionItem(
      id: "i", conversationId: "c", task: "t", messageId: "m", source: .init(platform: "json"),
      extractedAt: .epoch, model: "m")
    #expect(try Self.read(Self.write(bare)) == bare)
  }

  @Test func `every member is there, absent ones as null`() throws {
    let bare = ActionItem(
      id: "i", conversationId: "c", task: "t", messageId: "m", source: .init(platform: "json"),
      extractedAt: .epoch, model: "m")
    let text = String(decoding: Self.write(bare), as: UTF8.self)
    #expect(
      text
        == #"{"schema":1,"id":"i","conversationId":"c","conversationTitle":null,"task":"t","assignee":null,"assigneeId":null,"deadline":null,"priority":"medium","messageId":"m","quote":null,"evidence":[{"messageId":"m","quote":null}],"source":{"platform":"json","sender":null,"timestamp":null,"link":null},"isComplete":false,"completedAt":null,"extractedAt":"1970-01-01T00:00:00.000Z","updatedAt":"1970-01-01T00:00:00.000Z","model":"m","run":null,"timeZone":null}"#
    )
  }

  @Test func `members that are not known are left to others`() throws {
    let bytes = Array(
      #"{"id":"i","new":{"a":[1]},"conversationId":"c","task":"t","messageId":"m","source":{"platform":"p","more":1},"extractedAt":"1970-01-01T00:00:00Z","model":"m"}"#
        .utf8)
    #expect(try Self.read(bytes).task == "t")
  }

  @Test func `an item that lacks what every item has is refused by name`() {
    #expect(throws: ItemCodingError.missing("task")) {
      try Self.read(Array(#"{"id":"i","conversationId":"c"}"#.utf8))
    }
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (1_500_000, "1970-01-01T00:00:01.500Z"),
    (120_000, "1970-01-01T00:00:00.120Z"), (999_000, "1970-01-01T00:00:00.999Z"),
    (1, "1970-01-01T00:00:00.000001Z"), (123_400, "1970-01-01T00:00:00.123400Z"),
    (-1000, "1969-12-31T23:59:59.999Z"),
  ])
  func `a time has three digits of fractions, or six`(microseconds: Int, text: String) throws {
    var writer = JSONWriter()
    writer.timestamp(Timestamp(microseconds: Int64(microseconds)))
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "\"\(text)\"")
    let read = ISO8601.read(text)?.timestamp(assumingOffset: 0)
    #expect(read == Timestamp(microseconds: Int64(microseconds)))
  }

  @Test func `times of whole milliseconds sort as text`() {
    let times = [0, 1, 9, 10, 99, 100, 999, 1000, 1001, 59_999, 60_000]
    let texts = times.map { time in
      var writer = JSONWriter()
      writer.timestamp(Timestamp(microseconds: Int64(time) * 1000))
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    #expect(texts == texts.sorted())
  }

  @Test func `an item with times as earlier versions wrote them is the same item`() throws {
    let item = try Self.item()
    let text = String(decoding: Self.write(item), as: UTF8.self)
    let earlier = text.replacing(".000Z", with: "Z").replacing(".500Z", with: ".5Z")
    #expect(earlier != text)
    #expect(try Self.read(Array(earlier.utf8)) == item)
  }
}
