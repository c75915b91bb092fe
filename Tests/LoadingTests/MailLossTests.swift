import ActionItems
import Loading
import Testing

/// Parts of mails that must not be lost: text after large files or quoted mails, and letters in other charsets.
/// Other losses are reported.
@Suite struct MailLossTests {
  static func load(_ mails: [UInt8]...) throws -> RecordingSink {
    try RecordingSink.load(mails.flatMap { $0 }, named: "list.mbox")
  }

  static func mail(_ fields: String, _ body: [UInt8]) -> [UInt8] {
    Array(MboxMail.text(fields, "").utf8.dropLast(2)) + body + [0x0A, 0x0A]
  }

  @Test(arguments: ["application/pdf; name=a.pdf", "text/plain; name=a.pdf"])
  func `a file of megabytes does not hide the text behind it`(kind: String) throws {
    let line = String(repeating: "QUJD", count: 19) + "\n"
    let disposition =
      kind.hasPrefix("text") ? "Content-Disposition: attachment; filename=a.pdf\n" : ""
    let body =
      "--x\nContent-Type: \(kind)\n\(disposition)Content-Transfer-Encoding: base64\n\n"
      + String(repeating: line, count: 70_000) + "--x\nContent-Type: text/plain\n\nthe text\n--x--"
    let sink = try Self.load(
      Self.mail("Content-Type: multipart/mixed; boundary=x\n", Array(body.utf8)),
      Self.mail("Message-ID: <9@a>\n", Array("next".utf8)))
    #expect(sink.loaded[0].messages.map(\.text) == ["the text\n\n[file: a.pdf]", "next"])
    #expect(sink.loaded[0].report?.warnings.contains { $0.contains("beginning") } == false)
  }

  @Test(arguments: ["From ann@b.example we got this:", "From ann@b.example"])
  func `a mail that quotes another one is not split`(line: String) throws {
    let body = "first\n\n\(line)\nSubject: please pay\n\nsecond"
    let sink = try Self.load(Self.mail("", Array(body.utf8)))
    #expect(sink.loaded[0].messages.map(\.text) == [body])
  }

  @Test func `a truncated text is reported`() throws {
    let sink = try Self.load(
      Self.mail("", Array(String(repeating: "word \n", count: 900_000).utf8)),
      Self.mail("Message-ID: <9@a>\n", Array("next".utf8)))
    #expect(sink.loaded[0].messages.count == 2)
    #expect(
      sink.loaded[0].report?.warnings.contains { $0.hasPrefix("1 mail was cut off") }
        == true)
  }

  @Test(
    arguments: [
      ("koi8-r", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет"),
      ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x24, 0x22, 0x1B, 0x28, 0x42], "あ"),
      ("gb2312", [0xC4, 0xE3], "你"), ("windows-1251", [0xCF, 0xF0], "Пр"),
      ("iso-8859-1", [0x63, 0xE9, 0x93], "cé“"), ("utf-8", [0xC3, 0xA9], "é"),
      ("koi8-r", Array("plain".utf8), "plain"),
    ] as [(String, [UInt8], String)])
  func `mails are read in their charset`(charset: String, bytes: [UInt8], text: String) throws {
    let sink = try Self.load(
      Self.mail("Content-Type: text/plain; charset=\(charset)\n", bytes))
    #expect(sink.loaded[0].messages.map(\.text) == [text])
    #expect(sink.loaded[0].report?.warnings.contains { $0.contains("charset") } == false)
  }

  @Test(arguments: ["x-martian", "utf-8", "../../etc"])
  func `a charset that cannot be read is named`(charset: String) throws {
    let sink = try Self.load(
      Self.mail("Content-Type: text/plain; charset=\"\(charset)\"\n", [0x63, 0xE9, 0x20, 0x78]))
    #expect(sink.loaded[0].messages.count == 1)
    #expect(
      sink.loaded[0].report?.warnings.contains { $0.contains("in charset \(charset)") } == true)
  }
}
