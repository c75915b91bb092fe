import Encoding
import Testing

@testable import CommandLine

/// The precision of finds that people judged.
@Suite struct ReviewCardTests {
  private static func judged(
    _ count: Int, _ isItem: Bool, source: String = "slack", model: String = "m",
    conversation: String = "c"
  ) -> [ReviewCard.Judged] {
    (0..<count).map { place in
      (
        source: source, model: model, conversationId: "\(conversation)\(place % 5)", isItem: isItem
      )
    }
  }

  @Test func `figures are given for all, each kind of chat and each model`() throws {
    let card = ReviewCard(
      Self.judged(6, true) + Self.judged(2, false)
        + Self.judged(1, true, source: "irc", model: "n", conversation: "d")
        + Self.judged(1, false, source: "irc", model: "n", conversation: "d"), unjudged: 3)
    #expect(card.all.counts.precision == 0.7)
    let interval = try #require(card.all.interval)
    #expect(interval.lowerBound < 0.7 && interval.upperBound > 0.7)
    #expect(card.sources.map { $0.interval == nil } == [true, true], "too few to tell")
    #expect(card.sources.map(\.name) == ["irc", "slack"] && card.models.map(\.name) == ["m", "n"])
    #expect(card.sources.map(\.counts.precision) == [0.5, 0.75])
    let json = try JSONValue(parsing: card.json)
    #expect(json["right"] == 7 && json["wrong"] == 3 && json["unjudged"] == 3)
    #expect(json["precision"] == .number("0.7") && json["models"]?[1]?["model"] == "n")
    #expect(json["sources"]?[1]?["precision"] == .number("0.75"))
  }

  @Test func `where nobody has judged anything there is no figure`() throws {
    let json = try JSONValue(parsing: ReviewCard([], unjudged: 2).json)
    #expect(json["precision"] == .null && json["interval"] == .null && json["right"] == 0)
  }
}
