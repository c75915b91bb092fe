import ActionItemModel
import TestSupport
import Testing

@testable import OfflineModel

@Suite struct ConversationLanguageTests {
  static func languages(of texts: [String]) -> [String] {
    var language = ConversationLanguage()
    for text in texts {
      language.add(Message(id: "m", sender: "Ann", timestamp: nil, text: text))
    }
    return language.unreadLanguages
  }

  @Test(arguments: LanguageSamples.first + LanguageSamples.second)
  func `one message of talk tells which language that is not read it is in`(
    sample: LanguageSamples.Row
  ) {
    let isRead = ConversationLanguage.readLanguages.contains(sample.code)
    let found = Self.languages(of: [sample.text])
    // Too few of its words are listed.
    if sample.code == "sw", found.isEmpty { return }
    #expect(found == (isRead ? [] : [sample.code]))
  }

  @Test func `some thirty languages are tried on texts that the tables were not made by`() {
    let codes = Set(LanguageSamples.second.map(\.code))
    #expect(codes.count > 30 && codes.isSubset(of: WrittenLanguage.all.map(\.code)))
    #expect(WrittenLanguage.all.count <= UInt64.bitWidth)
    #expect(WrittenLanguage.all.prefix(2).map(\.code) == WrittenLanguage.read)
  }

  @Test(arguments: LanguageSamples.untold)
  func `code, logs, links, names and a word or two tell nothing`(text: String) {
    #expect(Self.languages(of: [text]).isEmpty)
    #expect(Self.languages(of: [String](repeating: text, count: 5)).isEmpty)
  }

  // MARK: - Conversations

  static func texts(_ code: String) -> [String] {
    (LanguageSamples.first + LanguageSamples.second).filter { $0.code == code }.map(\.text)
  }

  @Test func `the share of messages decides`() {
    let (german, english, french) = (Self.texts("de"), Self.texts("en"), Self.texts("fr"))
    #expect(Self.languages(of: german + english).isEmpty)
    #expect(Self.languages(of: german + english + french).isEmpty)
    #expect(Self.languages(of: german + french).isEmpty)
    #expect(Self.languages(of: Array(german.prefix(3)) + french) == ["fr"])
    #expect(
      Self.languages(of: french + ["ok", "Paul Martin", "https://a.example/le/la"]) == ["fr"])
  }

  @Test func `two languages beside each other are both named, relatives are not`() {
    #expect(Self.languages(of: Self.texts("fr") + Self.texts("ru")).sorted() == ["fr", "ru"])
    for code in ["da", "no", "cs", "uk", "hr", "es", "pt"] {
      #expect(Self.languages(of: Self.texts(code)) == [code])
    }
  }

  @Test func `a long conversation is judged by all of it`() {
    let english = [[String]](repeating: Self.texts("en"), count: 250).flatMap { $0 }
    let french = [[String]](repeating: Self.texts("fr"), count: 250).flatMap { $0 }
    #expect(Self.languages(of: french.prefix(400) + english).isEmpty)
    #expect(Self.languages(of: english.prefix(400) + french) == ["fr"])
  }

  @Test func `what programs say does not count`() {
    var language = ConversationLanguage()
    for kind in [Message.Kind.bot, .system] {
      language.add(
        Message(
          id: "m", sender: "Bot", timestamp: nil, text: Self.texts("fr").joined(separator: " "),
          kind: kind))
    }
    #expect(language.unreadLanguages.isEmpty && !language.isRead)
  }

  @Test func `words are known without their accents, and as others write them`() {
    #expect(
      Self.languages(of: ["deja envoye hier, mais tu peux verifier si ca te va? c'est pour demain"])
        == ["fr"])
    // Accents as characters of their own, as file systems of Macs have them.
    #expect(
      Self.languages(of: [
        "je\u{301}tais de\u{301}ja\u{300} la\u{300}, mais personne ne m’a ouvert et j’ai dû repartir"
      ])
        == ["fr"])
    #expect(Self.languages(of: ["Ja, das geht. Ich schick's dir, sobald ich's hab"]).isEmpty)
  }

  // MARK: - Hostile text

  @Test func `any bytes are read to an end, and a long message is read in part`() {
    let hostile = [
      String(repeating: "é", count: 100_000), String(repeating: "`", count: 100_000),
      String(repeating: "'", count: 1000) + "a'", "```", "`", "a'", "’’’", "l'",
      "\u{0}\u{202E}le la",
      String(repeating: "的", count: 2000), String(repeating: "l'", count: 5000),
      String(repeating: "a\u{300}", count: 5000), "\u{10FFFF}\u{FFFD}",
    ]
    for text in hostile { #expect(Self.languages(of: [text, text]).isEmpty, "\(text.prefix(20))") }
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
    #expect(language.unreadLanguages.isEmpty)
  }

  // MARK: - Triage

  @Test(arguments: [
    ("few words", "lgtm, ship it", false), ("nothing", "", false), ("emoji", "👍 🎉 ✅", false),
    ("short Russian", "завтра отправлю отчёт", true), ("short Japanese", "明日レポートを送ります", true),
    ("Arabic with a link", "سأرسل التقرير غدا إن شاء الله https://a.io", true),
    (
      "Basque, which has no name here",
      "kaixo denoi, bihar bidaliko dut txostena eta Mirenek aurkezpena begiratu behar du ostirala baino lehen",
      true
    ),
  ])
  func `what is in none of the languages that are read is told, named or not`(
    name: String, text: String, isForeign: Bool
  ) {
    var language = ConversationLanguage()
    language.add(Message(id: "m", sender: "Ann", timestamp: nil, text: text))
    #expect(language.isForeign == isForeign, "\(name)")
  }

  @Test(arguments: LanguageSamples.first + LanguageSamples.second)
  func `every sample is foreign, unless it is read`(sample: LanguageSamples.Row) {
    var language = ConversationLanguage()
    language.add(Message(id: "m", sender: "Ann", timestamp: nil, text: sample.text))
    #expect(language.isForeign != ConversationLanguage.readLanguages.contains(sample.code))
  }
}
