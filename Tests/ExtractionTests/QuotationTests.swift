import TestSupport
import Testing

@testable import Extraction
@testable import ItemRecords

@Suite struct QuotationTests {
  static let message =
    "Anna — could you “send”   the Q3-report\nto finance by Friday?\u{A0}It's Zoë's… I mean, the "
    + "one that we spoke of at length (see https://a.b/c), not the other; thanks!"

  static func find(_ quote: String, in text: String = message) -> String? {
    Quotation(quote).find(in: NormalisedText(text))
  }

  @Test(arguments: [
    ("exact", "the one that we spoke of", "the one that we spoke of"),
    ("case", "ANNA", "Anna"),
    ("white space", "send the Q3", "send”   the Q3"),
    ("line end", "Q3-report to finance", "Q3-report\nto finance"),
    ("no-break space", "Friday? It's", "Friday?\u{A0}It's"),
    ("quotes", "could you 'send' the", "could you “send”   the"),
    ("no quotes", "could you send the", "could you “send”   the"),
    ("apostrophe", "It’s Zoë’s", "It's Zoë's"),
    ("dash", "Anna - could", "Anna — could"), ("dash without spaces", "Anna–could", "Anna — could"),
    ("hyphen", "Q3–report", "Q3-report"),
    ("accent in two characters", "Zoe\u{308}'s", "Zoë's"),
    ("invisible characters", "the\u{200B} one\u{FE0F} that", "the one that"),
    ("dots as they stand", "It's Zoë's...", "It's Zoë's…"),
    (
      "something left out", "send the Q3-report ... by Friday",
      "send”   the Q3-report\nto finance by Friday"
    ),
    (
      "in brackets", "Anna […] by Friday",
      "Anna — could you “send”   the Q3-report\nto finance by Friday"
    ),
    ("left out at the end", "could you send…", "could you “send"),
    ("left out at the start", "… not the other", "not the other"),
  ])
  func `a quote is found despite its spelling, and kept verbatim`(
    name: String, quote: String, words: String
  ) {
    #expect(Self.find(quote) == words, "\(name)")
  }

  @Test(arguments: [
    ("other words", "send the Q4-report"), ("a word left out silently", "send the to finance"),
    ("other order", "by Friday … send the"), ("half a short word", "ann"), ("a letter", "f"),
    ("scraps", "a … e … i"), ("many scraps", "Anna … send … the … Q3 … report … by … Friday"),
    ("nothing", " "), ("only marks", "…"), ("only quotes", "“”"),
    ("longer than the text", String(repeating: message, count: 2)),
  ])
  func `what does not stand there is not found`(name: String, quote: String) {
    #expect(Self.find(quote) == nil, "\(name)")
  }

  @Test(arguments: [
    ("Chinese", "请 李雷 明天确认会议", "确认会议", "确认会议"),
    ("short Chinese", "明天确认会议", "确认", "确认"),
    ("Cyrillic in capitals", "Отправь отчёт", "ОТПРАВЬ ОТЧЁТ", "Отправь отчёт"),
    ("Cyrillic without its marks", "Отправь отчёт в май", "отчет в маи", "отчёт в май"),
    ("Greek without its tones", "Στείλε την αναφορά", "ΣΤΕΙΛΕ ΤΗΝ", "Στείλε την"),
    ("Vietnamese", "Đức gửi báo cáo nhé", "duc gui bao cao", "Đức gửi báo cáo"),
    ("letters of full width", "please ｓｅｎｄ ｉｔ ０７", "SEND IT 07", "ｓｅｎｄ ｉｔ ０７"),
    ("Polish and Danish", "wyślij to do Łodzi på Øster", "do lodzi pa oster", "do Łodzi på Øster"),
    (
      "a tag in a flag", "go 🏴\u{E0067}\u{E007F} team go", "go 🏴 team",
      "go 🏴\u{E0067}\u{E007F} team"
    ),
    ("full width", "（好）　確認", "好） 確認", "好）　確認"), ("emoji", "ok 🎉 go", "🎉 go", "🎉 go"),
  ])
  func `other scripts are found`(name: String, text: String, quote: String, words: String) {
    #expect(Self.find(quote, in: text) == words, "\(name)")
  }

  @Test func `the longest piece of a quote with a large gap is kept`() {
    let text = "Please book " + String(repeating: "very ", count: 200) + "nice rooms for us"
    #expect(Self.find("Please book … nice rooms for us", in: text) == "nice rooms for us")
  }

  @Test func `folding accepts any bytes`() {
    var mutator = ByteMutator(seed: 3, tokens: ["…", "...", "“", "—", "\u{A0}", "é", "\u{308}"])
    for _ in 0..<FuzzRounds.count(1500) {
      let text = String(decoding: mutator.mutate(Array(Self.message.utf8)), as: UTF8.self)
      let folded = NormalisedText(text)
      // A text quotes itself, whatever it contains.
      if let words = Quotation(text).find(in: folded) { #expect(text.contains(words)) }
      let start = folded.bytes.count / 3
      let half = folded.bytes[start...].prefix(20)
      if let range = folded.find(half) {
        let piece = folded.original(range)
        #expect(NormalisedText(piece).bytes.count <= half.count + 3)
      }
    }
  }

  /// Ten quotes, each slightly changed, in a window of 26 kB and one a quarter of that size.
  @Test func `ten quotes are aligned with a window in time by its length`() {
    let words = [
      "send", "the", "report", "to", "Anna", "by", "Friday", "room", "book", "please", "we",
    ]
    var random = SeededRandom(seed: 4)
    let all = (0..<5000).map { _ in words.randomElement(using: &random) ?? "" }
    func lot(_ count: Int) -> (text: String, quotes: [String]) {
      let quotes = (1...10).map { number in
        let start = number * (count / 12)
        return all[start..<start + 12].joined(separator: "  ").uppercased()
      }
      return (all[..<count].joined(separator: " "), quotes)
    }
    let excess = Growth.excess(over: 1250, preparing: lot) { lot in
      let folded = NormalisedText(lot.text)
      for quote in lot.quotes { #expect(Quotation(quote).find(in: folded) != nil) }
    }
    #expect(excess == nil)
  }
}
