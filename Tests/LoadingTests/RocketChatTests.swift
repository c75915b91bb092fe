import ActionItems
import Encoding
import TestSupport
import Testing

@testable import Loading

/// Rocket.Chat's exports. Below: BSON, in which they are written.
@Suite struct RocketChatTests {
  static func load() throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/rocketchat"))
  }

  @Test func `rooms have titles, kinds and people of their own collections`() throws {
    let sink = try Self.load()
    let found = sink.loaded.map {
      "\($0.conversation.id) \($0.conversation.title ?? "-") \($0.conversation.kind?.rawValue ?? "-")"
    }
    #expect(
      found == [
        "rocketchat:GENERAL general public", "rocketchat:r2 Door code private",
        "rocketchat:ab Ilse, Jon direct", "rocketchat:live Visitor private",
        "rocketchat:gone - -",
      ])
    #expect(sink.failures.isEmpty && sink.skippedFiles == [.list, .list])
  }

  @Test func `codes, quotes, threads, files and programs are told apart`() throws {
    let general = try Self.load().loaded[0]
    #expect(general.report?.skipped == ["deleted": 1])
    #expect(
      general.messages.map(\.text) == [
        "joined", "@jon could you change the lock by 2026-03-01? see #Door code",
        "I will do it tomorrow", "> jon: I will do it tomorrow\nthank you", "the offer",
        "[file: key.png]", "Door open since 9 am", "Deploy done",
      ])
    #expect(
      general.messages.map(\.kind) == [
        .system, .message, .message, .message, .message, .message, .bot, .bot,
      ])
    #expect(general.messages[2].threadId == "m2" && general.messages[3].replyTo == "m3")
    #expect(general.messages[4].sender == "Jon (jon.k)" && general.messages[7].sender == "CI")
  }

  @Test func `encrypted messages are counted, guests are people, time gives the order`() throws {
    let sink = try Self.load()
    #expect(sink.loaded[1].report?.skipped == ["encrypted": 1])
    #expect(sink.loaded[2].messages.map(\.id) == ["m13", "m12"])
    #expect(sink.loaded[3].messages.map(\.kind) == [.message])
    #expect(sink.loaded[3].messages.first?.sender == "Visitor")
  }

  static func json(_ bytes: [UInt8]) throws -> JSONValue {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { try BSONDocument(buffer).json() }
    }
    return try result.get()
  }

  @Test(
    arguments: [
      ("nothing", [], "{}"), ("text", [2, 97, 0, 3, 0, 0, 0, 104, 105, 0], #"{"a":"hi"}"#),
      ("int32", [16, 97, 0, 254, 255, 255, 255], #"{"a":-2}"#),
      ("int64", [18, 97, 0, 0, 0, 0, 0, 1, 0, 0, 0], #"{"a":4294967296}"#),
      ("double", [1, 97, 0, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F], #"{"a":1.5}"#),
      ("time", [9, 97, 0, 232, 3, 0, 0, 0, 0, 0, 0], #"{"a":1000}"#),
      ("true and null", [8, 97, 0, 1, 10, 98, 0], #"{"a":true,"b":null}"#),
      ("array", [4, 97, 0, 12, 0, 0, 0, 16, 48, 0, 7, 0, 0, 0, 0], #"{"a":[7]}"#),
      (
        "id", [7, 97, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 255],
        #"{"a":"0102030405060708090a0bff"}"#
      ),
      ("expression", [11, 97, 0, 120, 0, 105, 0, 8, 98, 0, 0], #"{"a":null,"b":false}"#),
    ] as [(String, [UInt8], String)])
  func `BSON becomes JSON`(name: String, elements: [UInt8], json: String) throws {
    #expect(try Self.json(BSONBytes.document(elements)).compact == json, "\(name)")
  }

  @Test(
    arguments: [
      ("unknown type", [0x44, 97, 0, 1]), ("text too long", [2, 97, 0, 255, 255, 255, 127, 104]),
      ("negative length", [2, 97, 0, 255, 255, 255, 255, 104]),
      ("name without an end", [8, 97, 97]), ("number cut off", [18, 97, 0, 1]),
      ("text without a zero", [2, 97, 0, 0, 0, 0, 0]),
    ] as [(String, [UInt8])])
  func `damaged BSON is refused`(name: String, elements: [UInt8]) {
    #expect(throws: JSONError.self, "\(name)") { try Self.json(BSONBytes.document(elements)) }
  }

  @Test func `nesting without end is refused`() {
    var bytes = BSONBytes.document()
    for _ in 0..<200 {
      let inner = bytes
      bytes = BSONBytes.document([3, 97, 0] + inner)
    }
    #expect(throws: JSONError.self) { try Self.json(bytes) }
  }
}
