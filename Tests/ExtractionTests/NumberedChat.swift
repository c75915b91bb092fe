import ActionItems
import CivilTime
import Windowing

/// Messages whose text is their number, a minute apart.
enum NumberedChat {
  static func message(_ number: Int, _ text: String? = nil) -> Message {
    Message(
      id: "\(number)", sender: "Ann", timestamp: Timestamp(seconds: number * 60),
      text: text ?? "message \(number)", digest: UInt64(truncatingIfNeeded: number))
  }

  static func conversations(_ count: Int, messages: Int = 7) -> [(id: String, messages: [Message])]
  {
    (0..<count).map { number in
      ("c\(number)", (1...messages).map { message(number * 1000 + $0) })
    }
  }

  /// A window of `count` new messages after two of context.
  static func window(_ count: Int) -> Window {
    Window(
      conversation: Conversation(id: "c", title: "Chat", platform: "json"), number: 0,
      lines: (-1...count).map { Window.Line(message($0), isNew: $0 > 0) })
  }

  static func ids(_ range: ClosedRange<Int>) -> [String] { range.map { "\($0)" } }
}
