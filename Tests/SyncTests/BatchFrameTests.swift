import Encoding
import Testing

@testable import Sync

struct BatchFrameTests {
  private static let good =
    #"[{"type":"item.created","messageID":"m1","payload":{"id":"1"}},{"type":"x","payload":[{}]}]"#

  /// Texts, and the messages that the fast path reads from them; nil if it leaves them to the frame parser.
  static let texts: [(String, String, [String]?)] = [
    ("plain", #"{"type":"batch","messageID":"b","payload":{"messages":\#(good)}}"#, ["m1", "-"]),
    (
      "other members", #"{"type":"batch","at":[1],"payload":{"x":{},"messages":\#(good)},"y":{}}"#,
      ["m1", "-"]
    ),
    ("none in it", #"{"type":"batch","payload":{"messages":[]}}"#, []),
    ("payload first", #"{"payload":{"messages":\#(good)},"type":"batch"}"#, nil),
    ("two types", #"{"type":"batch","type":"ping","payload":{"messages":[]}}"#, nil),
    (
      "two payloads",
      #"{"type":"batch","payload":{"messages":\#(good)},"payload":{"messages":[]}}"#,
      nil
    ),
    ("no payload", #"{"type":"batch"}"#, nil),
    ("another type", #"{"type":"item.created","payload":{"messages":[]}}"#, nil),
    ("a type that is none", #"{"type":1,"payload":{"messages":[]}}"#, nil),
    ("a bad message", #"{"type":"batch","payload":{"messages":[{"type":""}]}}"#, nil),
    ("a bad id", #"{"type":"batch","messageID":"","payload":{"messages":[]}}"#, nil),
    ("text behind it", #"{"type":"batch","payload":{"messages":[]}}x"#, nil),
    ("cut short", #"{"type":"batch","payload":{"messages":["#, nil),
  ]

  @Test(arguments: texts)
  func `the fast path reads a batch only with the same result`(
    name: String, text: String, wanted: [String]?
  ) {
    let batch = BatchFrame(parsing: Array(text.utf8))
    #expect(batch?.messages.map { $0.messageID ?? "-" } == wanted)
    guard let batch, let frame = try? SyncFrame(parsing: Array(text.utf8)) else { return }
    let slow = try? BatchFrame(frame)
    #expect(slow?.messages == batch.messages && slow?.messageID == batch.messageID)
  }

  @Test func `a batch of too many messages is refused`() throws {
    let messages = Array(repeating: #"{"type":"x"}"#, count: 1001).joined(separator: ",")
    let text = Array(#"{"type":"batch","payload":{"messages":[\#(messages)]}}"#.utf8)
    #expect(BatchFrame(parsing: text) == nil)
    let frame = try SyncFrame(parsing: text)
    #expect(throws: FrameProblem.badItem("a batch has more than 1000 messages")) {
      try BatchFrame(frame)
    }
  }
}
