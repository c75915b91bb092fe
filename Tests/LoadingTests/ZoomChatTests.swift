import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

@Suite struct ZoomChatTests {
  static func load(
    _ text: String, named name: String = "chat.txt", date: CivilDate? = nil
  ) throws -> RecordingSink {
    let folder = try TemporaryDirectory()
    var options = LoadingOptions.testing
    options.date = date
    return try RecordingSink.load(try folder.write(text, to: name), options: options)
  }

  @Test(
    arguments: [
      ("text below", "10:00:00 From  Ann Lee  to  Everyone:\n\thi\n", "Ann Lee: hi"),
      ("text behind", "10:00:00 From Ann Lee to Everyone : hi\n", "Ann Lee: hi"),
      ("tab", "10:00:00\t From Ann Lee to Everyone : hi\n", "Ann Lee: hi"),
      ("no recipient", "10:00:00\t From Ann Lee : hi\n", "Ann Lee: hi"),
      ("cloud", "00:00:10\tAnn Lee:\thi\n", "Ann Lee: hi"),
      ("colon in the text", "10:00:00 From Ann to Everyone : hi: ho\n", "Ann: hi: ho"),
      ("to in the name", "10:00:00 From  Ann to Bo  to  Everyone:\n\thi\n", "Ann to Bo: hi"),
      ("pronouns", "10:00:00 From  Ann (she/her)  to  Everyone:\n\thi\n", "Ann (she/her): hi"),
      ("German", "10:00:00 Von  Ann  an  Alle:\n\thi\n", "Ann: hi"),
      ("French", "10:00:00 De  Ann  à  Tout le monde:\n\thi\n", "Ann: hi"),
      ("more lines", "10:00:00 From  Ann  to  Everyone:\n\tone\n\n\ttwo\n", "Ann: one\n\ntwo"),
    ])
  func `lines are read in every form`(name: String, text: String, line: String) throws {
    let sink = try Self.load(text)
    #expect(sink.lines == [line], "\(name)")
    #expect(sink.loaded.first?.report?.format == "zoom-chat", "\(name)")
  }

  @Test func `what two people say to each other alone is a conversation of its own`() throws {
    let sink = try Self.load(
      """
      10:00:00 From  Ann  to  Everyone:
      \thello
      10:00:01 From  Bo  to  Ann(Direct Message):
      \tpsst
      10:00:02 From  Ann  to  Bo(Direct Message):
      \twhat?
      10:00:03 From Cy to Ann (Privately) : hm
      10:00:04 From  Bo  to  Everyone:
      \tbye

      """)
    #expect(sink.loaded.map(\.conversation.kind) == [nil, .direct, .direct])
    #expect(sink.loaded.map(\.conversation.title) == ["chat", "Ann, Bo", "Ann, Cy"])
    #expect(
      sink.loaded.map { $0.messages.map(\.text) } == [
        ["hello", "bye"], ["psst", "what?"], ["hm"],
      ])
    #expect(Set(sink.loaded.map(\.conversation.id)).count == 3)
    #expect(sink.loaded.compactMap { $0.report?.records } == [2, 2, 1])
  }

  @Test(arguments: [
    ("whole", "first thing", "Replying to \"first thing\" yes", "yes", true),
    (
      "cut", "a message of some length", "Replying to \"a message of some le...\"\n\n\tyes", "yes",
      true
    ),
    ("quotes inside", "say \"hi\" now", "Replying to \"say \"hi\" now\" yes", "yes", true),
    ("of what is not there", "x", "Replying to \"y\" yes", "Replying to \"y\" yes", false),
  ])
  func `replies lead to what they quote`(
    name: String, first: String, second: String, text: String, isFound: Bool
  ) throws {
    let sink = try Self.load(
      "10:00:00 From  Ann  to  Everyone:\n\t\(first)\n10:00:01 From  Bo  to  Everyone:\n\t\(second)\n"
    )
    let messages = sink.loaded[0].messages
    #expect(messages[1].text == text, "\(name)")
    #expect(messages[1].replyTo == (isFound ? messages[0].id : nil), "\(name)")
  }

  @Test func `reactions are the system's`() throws {
    let sink = try Self.load(
      "10:00:00 From  Ann  to  Everyone:\n\tReacted to \"x\" with 👍\n"
        + "10:00:00 From  Ann  to  Everyone:\n\tRemoved a 👍 reaction from \"x\"\n"
        + "10:00:00 From  Ann  to  Everyone:\n\tReacted to it at once\n")
    #expect(sink.loaded[0].messages.map(\.kind) == [.system, .system, .message])
  }

  @Test func `the day is the folder's, midnight is noticed`() throws {
    let text = "23:59:00 From Ann to Everyone : a\n00:01:00 From Ann to Everyone : b\n"
    let named = try Self.load(text, named: "2026-01-31 22.00.00 Sync 812/meeting_saved_chat.txt")
    #expect(named.loaded[0].conversation.title == "Sync 812")
    #expect(
      named.loaded[0].messages.map { $0.timestamp?.description } == [
        "2026-01-31T23:59:00Z", "2026-02-01T00:01:00Z",
      ])
    let given = try Self.load(text, date: CivilDate(year: 2026, month: 1, day: 31))
    #expect(given.loaded[0].messages.map(\.timestamp) == named.loaded[0].messages.map(\.timestamp))
    #expect(try Self.load(text).loaded[0].messages.allSatisfy { $0.timestamp == nil })
  }

  @Test func `a cloud recording's chat counts from its start`() throws {
    let sink = try Self.load("00:02:11\tAnn:\thi\n", named: "GMT20260131-154800_Recording.txt")
    #expect(sink.loaded[0].messages[0].timestamp?.description == "2026-01-31T15:50:11Z")
    #expect(sink.loaded[0].report?.timeZoneKnown == true)
  }

  @Test(arguments: [
    ("a log of a program", "10:00:00\tworker: started\n"), ("IRC", "10:00:00 <ann> From here\n"),
    ("a timetable", "10:00:00 From London to Paris\n"),
  ])
  func `what merely resembles it is another format or none`(name: String, text: String) throws {
    #expect(try Self.load(text).loaded.allSatisfy { $0.report?.format != "zoom-chat" }, "\(name)")
  }
}
