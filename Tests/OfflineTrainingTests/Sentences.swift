import ActionItemModel
import CivilTime
import DueDates
import OfflineModel
import Windowing

/// The acts of a sentence that somebody says by itself.
enum Sentences {
  private static let reader = OfflineReader(deadlines: DueDateReader())

  static func examples(_ text: String) -> [OfflineReader.Example] {
    let message = Message(
      id: "1", senderId: "Cleo", sender: "Cleo", timestamp: Timestamp(seconds: 1_767_603_600),
      text: text)
    return reader.examples(
      in: Window(
        conversation: Conversation(id: "c", title: nil, platform: "test"), number: 0,
        lines: [Window.Line(message, isNew: true)],
        participants: [Participant(id: "Cleo", name: "Cleo")]))
  }
}
