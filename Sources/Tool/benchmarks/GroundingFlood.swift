import ActionItems
import CivilTime
import DueDates
import Extraction
import TestSupport
import Windowing

/// `benchmarks replies floods`, second part: grounds a hostile reply to a window of 400 messages. The reply has 3200
/// items, each with a very long task whose words begin like those of the chat. `SinglePersonWindow`, below, makes the
/// window, also for `QuoteAlignment`.
enum GroundingFlood {
  static func run() {
    let count = 400
    let window = SinglePersonWindow.of(
      (0..<count).map { line in
        (0..<60).map { "begin\($0)x\(line)" }.joined(separator: " ")
      })
    let task = (0..<600).map { "begin\($0)" }.joined(separator: " ")
    let items = (0..<count * 8).map { number in
      ActionItemJSON(
        task: "\(number) \(task.prefix(3900))", messageId: "m\(number % count + 1)",
        quote: "begin7x\(number % count)")
    }
    let clock = ThreadClock()
    _ = SinglePersonWindow.grounder.ground(items, in: window, people: People(window.participants))
    print("\(items.count) items against \(count) messages: \(clock.seconds) s")
  }
}

/// A window with messages of one person, and a grounder for it.
enum SinglePersonWindow {
  static let grounder = Grounder(
    zone: .utc, zones: ZoneDatabase(environment: [:]), deadlines: DueDateReader(), keepContext: 2)

  static func of(_ texts: [String]) -> Window {
    let lines = texts.enumerated().map { index, text in
      Window.Line(
        Message(
          id: "\(index)", senderId: "Anna", sender: "Anna",
          timestamp: Timestamp(seconds: 1_767_603_600 + index * 60), text: text),
        isNew: true)
    }
    return Window(
      conversation: Conversation(id: "c", title: "t", platform: "json"), number: 0, lines: lines,
      participants: [Participant(id: "Anna", name: "Anna")])
  }
}
