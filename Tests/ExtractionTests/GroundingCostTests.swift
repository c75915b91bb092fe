import ActionItems
import ItemRecords
import TestSupport
import Testing
import Windowing

@testable import Extraction

/// The cost of a hostile reply, and the cutting of overlong tasks.
@Suite struct GroundingCostTests {
  /// Lines of words that begin like those of the tasks but differ.
  static func window(_ lines: Int) -> Window {
    GroundingFixture.window(
      (0..<lines).map { line in
        ("Ben", (0..<150).map { "begin\($0)x\(line)" }.joined(separator: " "))
      })
  }

  @Test func `a reply of long tasks takes time by its length, not by that of the window as well`() {
    let task = (0..<600).map { "begin\($0)" }.joined(separator: " ")
    // Four times the items with four times the window: comparing all pairs would take sixteen times as long.
    func lot(_ lines: Int) -> (items: [ActionItemJSON], window: Window) {
      let items = (0..<lines * 8).map { number in
        ActionItemJSON(
          task: "\(number) \(task.prefix(3900))", messageId: "m\(number % lines + 1)",
          quote: "begin7x\(number % lines)")
      }
      return (items, Self.window(lines))
    }
    let excess = Growth.excess(over: 15, preparing: lot) { lot in
      let result = GroundingFixture.ground(lot.items, in: lot.window)
      #expect(result.findings.count + result.rejections.count == lot.items.count)
    }
    #expect(excess == nil)
  }

  @Test func `an overlong task is cut behind a word, and is one task still`() {
    let words = "Send " + (0..<400).map { "word\($0)" }.joined(separator: " ")
    let result = GroundingFixture.ground([
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
      MergingFixture.finding("begin\(number % 150)x1 thing\(number)", "elsewhere")
    }
    let window = Self.window(100)
    var coverage = Coverage(window)
    // Each line is compared with each finding, whose words are split only once, so there is no growth to measure.
    let clock = ThreadClock()
    for line in window.lines.indices {
      let isCovered = coverage.covers(line, items)
      #expect(!isCovered)
    }
    #expect(clock.seconds < 60)
  }
}
