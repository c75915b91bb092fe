import Testing

/// The way a format writes numbered messages; message `n` says `text n`.
struct SampleExport: Sendable, CustomTestStringConvertible {
  let name: String
  var file = "chat.json"
  let export: @Sendable ([Int]) -> String

  var testDescription: String { name }

  /// The text formats.
  static let texts: [Self] = [
    lines("whatsapp, Android", "WhatsApp Chat with C.txt") {
      "1/31/26, 10:\($0) AM - a: text \($0)"
    },
    lines("whatsapp, iPhone", "_chat.txt") { "[31.01.26, 10:\($0):00] a: text \($0)" },
    lines("irc with days", "#c.log") { "2026-01-31 10:\($0):00 <a> text \($0)" },
    lines("irc by its file's day", "#c/2026-01-31.log") { "[10:\($0):00] <a> text \($0)" },
    lines("irc without times") { "<a> text \($0)" },
    Self(name: "irssi", file: "#c.log") { numbers in
      "--- Log opened Sat Jan 31 10:\(numbers[0]):00 2026\n"
        + numbers.map { "10:\($0) <@a> text \($0)\n" }.joined()
    },
    lines("signal", "c/chat.md") { "[2026-01-31 10:\($0):00] Me: text \($0)  " },
    lines("imessage", "c.txt") { "Jan 31, 2026 10:\($0):00 AM\nMe\ntext \($0)\n" },
    lines("zoom-chat") { "10:\($0):00 From a to Everyone : text \($0)" },
    lines("webex-chat") { "02/20/2026\t10:\($0):00\ta from a to Everyone:\ttext \($0)" },
    lines("meeting-notes") { "0:\($0) Ann Lee: text \($0)" },
    lines("teams-transcript") { "Ann Lee   0:\($0)\ntext \($0)\n" },
    lines("zoom-captions") { "[p\($0)] 10:\($0):00\ntext \($0)\n" },
    Self(name: "meet-transcript", file: "c.txt") { numbers in
      "C - Transcript\n" + numbers.map { "00:\($0):00\n\nAnn Lee: text \($0)\n" }.joined()
    },
    Self(name: "webvtt", file: "meeting.vtt") { numbers in
      "WEBVTT\n\n"
        + numbers.map { "00:\($0):00.000 --> 00:\($0):04.000\n<v p\($0)>text \($0)</v>\n\n" }
        .joined()
    },
    Self(name: "srt", file: "meeting.srt") { numbers in
      numbers.map { number in
        let speaker = number.isMultiple(of: 2) ? "Ann" : "Ben"
        return "\(number)\n00:\(number):00,000 --> 00:\(number):04,000\n"
          + "\(speaker): text \(number)\n\n"
      }.joined()
    },
    Self(name: "signal-jsonl", file: "main.jsonl") { numbers in
      let head =
        "{\"version\":\"1\",\"backupTimeMs\":\"1\"}\n"
        + "{\"recipient\":{\"id\":\"2\",\"contact\":{\"aci\":\"YQ==\"}}}\n{\"chat\":{\"id\":\"5\",\"recipientId\":\"2\"}}\n"
      return head
        + numbers.map {
          #"{"chatItem":{"chatId":"5","authorId":"2","dateSent":"17000000\#($0)000","standardMessage":{"text":{"body":"text \#($0)"}}}}"#
            + "\n"
        }.joined()
    },
    Self(name: "discord-html", file: "g - c [123456789012345678].html") { numbers in
      "<html><div class=preamble__entry>g / c</div>\n"
        + numbers.map {
          "<div class=chatlog__message-group><div class=chatlog__message-container data-message-id=1470677504000000\($0)0>"
            + "<span class=chatlog__author title=a>a</span><div class=chatlog__content>text \($0)</div></div></div>\n"
        }.joined()
    },
    Self(name: "line") { numbers in
      "[LINE] Chat history with a\nSaved on: 2026/1/31 11:00\n\n2026/1/31(Sat)\n"
        + numbers.map { "10:\($0)\ta\ttext \($0)\n" }.joined()
    },
    Self(name: "kakaotalk") { numbers in
      "c 님과 카카오톡 대화\n저장한 날짜 : 2026-01-31 11:00:00\n\n"
        + numbers.map { "2026년 1월 31일 오전 10:\($0), a : text \($0)\n" }.joined()
    },
    lines("copied-chat") { "Ann, [31.01.2026 10:\($0)]\ntext \($0)\n" },
    lines("mbox", "c.mbox") {
      "From a@b.example Sat Jan 31 10:\($0):00 2026\nFrom: a <a@b.example>\n"
        + "Date: Sat, 31 Jan 2026 10:\($0):00 +0100\n\ntext \($0)\n"
    },
    Self(name: "csv", file: "c.csv") { numbers in
      "date,sender,text\n" + numbers.map { "1/31/2026 10:\($0),a,text \($0)\n" }.joined()
    },
    Self(name: "csv, newest first", file: "c.csv") { numbers in
      "id,date,sender,text\n"
        + numbers.reversed().map { "\($0),2026-01-31T10:\($0):00Z,a,text \($0)\n" }.joined()
    },
    Self(name: "discord-csv", file: "g - c [123456789012345678].csv") { numbers in
      "AuthorID,Author,Date,Content,Attachments,Reactions\n"
        + numbers.map { "1,a,31-Jan-26 10:\($0) AM,text \($0),,\n" }.joined()
    },
  ]

  private static func lines(
    _ name: String, _ file: String = "c.txt", _ line: @escaping @Sendable (Int) -> String
  ) -> Self {
    Self(name: name, file: file) { numbers in numbers.map { line($0) + "\n" }.joined() }
  }
}
