import ActionItems
import Extraction
import TestSupport
import Windowing

/// `benchmarks replies quotes`: measures the grounding of ten quotes with small errors in a window of 26 kB, with
/// deadlines and assignees.
enum QuoteAlignment {
  private static let words = [
    "send", "the", "report", "to", "Anna", "by", "Friday", "room", "book", "please", "we", "should",
    "check", "contract", "again", "before", "client", "calls", "about", "it",
  ]

  static func run() {
    for lines in [1, 100] {
      let (window, items) = chat(lines: lines)
      let people = People(window.participants)
      var best = Double.infinity
      var found = 0
      for _ in 0..<50 {
        let clock = ThreadClock()
        found = SinglePersonWindow.grounder.ground(items, in: window, people: people).findings.count
        best = min(best, clock.seconds)
      }
      let size = window.lines.reduce(0) { $0 + $1.message.text.utf8.count }
      print("\(found) of 10 quotes in \(lines) messages of \(size) bytes: \(best * 1000) ms")
    }
  }

  private static func chat(lines count: Int) -> (Window, [ActionItemJSON]) {
    var random = SeededRandom(seed: 4)
    let size = 26_000 / count
    var texts: [String] = []
    for _ in 0..<count {
      var text = ""
      while text.utf8.count < size {
        text += (text.isEmpty ? "" : " ") + (words.randomElement(using: &random) ?? "")
      }
      texts.append(text)
    }
    let items = (1...10).map { number -> ActionItemJSON in
      let line = (number * count / 11)
      let all = texts[line].split(separator: " ")
      let start = count == 1 ? number * all.count / 12 : 3
      let quote = all[start..<start + 12].joined(separator: "  ").uppercased()
      return ActionItemJSON(
        task: "Send the report \(number)", assignee: "Anna", messageId: "m\(line + 1)", quote: quote
      )
    }
    return (SinglePersonWindow.of(texts), items)
  }
}
