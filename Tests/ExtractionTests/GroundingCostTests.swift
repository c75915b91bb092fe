import ActionItemModel
import DueDates
import ReplyDecoding
import TestSupport
import Testing
import TimeZones
import Windowing

@testable import Extraction

/// What a hostile reply may cost.
@Suite struct GroundingCostTests {
  /// Lines of words that begin like those of the tasks and are others.
  static let window = GrounderTests.window(
    (0..<100).map { line in
      ("Ben", (0..<150).map { "begin\($0)x\(line)" }.joined(separator: " "))
    })

  @Test func `a reply of long tasks takes time by its length, not by that of the window as well`() {
    let task = (0..<600).map { "begin\($0)" }.joined(separator: " ")
    let items = (0..<800).map { number in
      ActionItemJSON(
        task: "\(number) \(task.prefix(3900))", messageId: "m\(number % 100 + 1)",
        quote: "begin7x\(number % 100)")
    }
    let clock = ThreadClock()
    let result = GrounderTests.ground(items, in: Self.window)
    #expect(clock.seconds < 60)
    #expect(result.findings.count + result.rejections.count == 800)
  }

  @Test func `an overlong task is cut behind a word, and is one task still`() {
    let words = "Send " + (0..<400).map { "word\($0)" }.joined(separator: " ")
    let result = GrounderTests.ground([
      ActionItemJSON(task: words, messageId: "m2", quote: "can you send"),
      ActionItemJSON(
        task: String(repeating: "ß", count: 1200), messageId: "m2", quote: "can you send"),
    ])
    let tasks = result.findings.map(\.task)
    #expect(tasks.count == 2 && tasks.allSatisfy { $0.utf8.count <= 1003 && $0.hasSuffix("…") })
    #expect(words.hasPrefix(tasks[0].dropLast() + " "))
    #expect(tasks[1].dropLast().allSatisfy { $0 == "ß" })
  }

  @Test func `what many findings say is compared with many lines in a moment`() {
    let items = (0..<800).map { number in
      MergerTests.finding("begin\(number % 150)x1 thing\(number)", "elsewhere")
    }
    var coverage = Coverage(Self.window)
    let clock = ThreadClock()
    for line in Self.window.lines.indices {
      let isCovered = coverage.covers(line, items)
      #expect(!isCovered)
    }
    #expect(clock.seconds < 60)
  }
}
