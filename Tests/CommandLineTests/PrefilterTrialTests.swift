import Encoding
import Testing

@testable import CommandLine

@Suite struct PrefilterTrialTests {
  /// Three stretches of three messages, with much, some and no evidence.
  static let trial: PrefilterTrial = {
    var trial = PrefilterTrial()
    let gold = GoldTrial.gold([
      GoldItem(task: "", messageId: "2"),
      GoldItem(task: "", messageId: "9", alternativeIds: ["4"]),
      GoldItem(task: "", messageId: "8", isArguable: true),
    ])
    trial.add(
      gold,
      [
        (messageIds: ["1", "2", "3"], evidence: 1),
        (messageIds: ["4", "5", "6"], evidence: -1),
        (messageIds: ["7", "8", "9"], evidence: nil),
      ])
    return trial
  }()

  @Test(arguments: [
    ("all with evidence", -1.0, [1, 2, 2]), ("one", 0.0, [2, 1, 1]), ("none", 2.0, [3, 0, 0]),
  ])
  func `an item is kept where any message of it is asked about`(
    name: String, threshold: Double, right: [Int]
  ) {
    let outcome = Self.trial.outcome(from: threshold)
    #expect(
      [outcome.saved, outcome.clear, outcome.items].map(\.right) == right, "\(name)")
    #expect([outcome.saved, outcome.clear, outcome.items].map(\.all) == [3, 2, 3], "\(name)")
  }

  @Test func `an empty set has no share`() {
    let outcome = PrefilterTrial().outcome(from: 0)
    #expect(outcome.saved.value == nil && outcome.clear.value == nil)
  }

  @Test func `the figures are JSON`() throws {
    let value = try JSONValue(parsing: Self.trial.json(model: "m", length: 3, threshold: 0))
    #expect(value["windowMessages"] == .number("3") && value["recall"] == .number("0.5"))
    #expect(value["counts"]?["windowsSaved"]?["all"] == .number("3"))
    #expect(value["thresholds"]?.array?.count == PrefilterTrial.thresholds.count)
  }
}
