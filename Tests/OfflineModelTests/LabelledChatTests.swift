import ActionItems
import CivilTime
import Encoding
import OfflineModel
import Testing
import Windowing

@Suite struct LabelledChatTests {
  @Test func `an item has all that its label says`() throws {
    let chat = try SmallChat.read(
      "Ann: I'll send it by Friday\nBen: ok",
      items: """
        {"task":"Send it","messageId":"m1","assignee":"Ann","deadline":"2026-01-09",\
        "altIds":["m2"],"certainty":"arguable","state":"done","closedBy":"m2","about":"m0",\
        "finalAssignee":"Ben","finalDeadline":"2026-01-12T10:00:00","taskSpan":"send it",\
        "quote":"not this",\
        "acts":[{"messageId":"m1","act":"promise"},{"messageId":"m2"},{"act":"accept"},\
        {"messageId":"m2","act":"dance"}]}
        """)
    let item = try #require(chat.items.first)
    #expect(item.task == "Send it" && item.messageId == "m1" && item.alternatives == ["m2"])
    #expect(item.assignee == "Ann" && item.finalAssignee == "Ben")
    // The deadline at the end counts.
    #expect(item.deadline == CivilDate(year: 2026, month: 1, day: 12))
    #expect(item.isArguable && item.isGone && item.closedBy == "m2" && item.about == "m0")
    #expect(item.span == "send it")
    // Entries without a message or a known act are left out.
    #expect(item.acts.map(\.message) == ["m1"] && item.acts.map(\.act) == [.promise])
    #expect(chat.hasActs)
  }

  @Test func `what is missing has a value that says nothing`() throws {
    let chat = try SmallChat.read(
      #"{"id":"c","messages":[{"text":"hi","kind":"bot"},{"sender":""}],"items":[{"messageId":"0"},{}]}"#
    )
    #expect(chat.source == "all" && chat.language == "en" && !chat.hasActs)
    #expect(chat.window.lines.map(\.message.id) == ["0", "1"])
    #expect(chat.window.lines.map(\.message.kind) == [.bot, .message])
    #expect(
      chat.window.lines.allSatisfy { $0.message.sender == nil && $0.message.timestamp == nil })
    #expect(chat.window.participants.isEmpty)
    let item = try #require(chat.items.first)
    #expect(chat.items.count == 1 && item.state == "open" && !item.isGone && !item.isArguable)
    #expect(item.task.isEmpty && item.assignee == nil && item.deadline == nil && item.span == nil)
  }

  @Test func `senders come first among the people, each once`() throws {
    let rest =
      #","participants":["Cleo",{"name":"Ann"},{"id":"x"}],"tempting":[{"messageId":"m2"}]"#
    let chat = try SmallChat.read("Ben: hi\nAnn: hm\nBen: ok", items: "", rest: rest)
    #expect(chat.window.participants.map(\.name) == ["Ben", "Ann", "Cleo"])
    // Labels of tempting messages alone also tell which messages have no act.
    #expect(chat.hasActs)
  }

  @Test func `labels may stand in another file`() throws {
    let chats = ["a", "b"].map { #"{"id":"\#($0)","messages":[{"id":"m1","text":"hi"}]}"# }
    let own = #"{"id":"c","messages":[{"id":"m1","text":"hi"}],"items":[{"messageId":"m1"}]}"#
    let labels = ["a", "c"].map { #"{"id":"\#($0)","items":[{"messageId":"m1","task":"\#($0)"}]}"# }
    let read = try LabelledChat.chats(
      [Array(chats.joined(separator: "\n\n").utf8), Array(own.utf8)],
      labels: labels.map { Array($0.utf8) })
    // The second chat has no labels.
    #expect(read.map(\.id) == ["a", "c"])
    #expect(read.map(\.items.first?.task) == ["a", "c"])
  }

  @Test func `a line that is not JSON is an error`() {
    #expect(throws: JSONError.self) {
      try LabelledChat.chats([Array("{\"id\":".utf8)], labels: [])
    }
  }
}
