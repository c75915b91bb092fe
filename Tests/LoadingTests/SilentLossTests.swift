import ActionItems
import TestSupport
import Testing

@testable import Loading

/// Messages that were attributed to others, to no one, or lost.
@Suite struct SilentLossTests {
  static func load(_ files: [(name: String, bytes: [UInt8])]) throws -> RecordingSink {
    let folder = try TemporaryDirectory()
    for (name, bytes) in files { try folder.write(bytes, to: name) }
    return try RecordingSink.load(folder.path)
  }

  private static let cues = """
    1
    00:00:01,000 --> 00:00:03,000
    Anna: Good morning everybody.

    2
    00:00:05,000 --> 00:00:08,000
    Ben: I'll send the report by Friday.


    """

  @Test(arguments: [
    (
      "tables whose ids begin anew", "a.csv",
      "id,date,from,text\n1,2024-03-05 09:00,Anna,I will send it\n",
      "b.csv", "id,date,from,text\n1,2024-05-05 09:00,Anna,I will send it\n"
    ),
    (
      "lists whose ids begin anew", "a.json",
      #"[{"id":1,"ts":"2024-03-05T09:00:00Z","from":"Anna","text":"I will send it"}]"#, "b.json",
      #"[{"id":1,"ts":"2024-05-05T09:00:00Z","from":"Anna","text":"I will send it"}]"#
    ),
    (
      "meetings that begin alike", "standup_20240312_093000.srt", cues,
      "standup_20240319_093000.srt",
      cues
    ),
  ])
  func `what was said at another time is another message`(
    name: String, first: String, earlier: String, second: String, later: String
  ) throws {
    let one = try Self.load([(first, Array(earlier.utf8))])
    let other = try Self.load([(second, Array(later.utf8))])
    let again = try Self.load([(first, Array(earlier.utf8))])
    let digests = Set(one.all.map(\.digest))
    #expect(!digests.isEmpty && digests.isDisjoint(with: other.all.map(\.digest)), "\(name)")
    #expect(digests == Set(again.all.map(\.digest)), "\(name)")
  }

