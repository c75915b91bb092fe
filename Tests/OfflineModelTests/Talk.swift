import ActionItemModel
import CivilTime
import DueDates
import OfflineModel
import ReplyDecoding
import Windowing

/// A talk that the offline model is asked about, a message a line: `Anna: …`.
struct Talk {
  /// An item of the answer.
  struct Item: Equatable, CustomStringConvertible {
    var line: Int
    var task: String
    var assignee: String?
    var deadline: String?
    var priority: String
    var isDone = false

    var description: String {
      "\(line): \(task) [\(assignee ?? "-") \(deadline ?? "-") \(priority)]\(isDone ? " done" : "")"
    }
  }

  static let reader = OfflineReader(deadlines: DueDateReader())
  /// Finds even what public archives seldom leave to somebody, so that a test of who and what says nothing of
  /// how likely an item is.
  static let keenReader = OfflineReader(deadlines: DueDateReader(), sensitivity: .high)

  let window: Window

  /// A window as it is.
  init(_ window: Window) { self.window = window }

  /// The first message was written on Wednesday, 7 January 2026, at 9:00; each other one a minute
  /// after the one before. Those who are `silent` are listed and say nothing, and of
  /// the `untimed` lines nobody knows when they were written.
  init(_ text: String, silent: [String] = [], untimed: Set<Int> = []) {
    var lines: [Window.Line] = []
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      let sender = String(parts[0])
      let minute = lines.count * 60
      lines.append(
        Window.Line(
          Message(
            id: "\(lines.count)", senderId: sender, sender: sender,
            timestamp: untimed.contains(lines.count)
              ? nil : Timestamp(seconds: 1_767_776_400 + minute, offset: 0),
            text: String(parts[1].drop { $0 == " " }).replacing("\\n", with: "\n")),
          isNew: true))
    }
    let senders = Set(lines.compactMap(\.message.sender)).sorted()
    window = Window(
      conversation: Conversation(id: "c", title: nil, platform: "test"), number: 0, lines: lines,
      participants: (senders + silent).map { Participant(id: $0, name: $0) })
  }

  /// What the model finds.
  func items(by reader: OfflineReader = Self.reader) -> [Item] {
    reader.items(in: window).map { item in
      Item(
        line: Int(item.messageId.dropFirst()) ?? -1, task: item.task, assignee: item.assignee,
        deadline: item.deadline, priority: item.priority ?? "", isDone: item.isDone)
    }
  }
}
