import TestSupport
import Testing
import Windowing

@testable import OfflineModel

@Suite struct ChatTextTests {
  typealias Read = (tokens: [ChatToken], units: [ChatText.Unit])

  static func read(_ bytes: [UInt8]) -> Read {
    var (words, units) = (ChatText(), [ChatText.Unit]())
    bytes.withUnsafeBufferPointer { words.add($0, line: 7, names: NameTable([]), to: &units) }
    return (words.tokens, units)
  }

  static func read(_ text: String) -> Read { read(Array(text.utf8)) }

  // MARK: - Words

  @Test(arguments: [
    ("words and marks", "Ben, send it!", "word:Ben mark:, word:send word:it mark:!"),
    ("apostrophes", "I'll don’t boys'", "word:I'll word:don’t word:boys"),
    ("numbers", "room 12 at 9:30", "word:room number:12 word:at number:9 mark:: number:30"),
    ("a ticket", "DS-618 v2", "word:DS mark:- number:618 word:v2"),
    ("a link", "see https://a.example/b?c=1 now", "word:see link:https://a.example/b?c=1 word:now"),
    ("a mention", "@ben hi", "mark:@ word:ben word:hi"),
    ("a shortcode", "nice :tada: :)", "word:nice emoji::tada: mark:: mark:)"),
    ("an emoji with a skin tone", "👍🏽 ok", "emoji:👍🏽 word:ok"),
    ("an older emoji", "✅ sent", "emoji:✅ word:sent"),
    ("code", "run `rm` now", "word:run code:`rm` word:now"),
    ("runs of one mark", "what?!? no...", "word:what mark:? mark:! mark:? word:no mark:..."),
    ("typographic marks", "“ok” – gut…", "mark:“ word:ok mark:” mark:– word:gut mark:…"),
    ("letters beyond ASCII", "Größe naïve Привет", "word:Größe word:naïve word:Привет"),
    ("letters of three bytes", "日本 ok", "word:日本 word:ok"),
    ("a quoted line", "  > old text\nnew", "word:new"),
    ("an angle bracket within a line", "a > b", "word:a word:b"), ("nothing", " \t", ""),
  ])
  func `a text is cut into words, numbers, marks and what stands for more`(
    name: String, text: String, expected: String
  ) {
    let bytes = Array(text.utf8)
    let found = Self.read(text).tokens.map { token in
      "\(token.kind):" + String(decoding: bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
    }
    #expect(found.joined(separator: " ") == expected, "\(name)")
  }

  @Test(arguments: [
    ("case", "Report", "rEPORT", true), ("case beyond ASCII", "Über", "ÜBER", true),
    ("numbers", "12", "7000", true), ("versions", "v2", "v3", true),
    ("apostrophes", "don't", "don’t", true), ("dashes", "-", "–", true),
    ("links", "https://a.example", "http://b.example/c", true), ("code", "`a`", "`b c`", true),
    ("skin tones", "👍🏽", "👍", true), ("forms of a word", "report", "reports", false),
    ("a number and a letter", "1", "a", false), ("emoji", "🎉", "👍", false),
  ])
  func `equal forms share one hash`(
    name: String, first: String, second: String, isSame: Bool
  ) {
    let (first, second) = (Self.read(first).tokens, Self.read(second).tokens)
    #expect(first.count == 1 && second.count == 1, "\(name)")
    #expect((first.map(\.hash) == second.map(\.hash)) == isSame, "\(name)")
  }

  @Test func `forms of a longer word share a stem; marks and links have none`() {
    let stems = Self.read("Rechnung Rechnungen rechts").tokens.map(\.stem)
    #expect(stems[0] == stems[1] && stems[0] != stems[2] && stems[0] != 0)
    #expect(Self.read("it 1, 🎉 `code` https://a.example").tokens.allSatisfy { $0.stem == 0 })
    #expect(ComparedText("Report the reports, it says").stems.count == 3)
    #expect(Self.read("Ben ben").tokens.map(\.isCapital) == [true, false])
  }

  @Test func `numbers are one word, and each has a stem of its own`() {
    let tokens = Self.read("PR 812 and 815, PR812 and 812").tokens.filter { $0.kind != .mark }
    #expect(tokens.map(\.hash)[1] == tokens[3].hash && tokens[1].stem != tokens[3].stem)
    #expect(tokens[1].stem == tokens[6].stem && tokens[4].stem == tokens[1].stem)
    let kinds = Self.read("PR812 and room 12 in 2026 or 1066").tokens.map { $0.stem & 3 }
    #expect(kinds == [3, 0, 0, 1, 0, 1, 0, 3])
    let short = Self.read("Q4 q4 v4 Q3 4 x").tokens.map(\.stem)
    #expect(short[0] == short[1] && Set(short).count == 4 && short[4] == 0 && short[5] == 0)
  }

  // MARK: - Lines

  @Test func `each line with words is a unit, quoted and empty ones are not`() {
    let (tokens, units) = Self.read("one two\n\n> said before\nthree\r\n  > and before\n`four`")
    #expect(units.map(\.tokens) == [0..<2, 2..<3, 3..<4])
    #expect(units.allSatisfy { $0.line == 7 })
    #expect(tokens.count == 4)
  }

  @Test func `a long message is read in part`() {
    let (words, units) = Self.read(String(repeating: "word ", count: 10_000))
    #expect(words.count == ChatText.mostBytes / 5 + 1 && units.count == 1)
    #expect(Self.read(String(repeating: "x\n", count: 20_000)).units.count == ChatText.mostUnits)
  }

  // MARK: - Hostile text

  static let hostile: [(String, String)] = [
    (
      "control characters",
      String(repeating: String((UInt8(0)..<32).map { Character(Unicode.Scalar($0)) }), count: 600)
    ),
    ("no-break spaces", String(repeating: "\u{A0}", count: 20_000)),
    ("full-width letters", String(repeating: "Ａ", count: 20_000)),
    ("replacement characters", String(repeating: "\u{FFFD}", count: 20_000)),
    ("line separators", String(repeating: "\u{2028}", count: 20_000)),
    ("typographic apostrophes", String(repeating: "’", count: 20_000)),
    ("one long word", String(repeating: "a", count: 100_000)),
    ("accents", "e" + String(repeating: "\u{301}", count: 20_000)),
    ("backticks", String(repeating: "` ", count: 20_000)),
    ("quoted lines", String(repeating: "> a\nb\n", count: 20_000)),
  ]

  @Test(arguments: hostile)
  func `hostile text is read on a small stack`(name: String, text: String) {
    var found: Read = ([], [])
    SmallStack.run { found = Self.read(text) }
    Self.check(found, count: text.utf8.count, name)
  }

  @Test func `any bytes are read`() {
    var random = SeededRandom(seed: 3)
    for number in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      Self.check(Self.read(bytes), count: bytes.count, "\(number)")
    }
  }

  /// Checks that tokens follow each other in the part that is read, and that units divide them up.
  private static func check(_ found: Read, count: Int, _ name: String) {
    let places = found.tokens.flatMap { [Int($0.start), Int($0.end)] }
    #expect(places == places.sorted(), "\(name)")
    #expect(places.last ?? 0 <= min(count, ChatText.mostBytes), "\(name)")
    #expect(found.units.count <= ChatText.mostUnits, "\(name)")
    #expect(found.units.allSatisfy { !$0.tokens.isEmpty }, "\(name)")
  }
}
