import ActionItems
import ItemRecords
import TestSupport
import Testing
import Windowing

@testable import Extraction

/// Quotes that were copied with slips, and ids that were left out.
@Suite struct NearQuoteTests {
  static let window = GroundingFixture.window([
    ("Ben", "Anna, can you **send** the Q3 report, please, to finance by Friday?"),
    ("Anna Schmidt", "I'll send it to them tomorrow, and book a room for Monday"),
    ("Ben", "thanks! I won't pay the printer bill before Dora has received the invoice"),
  ])

  static func ground(_ quote: String, _ id: String, in window: Window = window) -> Grounder.Result {
    GroundingFixture.ground(
      ActionItemJSON(task: "Do it", messageId: id, quote: quote), in: window)
  }

  @Test(arguments: [
    (
      "commas", "m1", "can you send the Q3 report please to finance",
      "send** the Q3 report, please, to"
    ),
    ("another word of grammar", "m1", "can you send a Q3 report to finance by Friday", "Q3 report"),
    ("a letter", "m3", "Dora has recieved the invoice", "Dora has received the invoice"),
    ("in full", "m2", "I will send it to them tomorrow", "I'll send it to them tomorrow"),
    ("the speaker before it", "m2", "Anna Schmidt: I'll send it to them", "I'll send it to them"),
    ("the first name", "m2", "Anna: I'll send it to them", "I'll send it to them"),
    (
      "the whole line", "m2", "[m2] Mon 2026-01-05 09:00 Anna Schmidt: I'll send it to them",
      "I'll send it to them"
    ),
    ("its id", "m2", "[m2] I'll send it to them", "I'll send it to them"),
    ("a politeness left out", "m1", "can you send the Q3 report to finance by Friday", "by Friday"),
  ])
  func `a quote with slips becomes the message's own words, and is reported`(
    name: String, id: String, quote: String, words: String
  ) {
    let result = Self.ground(quote, id)
    #expect(result.findings.count == 1, "\(name)")
    #expect(result.findings.allSatisfy { $0.quote?.contains(words) == true }, "\(name)")
    #expect(result.diagnostics.map(\.code) == ["mended"], "\(name)")
    #expect(result.rejections.isEmpty && result.moved == 0, "\(name)")
  }

  @Test(arguments: [
    ("another number", "m1", "can you send the Q4 report to finance"),
    ("another day", "m2", "book a room for Tuesday"),
    ("another thing", "m2", "book a flight for Monday"),
    ("the opposite", "m3", "I will pay the printer bill"),
    (
      "the opposite at length", "m3",
      "I will pay the printer bill before Dora has received the invoice"
    ), ("turned round", "m2", "I won't send it to them"),
    ("a word too many", "m3", "pay the yearly printer bill"), ("too short", "m2", "send to it"),
    ("another speaker", "m2", "Ben: I'll send it to them"),
    ("made up", "m2", "I'll pay Eve 500 euros tomorrow"),
  ])
  func `a quote that does not occur is not repaired`(name: String, id: String, quote: String) {
    let result = Self.ground(quote, id)
    #expect(result.findings.isEmpty && result.diagnostics.map(\.code) == ["quote"], "\(name)")
  }

  @Test func `a quote with slips found in two messages belongs to the cited one or none`() {
    let window = GroundingFixture.window([
      ("Ben", "please send the yearly report, Anna"),
      ("Ben", "please send the yearly report; Carla"),
      ("Ben", "lunch?"),
    ])
    let quote = "please send a yearly report"
    #expect(Self.ground(quote, "m2", in: window).findings.map(\.messageId) == ["id1"])
    #expect(Self.ground(quote, "m3", in: window).findings.isEmpty)
    let only = GroundingFixture.window([
      ("Ben", "please send the yearly report, Anna"), ("Ben", "hi"),
    ])
    let moved = Self.ground(quote, "m2", in: only)
    #expect(moved.findings.map(\.messageId) == ["id0"] && moved.moved == 1)
  }

  @Test func `an item without an id goes to the one message that has its quote`() {
    let result = Self.ground("book a room for Monday", "")
    #expect(result.findings.map(\.messageId) == ["id1"] && result.moved == 1)
    let twice = GroundingFixture.window([
      ("Ben", "please book it"), ("Anna Schmidt", "please book it"),
    ])
    #expect(Self.ground("please book it", "", in: twice).findings.isEmpty)
  }

  @Test func `hostile quotes cost limited time`() {
    let words = (0..<40).map { "word\($0)" }
    let window = GroundingFixture.window(
      (0..<200).map { ("Ben", words.joined(separator: " ") + " \($0)") })
    let items = (0..<1600).map { number in
      ActionItemJSON(
        task: "Do it", messageId: "m\(number % 200 + 1)",
        quote: words.reversed().joined(separator: " ") + " x\(number)")
    }
    let clock = ThreadClock()
    #expect(GroundingFixture.ground(items, in: window).findings.isEmpty)
    #if DEBUG
      #expect(clock.seconds < 30)
    #else
      #expect(clock.seconds < 2)
    #endif
  }
}
