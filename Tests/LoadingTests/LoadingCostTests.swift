import Loading
import TestSupport
import Testing

/// The cost of hostile files: four times as much of anything takes about four times as long.
@Suite struct LoadingCostTests {
  /// A file with a place for a text, which is escaped as the format requires.
  struct Frame: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    var head: String
    var tail: String
    var isJSON = false

    var testDescription: String { name }

    func text(_ body: String) -> String {
      guard isJSON else { return head + body + tail }
      return head
        + body.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n") + tail
    }
  }

  static let frames = [
    Frame(
      name: "slack", file: "2026-01-31.json",
      head: #"[{"type":"message","ts":"1769874480.000100","user":"U1","text":"x "#, tail: #""}]"#,
      isJSON: true),
    Frame(
      name: "discord", file: "chat.json",
      head: """
        {"guild":{"id":"0","name":"g"},"channel":{"id":"1","type":"GuildTextChat","name":"c"},\
        "messages":[{"id":"1","type":"Default","timestamp":"2026-01-31T15:48:00+00:00","author":\
        {"id":"2","name":"ann"},"content":"x
        """, tail: #""}]}"#, isJSON: true),
    Frame(
      name: "telegram", file: "result.json",
      head: """
        {"name":"c","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message",\
        "date":"2026-01-31T15:48:00","from":"Ann","from_id":"user1","text":"x
        """, tail: #""}]}"#, isJSON: true),
    Frame(
      name: "teams", file: "messages.json",
      head: """
        [{"id":"1","messageType":"message","createdDateTime":"2026-01-31T15:48:00Z","chatId":"19:a",\
        "from":{"user":{"id":"u","displayName":"Ann"}},"body":{"contentType":"html","content":"x
        """, tail: #""}}]"#, isJSON: true),
    Frame(
      name: "matrix", file: "export.json",
      head: """
        {"room_name":"r","room_creator":"@a:b","exported_by":"a","messages":[{"type":"m.room.message",\
        "sender":"@a:b","event_id":"$1","origin_server_ts":1769874480000,"content":\
        {"msgtype":"m.text","body":"> <@a:b> x
        """, tail: #""}}]}"#, isJSON: true),
    Frame(
      name: "webvtt", file: "talk.vtt",
      head: "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nAnn: x", tail: "\n"),
    Frame(
      name: "signal", file: "chat.md", head: "[2026-01-31 15:48:00] Ann: x", tail: "\n(- -)\n"),
    Frame(
      name: "whatsapp", file: "chat.txt", head: "[31.01.26, 15:48:00] Ann: x",
      tail: "\n[31.01.26, 15:49:00] Bo: y\n"),
    Frame(
      name: "irc", file: "chat.log", head: "[15:48:00] <ann> hi\n[15:48:01] <ann> x",
      tail: "\n[15:48:02] <bo> y\n"),
    Frame(
      name: "imessage", file: "chat.txt", head: "Jan 31, 2026  3:48:00 PM\nAnn\nx", tail: "\n\n"),
    Frame(
      name: "zoom", file: "chat.txt", head: "15:48:00 From Ann to Everyone:\n\tReplying to \"x",
      tail: "\n"),
    Frame(
      name: "mail's body", file: "list.mbox",
      head: """
        From a@b.example Sat Jan 31 15:48:11 2026
        From: Ann <a@b.example>
        Date: Sat, 31 Jan 2026 15:48:11 +0000
        Message-ID: <1@b>
        Content-Type: text/html

        x
        """, tail: "\n"),
    Frame(
      name: "mail's subject", file: "list.mbox",
      head: """
        From a@b.example Sat Jan 31 15:48:11 2026
        From: Ann <a@b.example>
        Date: Sat, 31 Jan 2026 15:48:11 +0000
        Message-ID: <1@b>
        Subject: x
        """, tail: "\n\nhi\n"),
    Frame(
      name: "csv", file: "chat.csv", head: "date,from,text\n2026-01-31,Ann,x",
      tail: "\n2026-02-01,Bo,y\n"),
    Frame(
      name: "json", file: "chat.json", head: #"[{"user":"a","text":"x"#, tail: #""}]"#,
      isJSON: true),
  ]

  /// Openings of constructs that may never be closed.
  static let openings = [
    "<", "<a", "[", "![", "[](", "[](./", "(- ", "&", "&#x", "{\\an", "=?utf-8?q?a", "=?", "`",
    "*_", "> ", "<a href=\"", "<!--", "<!-- >", "</", "<v ", "<@", "<t:", "\u{03}4,", "(", "\"",
    "\"a,",
    "\n\"a",
    "\" ", "\n- ", "\n> ",
  ]

  /// Reports an issue if four times as much takes much longer than four times as long.
  static func expectGrowth(
    _ name: String, of count: Int, named file: String, _ text: (Int) -> String
  ) throws {
    let folder = try TemporaryDirectory()
    let excess = try Growth.excess(
      over: count, preparing: { try folder.write(text($0), to: file) },
      { _ = try RecordingSink.load($0) })
    #expect(excess == nil, "\(name)")
  }

  @Test(arguments: frames)
  func `openings without an end take time by their number`(frame: Frame) throws {
    for opening in Self.openings {
      let name = "\(frame.name), \(opening.debugDescription)"
      // Four times as much is still below the size that format detection reads.
      let count = 1500 * 8 / max(8, opening.utf8.count)
      try Self.expectGrowth(name, of: count, named: frame.file) {
        frame.text(String(repeating: opening, count: $0))
      }
    }
  }

  @Test func `an id that all messages share takes time by their number`() throws {
    try Self.expectGrowth("one id", of: 1500, named: "result.json") { count in
      let messages = (0..<count).map { number in
        """
        {"id":5,"type":"message","date_unixtime":"\(1_769_874_480 + number)","from":"Ann",\
        "from_id":"user1","text":"t\(number)"}
        """
      }
      return #"{"name":"c","type":"personal_chat","id":1,"messages":["#
        + messages.joined(separator: ",") + "]}"
    }
  }

  @Test(arguments: [
    ("in the last field", "2026-01-31,Ann,\"no end"),
    ("with a comma", "2026-01-31,Ann,\"no, end"),
    ("in the first field", "\"2026-01-31,Ann,no end"),
    ("with doubled quotes", "2026-01-31,Ann,\"\"\"no, end"),
    ("closed and opened", "2026-01-31,\"Ann\",\"no, \"end"),
  ])
  func `quotations without an end take time by their number`(name: String, row: String) throws {
    try Self.expectGrowth(name, of: 1000, named: "chat.csv") { count in
      "date,from,text\n" + String(repeating: row + "\n", count: count)
    }
  }
}
