import ActionItems
import TestSupport
import Testing

@testable import Loading

/// Exports of Messenger and Instagram, and the repair of their wrongly decoded texts.
@Suite struct MetaTests {
  @Test(arguments: [
    ("plain", "plain", "plain"), ("repaired", "caf\u{C3}\u{A9}", "café"),
    ("emoji", "\u{F0}\u{9F}\u{8E}\u{82}!", "🎂!"), ("as meant", "café", "café"),
    ("beyond Latin-1", "caf\u{C3}\u{A9} ☂", "caf\u{C3}\u{A9} ☂"), ("cut", "caf\u{C3}", "caf\u{C3}"),
    ("empty", "", ""),
  ])
  func `text is repaired where that can be told`(name: String, text: String, meant: String) {
    #expect(Mojibake.repaired(text) == meant, "\(name)")
  }

  static func load() throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/messenger"))
  }

  @Test func `the files of a thread are one conversation, the oldest message first`() throws {
    let sink = try Self.load()
    let nora = try #require(sink.loaded.first { $0.conversation.id == "meta:nora_771" })
    #expect(
      nora.messages.map(\.text) == [
        "ok", "ok", "René started a call.", "Who brings the cake on Sunday?",
        "I'll bring the cake 🎂", "café without damage",
      ])
    #expect(nora.conversation.title == "Nora Bjørn" && nora.conversation.kind == .direct)
    #expect(nora.report?.skipped == ["without text": 1, "deleted": 1])
    #expect(Set(nora.messages.map(\.id)).count == 6 && nora.messages[2].kind == .system)
  }

  @Test func `groups, shares, files and encrypted chats are read`() throws {
    let sink = try Self.load()
    let trip = try #require(sink.loaded.first { $0.conversation.id == "meta:trip_998" })
    #expect(trip.conversation.kind == .group)
    #expect(
      trip.messages.map(\.text) == [
        "Lou added Sky.", "[file: packing.ods]", "Please book this\nhttps://huts.example/9",
      ])
    let lou = try #require(sink.loaded.first { $0.conversation.title == "Lou" })
    #expect(lou.messages.map(\.text) == ["Can you send me the code? ☂"])
  }

  @Test func `the same thread is Instagram's where its path says so`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/instagram"))
    #expect(sink.loaded[0].conversation.platform == "instagram")
    #expect(sink.loaded[0].report?.format == "instagram")
    #expect(
      sink.lines == [
        "Theo: Could you send the invoice by Friday?",
        "pia.paints: new mural – done\nhttps://pics.example/p/1",
      ])
  }

  @Test func `a page of messages is refused with a hint at JSON`() throws {
    let page =
      #"<html><head><title>Ann</title></head><body><div class="pam _3-95 _2ph- _a6-g">hi</div></body></html>"#
    let folder = try TemporaryDirectory()
    let path = try folder.write(page, to: "message_1.html")
    #expect(
      try RecordingSink.load(path).failures.map(\.description).first?.contains("JSON") == true)
    #expect(try RecordingSink.load(folder.path).skippedFiles == [.metaPage])
  }
}
