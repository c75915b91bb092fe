import Testing

/// The way a format writes numbered messages; message `n` says `text n`.
struct ExportFormat: Sendable, CustomTestStringConvertible {
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
