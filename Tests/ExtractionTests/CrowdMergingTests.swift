import ActionItems
import CivilTime
import TestSupport
import Testing

@testable import Extraction
@testable import ItemRecords

/// The cost of a crowd that writes the same text in one conversation. Also: a finding matches the same item, however
/// `ItemMatcher` chooses the candidates.
@Suite struct CrowdMergingTests {
  static let cases: [(name: String, finding: @Sendable (Int) -> Finding)] = [
    (
      "each says that they do it",
      { number in
        var finding = MergingFixture.finding(
          "Send the report", "\(number)", assignee: "Person \(number)", at: number * 10)
        finding.source.sender = "Person \(number)"
        return finding
      }
    ),
    (
      "one asks each of many",
      { number in
        var finding = MergingFixture.finding(
          "Send the report", "\(number)", assignee: "Person \(number)", at: number * 10)
        finding.source.sender = "Anna"
        return finding
      }
    ),
    (
      "nobody is named, and each asks for something else",
      { number in MergingFixture.finding("Send report \(number)", "\(number)", at: number * 10) }
    ),
  ]

  /// The items after `count` messages, and the seconds that merging took.
  static func merge(
    _ count: Int, _ finding: (Int) -> Finding
  ) -> (items: ConversationItems, seconds: Double) {
    var items = ConversationItems()
    let clock = ThreadClock()
    for start in stride(from: 0, to: count, by: 100) {
      let numbers = start..<min(count, start + 100)
      let reading = Merger.Reading(
        conversation: MergingFixture.conversation,
        messages: numbers.map {
          Message(id: "\($0)", sender: nil, timestamp: Timestamp(seconds: $0 * 10), text: "")
        }, findings: numbers.map(finding), model: "m", run: 1)
      _ = Merger.changes(of: reading, to: &items, at: .epoch)
    }
    return (items, clock.seconds)
  }

  @Test(arguments: cases)
  func `the same task of very many people costs in proportion`(
    row: (name: String, finding: @Sendable (Int) -> Finding)
  ) {
    let small = Self.merge(500, row.finding)
    let large = Self.merge(2000, row.finding)
    #expect(small.items.count == 500 && large.items.count == 2000)
    // Four times as much input; a quadratic algorithm takes sixteen times as long.
    #expect(large.seconds < small.seconds * 8, "\(row.name): \(small.seconds), \(large.seconds)")
  }

  /// A random finding with few people, tasks and days, so that many matches are ambiguous.
  static func random(_ number: Int, _ random: inout SeededRandom) -> Finding {
    let names = [nil, "Anna", "Ben", "Cem"]
    let tasks = ["Send the report", "Send the report to Cem", "Send it", "Book the room"]
    var finding = MergingFixture.finding(
      tasks.randomElement(using: &random) ?? "", "\(number / 2)",
      assignee: names.randomElement(using: &random) ?? nil,
      due: Bool.random(using: &random) ? "1970-01-0\(Int.random(in: 1...9, using: &random))" : nil,
      at: Int.random(in: 0..<8, using: &random) == 0
        ? nil : Int.random(in: 0...20, using: &random) * 86_400)
    finding.source.sender = names.randomElement(using: &random) ?? nil
    finding.assigneeId = finding.assignee.flatMap { Bool.random(using: &random) ? "id \($0)" : nil }
    finding.senderId = finding.source.sender.flatMap {
      Bool.random(using: &random) ? "id \($0)" : nil
    }
    finding.isDone = Int.random(in: 0..<4, using: &random) == 0
    finding.isReport = Int.random(in: 0..<4, using: &random) == 0
    finding.handsOver = Int.random(in: 0..<4, using: &random) == 0
    return finding
  }

  @Test(arguments: [("those of whom it may be", 0), ("those of its words", Int.max)])
  func `a finding matches the same item, whichever candidates are compared`(
    name: String, fewAlike: Int
  ) {
    var random = SeededRandom(seed: 29)
    for _ in 0..<FuzzRounds.count(100) {
      var items = ConversationItems()
      for start in stride(from: 0, to: 40, by: 10) {
        let findings = (start..<start + 10).map { Self.random($0, &random) }
        let reading = Merger.Reading(
          conversation: MergingFixture.conversation, messages: [], findings: findings, model: "m",
          run: 1)
        _ = Merger.changes(of: reading, to: &items, at: .epoch)
      }
      let findings = (100..<110).map { Self.random($0, &random) }
      var (all, others) = (items, items)
      var slow = ItemMatcher(findings, &all, few: .max)
      var fast = ItemMatcher(findings, &others, few: 0, fewAlike: fewAlike)
      for start in stride(from: 0, to: 10, by: 2) {
        let expected = slow.places(
          of: start..<start + 2, in: findings, &all, firstNew: items.count)
        let places = fast.places(
          of: start..<start + 2, in: findings, &others, firstNew: items.count)
        #expect(places == expected, "\(name)")
        // Gives each finding its item before the next pair is matched.
        for (number, place) in zip(start..<start + 2, places) {
          guard let place else { continue }
          slow.give(findings[number], to: place, &all)
          fast.give(findings[number], to: place, &others)
        }
      }
    }
  }
}
