import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

/// Chat files of Zoom and, in one test, of Webex.
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
      ("since 2025", "10:00:00 From [Host] Ann To Everyone:\n\thi\n\t\n", "Ann: hi"),
      (
        "since 2025, to in the name", "10:00:00 From Ann to Bo To Everyone:\n\thi\n",
        "Ann to Bo: hi"
      ),
      ("with the day", "2026-04-20 10:00:00 From [Ext] Ann To Everyone:\n\thi\n", "[Ext] Ann: hi"),
      ("German, since 2025", "10:00:00 Von Ann An Alle:\n\thi\n", "Ann: hi"),
      ("French, since 2025", "10:00:00 De Ann À Tout le monde:\n\thi\n", "Ann: hi"),
      ("colon in the name", "10:00:00 From Room 5: Ann to Everyone:\n\thi\n", "Room 5: Ann: hi"),
      ("signs", "10:00:00 From  A/B | \"c\"; [d]  to  Everyone:\n\thi\n", "A/B | \"c\"; [d]: hi"),
      ("more lines", "10:00:00 From  Ann  to  Everyone:\n\tone\n\n\ttwo\n", "Ann: one\n\ntwo"),
    ])
  func `lines are read in every form`(name: String, text: String, line: String) throws {
    let sink = try Self.load(text)
    #expect(sink.lines == [line], "\(name)")
    #expect(sink.loaded.first?.report?.format == "zoom-chat", "\(name)")
  }

  @Test func `a log with indented lines is not a chat`() throws {
    let text = (1...3).map { "12:00:0\($0) ERROR worker\($0) failed with exception:\n\tat a.b\n" }
    #expect(try Self.load(text.joined()).loaded.first?.report?.format != "zoom-chat")
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

  @Test func `Zoom says the day, and who is the host, since 2025`() throws {
    let sink = try Self.load(
      """
      2026-04-20 10:05:33 From [Host] Ann To Everyone:
      \tBo, can you send the numbers?
      \t
      2026-04-20 10:05:40 From Bo To [Host] Ann (direct message):
      \tSure
      \t
      \ttomorrow
      \t
      2026-04-21 00:05:50 Von Bo An Alle:
      \tAntwort auf "Bo, can you send...":
      \tDone

      """)
    #expect(sink.loaded.map { $0.messages.map(\.sender) } == [["Ann", "Bo"], ["Bo"]])
    #expect(
      sink.loaded.map { $0.messages.map(\.text) } == [
        ["Bo, can you send the numbers?", "Done"], ["Sure\n\ntomorrow"],
      ])
    #expect(sink.loaded[0].messages[1].replyTo == sink.loaded[0].messages[0].id)
    #expect(sink.loaded[1].conversation.title == "Ann, Bo")
    #expect(
      sink.loaded[0].messages.map { $0.timestamp?.description } == [
        "2026-04-20T10:05:33Z", "2026-04-21T00:05:50Z",
      ])
  }

  @Test func `Webex's chat has the day, and numbers in an order that the file tells`() throws {
    let sink = try Self.load(
      "02/03/2026\t10:00:02\tAnn to Bo from Ann to Bo to Everyone:\thi\nho\n"
        + "02/20/2026\t10:00:12\tBo from X from Bo from X to Me (Privately):\tpsst\n")
    #expect(sink.loaded.map(\.report?.format) == ["webex-chat", "webex-chat"])
    #expect(sink.lines == ["Ann to Bo: hi\nho", "Bo from X: psst"])
    #expect(sink.loaded[0].messages[0].timestamp?.description == "2026-02-03T10:00:02Z")
    #expect(sink.loaded[1].conversation.title == "Bo from X, Me")
    #expect(sink.loaded[0].report?.warnings.contains { $0.contains("either way") } == false)
  }

  @Test(arguments: [
    ("whole", "first thing", "Replying to \"first thing\" yes", "yes", true),
    (
      "cut", "a message of some length", "Replying to \"a message of some le...\"\n\n\tyes", "yes",
      true
    ),
    ("quotes inside", "say \"hi\" now", "Replying to \"say \"hi\" now\" yes", "yes", true),
    ("with a colon", "thing", "Replying to \"thing\":\n\tyes", "yes", true),
    ("of a quotation", "thing", "say \"thing\" aloud", "say \"thing\" aloud", false),
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
