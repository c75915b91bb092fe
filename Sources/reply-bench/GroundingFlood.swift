import ActionItemModel
import CivilTime
import DueDates
import Extraction
import ReplyDecoding
import TestSupport
import TimeZones
import Windowing

/// A hostile reply to a full window: as many items as are looked at, each with as long a task as is, of words
/// that begin like all those of the chat.
enum GroundingFlood {
  static func run() {
    let lines = (0..<400).map { line in
      Window.Line(
        Message(
          id: "\(line)", sender: "Anna", timestamp: Timestamp(seconds: 1_767_603_600 + line * 60),
          text: (0..<60).map { "begin\($0)x\(line)" }.joined(separator: " ")),
        isNew: true)
    }
    let window = Window(
      conversation: Conversation(id: "c", title: "t", platform: "json"), number: 0, lines: lines,
      participants: [Participant(id: "Anna", name: "Anna")])
    let task = (0..<600).map { "begin\($0)" }.joined(separator: " ")
    let items = (0..<lines.count * 8).map { number in
      ActionItemJSON(
        task: "\(number) \(task.prefix(3900))", messageId: "m\(number % lines.count + 1)",
        quote: "begin7x\(number % lines.count)")
    }
    let grounder = Grounder(
      zone: .utc, zones: ZoneDatabase(environment: [:]), deadlines: DueDateReader(), contextLines: 2
    )
    let clock = ThreadClock()
    _ = grounder.ground(items, in: window, people: People(window.participants))
    print("\(items.count) items against \(lines.count) messages: \(clock.seconds) s")
  }
}