  @Test(arguments: [
    (#""user":{"login":"anna"}"#, "anna"), (#""creator":{"name":"Anna"}"#, "Anna"),
    (#""fromUser":{"displayName":"Anna"}"#, "Anna"), (#""u":{"username":"anna"}"#, "anna"),
    (#""author":{"first_name":"Anna"}"#, "Anna"),
    (#""from":{"emailAddress":{"name":"Anna","address":"anna@example.org"}}"#, "Anna"),
    (#""from":{"user":{"id":"7","displayName":"Anna"}}"#, "Anna"), (#""sent_by":"Anna""#, "Anna"),
    (#""member":"Anna""#, "Anna"), (#""participant":"Anna""#, "Anna"),
  ])
  func `the sender is found under many field names`(member: String, sender: String) throws {
    let text = #"[{"id":1,"ts":1767600000,\#(member),"text":"I will send it"}]"#
    let message = try #require(try Self.load([("a.json", Array(text.utf8))]).all.first)
    #expect(message.sender == sender && message.kind == .message, "\(member)")
  }

  @Test func `a list that names nobody is somebody's all the same, and that is told`() throws {
    let text = #"[{"id":1,"ts":1767600000,"text":"I will send it"}]"#
    let sink = try Self.load([("a.json", Array(text.utf8))])
    #expect(sink.all.map(\.kind) == [.message])
    let warnings = sink.loaded.compactMap(\.report?.warnings).joined()
    #expect(warnings.contains("1 message does not name its sender in a known way"))
    let mixed =
      #"[{"id":1,"ts":1767600000,"text":"Anna joined"},{"id":2,"ts":1767600001,"from":"Anna","text":"hi"}]"#
    #expect(
      try Self.load([("a.json", Array(mixed.utf8))]).all.map(\.kind) == [.system, .message])
  }

  @Test(arguments: [
    ("Signal", "c/chat.md", "[2026-01-31 10:0%:00] Ann: text  \n", "[2026-01-31 25:01:00] Ben: no"),
    ("iMessage", "c.txt", "Jan 31, 2026 10:0%:00 AM\nAnn\ntext\n\n", "Jan 31, 2026 10:01 Uhr"),
    ("WhatsApp", "c.txt", "31/01/2026, 10:0% - Ann: text\n", "31/01/2026, 10h01 - Ben: no"),
    ("Zoom", "c.txt", "10:00:0% From Ann to Everyone : text\n", "10:00:01 Dari Ben: no"),
    (
      "Webex", "c.txt", "02/20/2026\t10:00:0%\tA from A to Everyone:\ttext\n",
      "02/20/2026\t10:00:01\tBen: no"
    ),
    ("Teams", "c.txt", "[1/31/2026 10:0% AM] Ann\ntext\n", "[1/31/2026 25:01 AM] Ben"),
    ("Telegram", "c.txt", "Ann, [31.01.2026 10:0%]\ntext\n", "Ben, [31.01.2026 10:71]"),
    ("Discord", "c.txt", "Ann — 01/31/2026 10:0% AM\ntext\n", "Ben — 01/31/2026 25:01 AM"),
    ("LINE", "c.txt", "%LINE10:0%\tAnn\ttext\n", "10:71\tBen\tno"),
    (
      "KakaoTalk", "c.txt", "%KAKAO2026년 1월 31일 오전 10:0%, Ann : text\n",
      "2026년 1월 31일 오전 10:71, Ben : no"
    ),
    ("Slack", "c.txt", "Ann\n  10:0% AM\ntext\n\n", "Ben\n  25:71 AM"),
    ("Slack in another language", "c.txt", "Ann\n  10:0%\ntext\n\n", "Ben\n  10:71 ਬਾ.ਦੁ."),
    ("Otter", "2026-01-31 c.txt", "Ann  0:0%\ntext\n\n", "Ben  00:6x"),
    ("Fathom", "2026-01-31 c.txt", "0:0% - Ann\ntext\n\n", "00:0x - Ben"),
    ("tl;dv", "2026-01-31 c.txt", "0:0% Ann: text\n", "00:6x Ben: no"),
    ("names above times", "2026-01-31 c.txt", "Ann\n00:0%\ntext\n\n", "Ben\n00:6x"),
    ("IRC", "c.log", "2026-01-31 10:0%:00 <ann> text\n", "2026-01-31 10:01:00 ben no"),
  ])
  func `a line that begins like a message and cannot be read is counted, and no one's words`(
    name: String, file: String, line: String, unread: String
  ) throws {
    let head =
      line.hasPrefix("%LINE")
      ? "[LINE] Chat history with Ann\n\n2026/1/31(Sat)\n"
      : line.hasPrefix("%K") ? "c 님과 카카오톡 대화\n\n" : ""
    let plain = line.replacing("%LINE", with: "").replacing("%KAKAO", with: "")
    let text =
      head + (0..<3).map { plain.replacing("%", with: "\($0)") }.joined() + unread + "\n\n"
      + plain.replacing("%", with: "4")
    let sink = try Self.load([(file, Array(text.utf8))])
    let messages = sink.all
    #expect(messages.count { $0.kind == .message } == 4, "\(name)")
    #expect(
      messages.allSatisfy { ($0.kind == .system) == $0.text.contains(unread.suffix(3)) },
      "\(name): \(sink.lines)")
    #expect(messages.allSatisfy { $0.kind == .system || $0.text.count < 8 }, "\(name)")
    let warnings = sink.loaded.compactMap(\.report?.warnings).joined()
    #expect(
      warnings.contains("1 line has an unknown format and was kept as a system message"),
      "\(name): \(Array(warnings))")
  }

  @Test(arguments: [
    (
      "a time range", "c.txt", "10/02/2026, 10:0% - Ann: text\n",
      "10/02/2026, 10:00-12:00 Workshop"
    ),
    ("an hour", "c.txt", "31/01/2026, 10:0% - Ann: text\n", "31/01/2026, 12h - Workshop"),
    ("dates", "c.txt", "[1/31/2026 10:0% AM] Ann\ntext\n", "1/31/2026 10:00 Workshop"),
    ("an agenda", "c.txt", "Ann\n  10:0% AM\ntext\n\n", "  10:30 kickoff"),
    ("words", "2026-01-31 c.txt", "Ann  0:0%\ntext\n\n", "intro  9:30 in the morning"),
    ("an agenda in a meeting", "c.txt", "10:00:0% From Ann to Everyone : text\n", "10:30:00 lunch"),
  ])
  func `a line with a time that begins unlike a message is text`(
    name: String, file: String, line: String, text: String
  ) throws {
    let lines = (0..<3).map { number in
      line.replacing("%", with: "\(number)")
        .replacing("text", with: number == 1 ? "text\n\(text)\nmore" : "text")
    }
    let sink = try Self.load([(file, Array(lines.joined().utf8))])
    #expect(
      sink.all.map { $0.text.filter { $0 != " " } } == [
        "text", "text\n\(text)\nmore".filter { $0 != " " }, "text",
      ], "\(name)")
  }

  @Test(arguments: [
    (
      "JSON", "c.json",
      #"[{"id":1,"from":"Ann","text":"x","time":"never"},{"id":2,"text":"y","time":"2026-01-31T10:00:00Z"}]"#,
      1
    ),
    ("CSV", "c.csv", "date,sender,text\nnever,Ann,x\n2026-01-31T10:00:00Z,,y\n", 1),
    (
      "Slack", "c.json",
      #"[{"type":"message","ts":"1769853600.000100","text":"y"},{"type":"message","user":"U1","ts":"never","text":"x"}]"#,
      1
    ),
    (
      "captions", "2026-01-31 c.vtt",
      "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Ann>x</v>\n\n00:zz --> 00:00:05.000\n<v Ben>y</v>\n",
      0
    ),
    (
      "Telegram", "result.json",
      #"{"name":"c","type":"personal_chat","id":3,"messages":[{"id":1,"type":"message","date_unixtime":"1769853600","text":"y"},{"id":2,"type":"message","from":"Ann","from_id":"user1","date_unixtime":"never","text":"x"}]}"#,
      1
    ),
  ])
  func `messages that lose their time or their sender are counted once`(
    name: String, file: String, text: String, unsigned: Int
  ) throws {
    let warnings = try Self.load([(file, Array(text.utf8))]).loaded.flatMap {
      $0.report?.warnings ?? []
    }
    #expect(
      warnings.count { $0.hasPrefix("1 message has ") && $0.contains(" time") } == 1,
      "\(name): \(warnings)")
    #expect(
      warnings.count { $0.hasPrefix("1 message does not name its sender") } == unsigned,
      "\(name): \(warnings)")
  }

