import ActionItems
import CivilTime
import FoundationEssentials
import TestSupport
import Testing

@testable import CommandLine

@Suite struct GoldReaderTests {
  static func read(_ text: String) throws -> [GoldConversation] {
    var reader = GoldReader()
    return try reader.conversations(in: Array(text.utf8))
  }

  @Test func `a gold file is read with all that it says`() throws {
    let bytes = try Data(contentsOf: URL(filePath: Golden.path("gold/team.jsonl")))
    let gold = try Self.read(String(decoding: bytes, as: UTF8.self))
    #expect(gold.map(\.id) == ["release", "kitchen"] && gold.map(\.source) == ["team", "office"])
    #expect(gold.map(\.messages.count) == [7, 4] && gold.map(\.items.count) == [4, 2])
    #expect(gold[0].items[3].isArguable && !gold[0].items[0].isArguable)
    #expect(gold[0].items[1].alternativeIds == ["4"])
    #expect(gold[1].items[0].unscored == [.priority])
    #expect(gold[1].messages[0].timestamp?.offset == 3600)
    #expect(Set(gold[0].messages.map(\.digest)).count == 7)
  }

  @Test func `numbers are ids, and a message without a sender is one all the same`() throws {
    let gold = try Self.read(
      #"{"id":7,"messages":[{"id":1,"sender":"","text":"x"}],"items":[{"messageId":1}]}"#)
    #expect(gold[0].id == "7" && gold[0].items[0].messageId == "1")
    #expect(gold[0].messages[0].sender == nil && gold[0].messages[0].kind == .message)
  }

  @Test func `what became of an item is read`() throws {
    let gold = try Self.read(
      #"{"id":"c","messages":[{"id":"1"},{"id":"2"}],"items":[{"messageId":"1","state":"dropped","closedBy":"2","#
        + #""finalAssignee":"Ben","finalDeadline":"2026-01-12T17:00"},{"messageId":"2","state":null,"#
        + #""closedBy":null,"finalAssignee":"","finalDeadline":null}]}"#)
    let item = gold[0].items[0]
    #expect(gold[0].hasStates && item.state == .dropped && item.closedBy == "2")
    #expect(item.finalAssignee == "Ben")
    #expect(item.finalDeadline == CivilDate(year: 2026, month: 1, day: 12))
    #expect(gold[0].items[1] == GoldItem(task: "", messageId: "2"))
  }

  @Test(arguments: [
    ("no JSON", "{", "line 1: "),
    ("nothing", "\n \n", "contains no labelled conversation"),
    ("no id", #"{"messages":[],"items":[]}"#, "line 1: 'id' is missing"),
    ("no labels", #"{"id":"c","messages":[]}"#, "line 1: 'items' is missing"),
    (
      "messages of another kind", #"{"id":"c","messages":3,"items":[]}"#,
      "'messages' must be a list"
    ),
    (
      "an item without a message", #"{"id":"c","messages":[],"items":[{}]}"#,
      "'messageId' is missing"
    ),
    (
      "an item of no message of the conversation",
      #"{"id":"c","messages":[{"id":"1"}],"items":[{"messageId":"1"},{"messageId":"2"}]}"#,
      "line 1: 'messageId' must be the id of one of the 'messages', not '2'"
    ),
    (
      "an alternative that is no message of the conversation",
      #"{"id":"c","messages":[{"id":"1"}],"items":[{"messageId":"1","altIds":["1",3]}]}"#,
      "line 1: 'altIds' must be the id of one of the 'messages', not '3'"
    ),
    (
      "a deadline that is none",
      #"{"id":"c","messages":[],"items":[{"messageId":"1","deadline":"soon"}]}"#,
      "'deadline' is not a date: 'soon'"
    ),
    (
      "a priority that is none",
      #"{"id":"c","messages":[],"items":[{"messageId":"1","priority":"urgent"}]}"#,
      "must be high, medium or low"
    ),
    (
      "a state that is none",
      #"{"id":"c","messages":[],"items":[{"messageId":"1","state":"closed"}]}"#,
      "line 1: 'state' must be open, done or dropped, not 'closed'"
    ),
    (
      "a final deadline that is none",
      #"{"id":"c","messages":[],"items":[{"messageId":"1","finalDeadline":"later"}]}"#,
      "'finalDeadline' is not a date: 'later'"
    ),
    (
      "an item closed by no message of the conversation",
      #"{"id":"c","messages":[{"id":"1"}],"items":[{"messageId":"1","closedBy":"2"}]}"#,
      "line 1: 'closedBy' must be the id of one of the 'messages', not '2'"
    ),
    (
      "an id twice",
      #"{"id":"c","messages":[],"items":[]}"# + "\n" + #"{"id":"c","messages":[],"items":[]}"#,
      "line 2: duplicate conversation 'c'"
    ),
  ])
  func `each error is named with its line`(name: String, text: String, message: String) {
    do {
      _ = try Self.read(text)
      Issue.record("\(name) was read")
    } catch {
      #expect("\(error)".contains(message), "\(name): \(error)")
    }
  }

  @Test func `mutated gold is read or refused`() throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: Golden.path("gold/team.jsonl"))))
    var random = SeededRandom(seed: 3)
    for _ in 0..<300 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let index = Int.random(in: 0..<mutated.count, using: &random)
        mutated[index] = UInt8.random(in: 0...255, using: &random)
      }
      var reader = GoldReader()
      do throws(GoldError) {
        for gold in try reader.conversations(in: mutated) { _ = Verdict(gold, found: []) }
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }
}
