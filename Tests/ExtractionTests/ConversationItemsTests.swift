import ActionItems
import CivilTime
import TestSupport
import Testing

@testable import Extraction
@testable import ItemRecords

@Suite struct ConversationItemsTests {
  private static func known(_ random: inout SeededRandom, _ id: Int) -> ItemRecord {
    let message = "m\(Int.random(in: 0..<12, using: &random))"
    let seconds = Bool.random(using: &random) ? Int.random(in: 0..<50, using: &random) : nil
    let item = ActionItem(
      id: "i\(id)", conversationId: "c",
      conversationTitle: ["t", "u", nil].randomElement(using: &random) ?? nil, task: "Send it",
      assignee: nil, assigneeId: nil, deadline: nil, priority: .medium, messageId: message,
      quote: nil,
      source: .init(platform: "json", timestamp: seconds.flatMap { Timestamp(seconds: $0) }),
      extractedAt: .epoch, model: "m", run: 1, timeZone: nil)
    var known = ItemRecord(
      item: item, number: 1, firstMessageId: message, wordings: ["Send it"], foundInRun: 1)
    if Bool.random(using: &random) {
      known.item.evidence.append(
        .init(messageId: "m\(Int.random(in: 0..<12, using: &random))", quote: nil))
    }
    if Bool.random(using: &random) { known.statements = statements(&random) }
    known.removal = [nil, nil, .withdrawn, .person].randomElement(using: &random) ?? nil
    return known
  }

  /// Statements, most of them unchanged from one call to the next.
  private static func statements(_ random: inout SeededRandom) -> [Mention] {
    (0..<8).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }.map { number in
      let isDated = Int.random(in: 0..<20, using: &random) > 0
      return Mention(
        messageId: "m\(number)", quote: nil,
        source: .init(platform: "json", timestamp: isDated ? Timestamp(seconds: number * 6) : nil),
        task: "Send it")
    }
  }

  /// The answers to all queries, by a scan of every item.
  private static func answers(_ items: inout ConversationItems) -> [String] {
    var answers = items.all.map { "\(items.place(ofItem: $0.item.id) ?? -1)" }
    for message in 0..<12 { answers.append("\(items.places(ofMessage: "m\(message)").sorted())") }
    for start in stride(from: 0, to: 50, by: 7) {
      answers.append("\(items.places(writtenIn: start...start + 9))")
    }
    answers.append("\(items.latestUntimed(3))")
    for title in ["t", "u"] { answers.append("\(items.places(withoutTitle: title))") }
    answers.append("\(items.newestTitle().map { "\($0)" } ?? "none")")
    return answers
  }

  @Test func `the cached state after any changes equals a fresh scan of the items`() {
    for seed in 0..<60 {
      var random = SeededRandom(seed: UInt64(seed))
      var kept = ConversationItems()
      for step in 0..<60 {
        let id = Int.random(in: 0..<20, using: &random)
        kept.apply([ItemChange(.updated, Self.known(&random, id), by: .model)])
        var fresh = ConversationItems(kept.all)
        #expect(Self.answers(&kept) == Self.answers(&fresh), "seed \(seed), step \(step)")
      }
    }
  }

  @Test func `the newest visible item gives the title, or the first of two at one time`() {
    func item(_ id: String, _ title: String, at seconds: Int?, _ removal: ItemRecord.Removal? = nil)
      -> ItemRecord
    {
      var known = ItemRecord(
        item: ActionItem(
          id: id, conversationId: "c", conversationTitle: title, task: "Send it", assignee: nil,
          assigneeId: nil, deadline: nil, priority: .medium, messageId: id, quote: nil,
          source: .init(platform: "json", timestamp: seconds.flatMap { Timestamp(seconds: $0) }),
          extractedAt: .epoch, model: "m", run: 1, timeZone: nil),
        number: 1, firstMessageId: id, wordings: ["Send it"])
      known.removal = removal
      return known
    }
    let cases: [(name: String, items: [ItemRecord], title: String?)] = [
      ("none", [], nil), ("the newer", [item("1", "a", at: 2), item("2", "b", at: 1)], "a"),
      ("the first of two", [item("1", "a", at: 2), item("2", "b", at: 2)], "a"),
      ("one that is there", [item("1", "a", at: 2, .person), item("2", "b", at: 1)], "b"),
      ("one that is gone where no other is", [item("1", "a", at: 2, .person)], "a"),
      ("one without a time behind others", [item("1", "a", at: nil), item("2", "b", at: 1)], "b"),
    ]
    for (name, items, title) in cases {
      var kept = ConversationItems(items)
      #expect(kept.newestTitle()?.title == title, "\(name)")
    }
  }
}
