import Encoding
import Testing

@testable import Sync

@Suite struct SyncFrameTests {
  @Test(arguments: [
    ("all members", #"{"type":"a.b","messageID":"1","timestamp":5,"payload":{"x":1}}"#),
    ("another order", #"{"payload":{"x":1},"timestamp":5.0,"messageID":"1","type":"a.b"}"#),
    (
      "unknown members and white space",
      #" { "v":[1,{}], "type":"a.b","messageID":"1","timestamp":5,"payload": {"x":1} } "#
    ),
  ])
  func `frames are read`(name: String, text: String) throws {
    let frame = try SyncFrame(parsing: Array(text.utf8))
    #expect(
      frame
        == SyncFrame(
          type: "a.b", messageID: "1", timestamp: 5, payload: Array(#"{"x":1}"#.utf8)), "\(name)")
    #expect(try SyncFrame(parsing: frame.bytes) == frame)
  }

  @Test(arguments: [
    ("ping", true), ("item.created", true), ("a_1.B2.c", true), ("", false), (".a", false),
    ("a..b", false), ("a.", false), ("a-b", false), ("ä", false), ("a b", false),
    (String(repeating: "a", count: 101), false),
  ])
  func `frame types are words joined by dots`(type: String, isRight: Bool) {
    let frame = SyncFrame.write(type, messageID: nil) { $0.null() }
    if isRight {
      #expect(throws: Never.self) { try SyncFrame(parsing: frame) }
    } else {
      #expect(throws: FrameProblem.badType) { try SyncFrame(parsing: frame) }
    }
  }

  @Test(arguments: [
    ("nothing", ""), ("no object", "[]"), ("cut off", #"{"type":"a""#), ("no type", "{}"),
    ("two texts", #"{"type":"a"}{"type":"a"}"#), ("a number for a type", #"{"type":1}"#),
    ("an empty id", #"{"type":"a","messageID":""}"#), ("not UTF-8", "\u{0}"),
  ])
  func `a malformed frame is an error that does not end the session`(name: String, text: String) {
    #expect(throws: FrameProblem.self, "\(name)") { try SyncFrame(parsing: Array(text.utf8)) }
  }

  @Test func `depth is bounded`() throws {
    let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    let frame = try SyncFrame(parsing: Array(#"{"type":"a","payload":\#(deep)}"#.utf8))
    #expect(frame.payloadValue == .null)
  }
}