  @Test func `a tar archive is read as a folder is, packed or not`() throws {
    var tar = TarWriter()
    tar.add("chats/chat.json", Array(#"[{"id":1,"ts":1767600000,"from":"Anna","text":"hi"}]"#.utf8))
    var random: UInt32 = 1
    tar.add(
      "noise.bin",
      (0..<400_000).map { _ in
        random = random &* 1_664_525 &+ 1_013_904_223
        return UInt8(random >> 24)
      })
    let packed = GzipMember(tar.bytes()).bytes()
    for (name, bytes) in [("a.tar", tar.bytes()), ("a.tar.gz", packed)] {
      let sink = try Self.load([(name, bytes)])
      #expect(sink.all.map(\.text) == ["hi"])
      #expect(sink.failures.isEmpty)
    }
    let cut = try Self.load([("a.tar.gz", Array(packed.dropLast(100_000)))])
    #expect(cut.all.map(\.text) == ["hi"])
    #expect(!cut.failures.isEmpty)
  }

  @Test func `what a mailing list puts behind an encoded mail costs no word of it`() throws {
    let body = "SSB3aWxsIHNlbmQgdGhlIHJlcG9ydCBieSBGcmlkYXkuCg=="
    let mail = """
      From anna@example.org Mon Jan  5 09:00:00 2026
      From: Anna <anna@example.org>
      Date: Mon, 05 Jan 2026 09:00:00 +0000
      Subject: Report
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: base64

      \(body)
      _______________________________________________
      list@example.org

      """
    let message = try #require(try Self.load([("a.mbox", Array(mail.utf8))]).all.first)
    #expect(message.text.contains("I will send the report by Friday."), "\(message.text)")
  }

  @Test func `names in an old charset stay apart`() throws {
    func line(_ time: String, _ last: UInt8) -> [UInt8] {
      Array("[2024-03-12T09:\(time):00Z] <Ren".utf8) + [last] + Array("> hi there\n".utf8)
    }
    let bytes = line("00", 0xE9) + line("01", 0xE8) + line("02", 0xE9)
    let sink = try Self.load([("#chan.log", bytes)])
    #expect(sink.all.map(\.sender) == ["René", "Renè", "René"])
  }

  @Test func `a group that begins with those who joined it is a chat`() throws {
    let joined = (0..<800).map { number in
      "12/03/2024, 09:\(10 + number / 60) - +49 171 \(number) joined using this group's invite link\n"
    }
    let text = joined.joined() + "12/03/2024, 10:00 - Anna: I will send it\n"
    let sink = try Self.load([("chat.txt", Array(text.utf8))])
    #expect(sink.all.last?.sender == "Anna" && sink.all.count == 801)
  }
}

extension RecordingSink {
  /// The messages of all conversations.
  fileprivate var all: [Message] { loaded.flatMap(\.messages) }
}
