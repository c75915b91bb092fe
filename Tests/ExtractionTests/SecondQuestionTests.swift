import ActionItems
import ItemRecords
import Synchronization
import Testing
import Windowing

@testable import Extraction

/// Unproven items are requested once more, with the reason.
@Suite struct SecondQuestionTests {
  static func read(_ model: ReplayModel, passes: Int = 1) async -> WindowReading {
    let window = GroundingFixture.window([
      ("Ben", "Anna, please send the report to finance"),
      ("Anna Schmidt", "and the plants need water"),
    ])
    var reader = WindowReader(
      model: model, passes: passes, grounder: GroundingFixture.grounder(),
      people: GroundingFixture.people, omissionRetry: .none)
    await reader.read(window, tokens: 4000)
    return reader.reading
  }

  static let good = #"{"task":"Send the report","messageId":"m1","quote":"send the report"}"#
  static let bad =
    #"{"task":"Water the plants","messageId":"m2","quote":"somebody must water them"}"#
  static let mended =
    #"{"task":"Water the plants","messageId":"m2","quote":"the plants need water"}"#

  @Test func `the tokens of a last reading that is of no use are counted as such`() async {
    let asked = Mutex(0)
    let model = ReplayModel { _, _ in
      let number = asked.withLock { count in
        count += 1
        return count
      }
      return WindowReply(
        text: number == 1 ? "[\(Self.good)]" : "The weather is fine.",
        usage: ModelUsage(requests: 1, promptTokens: 8, completionTokens: 2))
    }
    let reading = await Self.read(model, passes: 2)
    #expect(reading.usageStats.usage.tokens == 20 && reading.usageStats.usage.unusedTokens == 10)
  }

  @Test func `an item that is not proven is asked for again, with the reason`() async {
    let model = ReplayModel { _, mistake in
      guard let mistake else { return WindowReply(text: "[\(Self.good),\(Self.bad)]") }
      #expect(
        mistake.kind == .unproven
          && mistake.problem.contains("\"Water the plants\": no message of the window contains"))
      #expect(mistake.problem.contains("somebody must water them"))
      return WindowReply(text: "[\(Self.good),\(Self.mended)]")
    }
    let reading = await Self.read(model)
    #expect(model.asked.count == 2 && reading.diagnostics.isEmpty)
    #expect(
      reading.parts.flatMap(\.findings).map(\.task) == ["Send the report", "Water the plants"])
  }

  @Test(arguments: ["[\(good),\(bad)]", "[\(good)]", "[]", "Sorry!", "[\(mended)]"])
  func `items of the first reply are kept despite another reply`(second: String) async {
    let model = ReplayModel { _, mistake in
      WindowReply(text: mistake == nil ? "[\(Self.good),\(Self.bad)]" : second)
    }
    let reading = await Self.read(model)
    #expect(model.asked.count == 2 && reading.failures.isEmpty)
    let tasks = reading.parts.flatMap(\.findings).map(\.task)
    let isFound = second == "[\(Self.mended)]"
    #expect(tasks == ["Send the report"] + (isFound ? ["Water the plants"] : []))
    #expect(reading.diagnostics.map(\.code) == (isFound ? [] : ["quote"]))
    var report = ExtractionReport()
    report.note(reading)
    #expect(report.lost == (isFound ? 0 : 1))
  }

  @Test(arguments: [
    ("[]", ["Send the report"]), ("Sorry!", ["Send the report"]),
    ("[\(mended)]", ["Water the plants"]),
  ])
  func `no items are no answer to what is wrong with one of several`(
    second: String, tasks: [String]
  ) async {
    let broken = #"{"task":"Water the plants","messageId":"m2","quote":{"of":"m2"}}"#
    let model = ReplayModel { _, mistake in
      WindowReply(text: mistake == nil ? "[\(Self.good),\(broken)]" : second)
    }
    let reading = await Self.read(model)
    #expect(model.asked.count == 2 && reading.failures.isEmpty)
    #expect(reading.parts.flatMap(\.findings).map(\.task) == tasks)
    let isMended = second.contains("plants")
    #expect(reading.diagnostics.map(\.code) == (isMended ? [] : ["noItem"]))
    // Lost items are reported as far as they could be read.
    #expect(reading.diagnostics.allSatisfy { $0.item.task == "Water the plants" })
    #expect(reading.diagnostics.allSatisfy { $0.sourceMessageId == "id1" })
  }

  @Test func `where nobody can be asked again nobody is`() async {
    let model = ReplayModel(isAskedOnce: true) { _, _ in
      WindowReply(text: "[\(Self.good),\(Self.bad)]")
    }
    let reading = await Self.read(model)
    #expect(model.asked.count == 1 && reading.diagnostics.map(\.code) == ["quote"])
    let twice = ReplayModel { _, _ in
      WindowReply(text: "[\(Self.good),\(Self.good.replacing("send the r", with: "a r"))]")
    }
    // The same item with a better quote exists already.
    #expect(await Self.read(twice).parts.flatMap(\.findings).count == 1 && twice.asked.count == 1)
  }
}
