import ActionItems
import TestSupport
import Testing

@testable import Windowing

@Suite struct ConversationLanguageTests {
  static func language(of texts: [String]) -> ConversationLanguage {
    var language = ConversationLanguage()
    for text in texts {
      language.add(Message(id: "m", sender: "Ann", timestamp: nil, text: text))
    }
    return language
  }

  static func isUnread(_ texts: [String]) -> Bool { language(of: texts).isUnread }

  static let samples = LanguageSamples.first + LanguageSamples.second

  static func isOfRead(_ row: LanguageSamples.Row) -> Bool { ["en", "de"].contains(row.code) }

  @Test(arguments: samples.filter(isOfRead))
  func `no message in English or German is taken for another language`(row: LanguageSamples.Row) {
    let found = Self.language(of: [row.text])
    #expect(!found.isUnread && !found.isForeign && found.isRead)
  }

  @Test func `messages in unsupported languages are recognized`() {
    let others = Self.samples.filter { !Self.isOfRead($0) }
    #expect(Set(others.map(\.code)).count > 30)
    let mistaken = others.filter { Self.language(of: [$0.text]).isRead }
    #expect(mistaken.count < 3, "\(mistaken)")
    // One message may hold too few known words of a language.
    let missed = others.filter { !Self.isUnread([$0.text]) }
    #expect(missed.count * 10 < others.count, "\(missed)")
    let silent = others.filter { !Self.language(of: [$0.text]).isForeign }
    #expect(silent.count < 3, "\(silent)")
  }

  @Test(arguments: LanguageSamples.untold)
  func `code, logs, links, names and very short messages reveal no language`(text: String) {
    #expect(!Self.isUnread([text]))
    #expect(!Self.isUnread([String](repeating: text, count: 5)))
  }

  // MARK: - Conversations

  static func texts(_ code: String) -> [String] { samples.filter { $0.code == code }.map(\.text) }

  @Test func `the share of messages decides`() {
    let (german, english, french) = (Self.texts("de"), Self.texts("en"), Self.texts("fr"))
    #expect(!Self.isUnread(german + english))
    #expect(!Self.isUnread(german + english + french))
    #expect(!Self.isUnread(german + french))
    #expect(Self.isUnread(Array(german.prefix(3)) + french))
    #expect(Self.isUnread(french + ["ok", "Paul Martin", "https://a.example/le/la"]))
  }

  @Test func `a long conversation is judged as a whole`() {
    let english = [[String]](repeating: Self.texts("en"), count: 250).flatMap { $0 }
    let french = [[String]](repeating: Self.texts("fr"), count: 250).flatMap { $0 }
    #expect(!Self.isUnread(french.prefix(400) + english))
    #expect(Self.isUnread(english.prefix(400) + french))
  }

  @Test func `messages of programs do not count`() {
    var language = ConversationLanguage()
    for kind in [Message.Kind.bot, .system] {
      language.add(
        Message(
          id: "m", sender: "Bot", timestamp: nil, text: Self.texts("fr").joined(separator: " "),
          kind: kind))
    }
    #expect(!language.isUnread && !language.isRead)
  }

  // MARK: - Hostile text

  @Test func `any bytes are read to an end, and a long message is read in part`() {
    let hostile = [
      String(repeating: "é", count: 100_000), String(repeating: "`", count: 100_000),
      String(repeating: "'", count: 1000) + "a'", "```", "`", "a'", "’’’", "l'",
      "\u{0}\u{202E}le la", String(repeating: "l'", count: 5000),
      String(repeating: "a\u{300}", count: 5000), "\u{10FFFF}\u{FFFD}",
    ]
    for text in hostile { #expect(!Self.isUnread([text, text]), "\(text.prefix(20))") }
    var random = SeededRandom(seed: 7)
    var language = ConversationLanguage()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      bytes.withUnsafeBufferPointer { language.add($0) }
      String(decoding: bytes, as: UTF8.self).utf8.withContiguousStorageIfAvailable {
        language.add($0)
      }
    }
  }

  // MARK: - Triage

  @Test(arguments: [
    ("few words", "lgtm, ship it", false), ("nothing", "", false), ("emoji", "👍 🎉 ✅", false),
    ("short Russian", "завтра отправлю отчёт", true), ("short Japanese", "明日レポートを送ります", true),
    ("Arabic with a link", "سأرسل التقرير غدا إن شاء الله https://a.io", true),
    (
      "Basque, of which no word is known",
      "kaixo denoi, bihar bidaliko dut txostena eta Mirenek aurkezpena begiratu behar du ostirala baino lehen",
      true
    ),
  ])
  func `text in neither language is foreign, even with few words`(
    name: String, text: String, isForeign: Bool
  ) {
    #expect(Self.language(of: [text]).isForeign == isForeign, "\(name)")
  }
}
