import ActionItems
import CivilTime
import Loading
import Testing

@Suite struct IMessageTests {
  static func load(_ text: String, named name: String = "Bo.txt") throws -> RecordingSink {
    try RecordingSink.load(text, named: name)
  }

  static func message(_ minute: Int, _ sender: String, _ text: String) -> String {
    "Jan 31, 2026  3:\(minute):11 PM\n\(sender)\n\(text)\n\n"
  }

  @Test(
    arguments: [
      ("words", "hi", "hi", nil), ("more lines", "a\n\nb", "a\n\nb", nil),
      ("reactions", "hi\nReactions:\nLoved by Me", "hi", nil),
      ("tapbacks", "hi\nTapbacks:\nLiked by Me\n👀 by Cy", "hi", nil),
      ("a list that looks like it", "Reactions:\nnone", "Reactions:\nnone", nil),
      ("edited", "Jan 31, 2026  3:50:11 PM hi\nEdited 1 minute later: ho", "ho", nil),
      (
        "edited twice",
        "Jan 31, 2026  3:50:11 PM a\nEdited 1 minute later: b\nEdited 2 seconds later: c", "c", nil
      ),
      ("picture", "/Users/me/Library/Messages/Attachments/1/a b.heic", "[file: a b.heic]", nil),
      ("copied picture", "attachments/1/a.heic\nlook", "[file: a.heic]\nlook", nil),
      ("a path in words", "/etc/hosts is it", "/etc/hosts is it", nil),
      ("missing", "Attachment missing!", nil, "without text"), ("empty", "", nil, "without text"),
      ("taken back", "Bo deleted a message.", nil, "deleted"),
    ] as [(String, String, String?, String?)])
  func `texts are read without what the program adds`(
    name: String, text: String, plain: String?, skipped: String?
  ) throws {
    let loaded = try Self.load(Self.message(48, "Me", "hello") + Self.message(50, "Bo", text))
      .loaded[0]
    #expect(loaded.report?.format == "imessage", "\(name)")
    #expect(loaded.messages.dropFirst().first?.text == plain, "\(name)")
    #expect(loaded.report?.skipped == (skipped.map { [$0: 1] } ?? [:]), "\(name)")
    #expect(loaded.messages[0].timestamp?.description == "2026-01-31T15:48:11Z", "\(name)")
  }

  @Test func `an answer in a thread is read once, by its time, with its link`() throws {
    let answer = "yes\nof course"
    let thread =
      "Jan 31, 2026  3:48:11 PM (Read by you after 2 seconds)\nBo\ncoming?\n"
      + "    Jan 31, 2026  3:52:11 PM\n    Me\n    \(answer)\n\n"
    let text =
      thread + Self.message(50, "Bo", "hello?")
      + Self.message(52, "Me", answer + "\nThis message responded to an earlier message.")
    let loaded = try Self.load(text).loaded[0]
    #expect(loaded.messages.map(\.text) == ["coming?", "hello?", answer])
    #expect(loaded.messages[2].replyTo == loaded.messages[0].id)
    #expect(loaded.report?.skipped == ["repeated": 1])
    // If the export ends before the message's time, only the thread has it.
    let cut = try Self.load(thread + Self.message(50, "Bo", "hello?")).loaded[0]
    #expect(cut.messages.map(\.text) == ["coming?", "hello?", answer])
    #expect(cut.messages[2].id == loaded.messages[2].id)
    #expect(cut.messages[2].replyTo == cut.messages[0].id)
  }

  @Test func `announcements are the system's`() throws {
    let text =
      Self.message(48, "Me", "hi") + "Jan 31, 2026  3:49:11 PM Bo named the conversation X\n\n"
    let messages = try Self.load(text).loaded[0].messages
    #expect(messages.map(\.kind) == [.message, .system])
    #expect(messages[1].text == "Bo named the conversation X" && messages[1].sender == nil)
  }

  @Test func `two people are direct, more are a group`() throws {
    let two = Self.message(48, "Me", "hi") + Self.message(49, "Bo", "ho")
    #expect(try Self.load(two).loaded[0].conversation.kind == .direct)
    #expect(try Self.load(two, named: "x.txt").loaded[0].conversation.kind == nil)
    let three = two + Self.message(50, "Cy", "hm")
    #expect(try Self.load(three).loaded[0].conversation.kind == .group)
  }

  @Test func `overlapping exports give the same ids`() throws {
    let old = Self.message(48, "Me", "ok") + Self.message(48, "Me", "ok")
    let new = (old + Self.message(49, "Bo", "x")).replacing(
      " PM\n", with: " PM (Read by them after 1 second)\n")
    let first = try Self.load(old).loaded[0].messages
    let second = try Self.load(new).loaded[0].messages
    #expect(first.map(\.id) == second.prefix(2).map(\.id))
    #expect(Set(second.map(\.id)).count == 3)
  }
}
