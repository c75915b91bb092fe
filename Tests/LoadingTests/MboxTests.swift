import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

@Suite struct MboxTests {
  static func load(_ text: String) throws -> RecordingSink {
    try RecordingSink.load(text, named: "list.mbox")
  }

  @Test(arguments: [
    ("plain", "", "hi", "hi"),
    ("subject", "Subject: A plan\n", "hi", "A plan\n\nhi"),
    ("subject of an answer", "Subject: Re: A plan\nIn-Reply-To: <0@a>\n", "hi", "hi"),
    ("subject over lines", "Subject: A\n plan\n", "hi", "A plan\n\nhi"),
    ("encoded subject", "Subject: =?utf-8?Q?caf=C3=A9?= =?utf-8?B?IG9r?=\n", "hi", "café ok\n\nhi"),
    (
      "quoted-printable", "Content-Transfer-Encoding: quoted-printable\n", "a=\nb =3D =C3=A9 100%=",
      "ab = é 100%"
    ),
    ("base64", "Content-Transfer-Encoding: base64\n", "aGkg\ndGhlcmU=", "hi there"),
    ("HTML alone", "Content-Type: text/html\n", "<p>a <b>b</b></p>", "a b"),
    ("quoted From", "", "a\n\n>From b\n>>From c", "a\n\nFrom b\n>From c"),
    (
      "a From that is words", "", "a\n\nFrom me to you, for the 4 of us: hi",
      "a\n\nFrom me to you, for the 4 of us: hi"
    ),
    (
      "both wordings", "Content-Type: multipart/alternative; boundary=\"x y\"\n",
      "--x y\nContent-Type: text/html\n\n<p>b</p>\n--x y\nContent-Type: text/plain\n\na\n--x y--",
      "a"
    ),
    (
      "HTML and a list's footer", "Content-Type: multipart/mixed; boundary=x\n",
      "--x\nContent-Type: text/html\n\n<p>b</p>\n--x\n\nfooter\n--x--", "b\n\nfooter"
    ),
    (
      "both wordings and a footer", "Content-Type: multipart/mixed; boundary=x\n",
      "--x\nContent-Type: multipart/alternative; boundary=y\n\n--y\n\na\n--y\nContent-Type: text/html"
        + "\n\n<p>b</p>\n--y--\n--x\n\nfooter\n--x--", "a\n\nfooter"
    ),
    (
      "an empty wording", "Content-Type: multipart/alternative; boundary=x\n",
      "--x\n\n\n--x\nContent-Type: text/html\n\n<p>b</p>\n--x--", "b"
    ),
    (
      "a file", "Content-Type: multipart/mixed; boundary=x\n",
      "--x\n\na\n--x\nContent-Type: image/png; name=p.png\n\nAAAA\n--x--", "a\n\n[file: p.png]"
    ),
    ("broken off", "Content-Type: multipart/mixed; boundary=x\n", "--x\n\na", "a"),
  ])
  func `bodies are read in every dress`(name: String, fields: String, body: String, text: String)
    throws
  {
    let sink = try Self.load(
      MboxMail.text(fields, body) + MboxMail.text("Message-ID: <9@a>\n", "next"))
    #expect(sink.loaded.first?.report?.format == "mbox", "\(name)")
    #expect(sink.loaded[0].messages.map(\.text) == [text, "next"], "\(name)")
  }

  @Test(arguments: [
    ("name and address", "Ann Lee <ann@a.example>", "Ann Lee", "ann@a.example"),
    ("quoted", "\"Lee, Ann\" <Ann@A.example>", "Lee, Ann", "ann@a.example"),
    ("behind", "ann@a.example (Ann Lee)", "Ann Lee", "ann@a.example"),
    ("hidden", "ann at a.example (Ann Lee)", "Ann Lee", "ann at a.example"),
    ("address alone", "ann@a.example", "ann@a.example", "ann@a.example"),
    ("encoded", "=?iso-8859-1?Q?Jos=E9?= <j@a.example>", "José", "j@a.example"),
  ])
  func `senders have names and addresses`(name: String, from: String, sender: String, id: String)
    throws
  {
    let message = try #require(
      try Self.load(MboxMail.text("", "hi", from: from)).loaded.first?.messages.first)
    #expect(message.sender == sender && message.senderId == id, "\(name)")
  }

  @Test func `threads hang together, times have their authors' zones`() throws {
    let text =
      MboxMail.text("Message-ID: <1@a>\n", "one")
      + MboxMail.text("Message-ID: <2@a>\nIn-Reply-To: <1@a>\nReferences: <1@a>\n", "two")
      + MboxMail.text("Message-ID: <3@a>\nReferences: <1@a>\n <2@a>\n", "three")
      + MboxMail.text("Message-ID: <4@a>\nAuto-Submitted: auto-replied\n", "I am away")
    let messages = try Self.load(text).loaded[0].messages
    #expect(messages.map(\.id) == ["1@a", "2@a", "3@a", "4@a"])
    #expect(messages.map(\.replyTo) == [nil, "1@a", "2@a", nil])
    #expect(messages.prefix(3).allSatisfy { $0.threadId == "1@a" })
    #expect(messages.map(\.kind) == [.message, .message, .message, .bot])
    #expect(messages[0].timestamp?.description == "2026-01-31T15:48:11+01:00")
  }

  @Test func `mails without text are counted`() throws {
    let sink = try Self.load(MboxMail.text("", "") + MboxMail.text("", "hi"))
    #expect(sink.lines == ["Ann: hi"])
    #expect(sink.loaded[0].report?.skipped == ["without text": 1])
  }

  @Test func `the mails of a folder are one conversation, in order of time`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/eml"))
    #expect(sink.loaded.map(\.conversation.title) == ["eml"])
    let messages = sink.loaded[0].messages
    #expect(messages.map(\.sender) == ["Mats Berg", "Ria Holm"])
    #expect(messages[1].replyTo == messages[0].id)
  }

  @Test func `a single mail is not cut at a line that begins a mail elsewhere`() throws {
    let body = "one\n\nFrom ann@a.example Sat Jan 31 15:48:11 2026\n\ntwo"
    let sink = try RecordingSink.load(
      "From: a@b\nDate: Sat, 31 Jan 2026 10:00:00 +0000\nSubject: x\n\n\(body)\n", named: "x.eml")
    #expect(sink.loaded.flatMap(\.messages).map(\.text) == ["x\n\n\(body)"])
  }

  @Test(arguments: [
    ("one mail", "From: a@b\nDate: Sat, 31 Jan 2026 10:00:00 +0000\nSubject: x\n\nhi\n", 1),
    ("a letter", "From: a\nTo: b\nSubject: c\n\nhello\n", 0),
  ])
  func `a mail is told by its header`(name: String, text: String, count: Int) throws {
    #expect(try RecordingSink.load(text, named: "x.eml").lines.count == count, "\(name)")
  }
}
