import ActionItems
package import CivilTime
import Encoding
package import Windowing

/// A chat with labelled tasks and the effects of its messages on them.
package struct LabelledChat: Sendable {
  package var id: String
  package var source: String
  package var language: String
  package var window: Window
  package var items: [Item]
  /// Whether the labels include the effects of later messages.
  package var hasActs: Bool

  package struct Item: Sendable {
    package var task: String
    /// The assignee as the item's message states it, and the one at the end.
    package var assignee: String?
    package var finalAssignee: String?
    /// The deadline at the end.
    package var deadline: CivilDate?
    package var messageId: String
    package var alternatives: [String]
    package var isArguable: Bool
    package var state: String
    package var closedBy: String?
    package var about: String?
    package var span: String?
    package var acts: [(message: String, act: Head)]
    package var isGone: Bool { state != "open" }

    fileprivate init?(_ item: JSONValue) {
      func text(_ field: String) -> String? { item[field]?.string }
      guard let message = text("messageId") else { return nil }
      messageId = message
      task = text("task") ?? ""
      assignee = text("assignee")
      finalAssignee = text("finalAssignee") ?? assignee
      deadline = (text("finalDeadline") ?? text("deadline")).flatMap(ISO8601.read)?.civil.date
      alternatives = (item["altIds"]?.array ?? []).compactMap(\.string)
      isArguable = text("certainty") == "arguable"
      state = text("state") ?? "open"
      closedBy = text("closedBy")
      about = text("about")
      span = text("taskSpan") ?? text("quote")
      acts = (item["acts"]?.array ?? []).compactMap { act in
        guard let message = act["messageId"]?.string, let name = act["act"]?.string else {
          return nil
        }
        return Head(act: name).map { (message, $0) }
      }
    }
  }

  init?(_ value: JSONValue, labels: JSONValue) {
    guard let id = value["id"]?.string, let messages = value["messages"]?.array else { return nil }
    self.id = id
    source = value["source"]?.string ?? "all"
    language = value["language"]?.string ?? "en"
    let lines = messages.enumerated().map { index, message in
      func text(_ field: String) -> String? { message[field]?.string }
      let sender = text("sender").flatMap { $0.isEmpty ? nil : $0 }
      let time = text("timestamp").flatMap { ISO8601.read($0) }
      return Window.Line(
        Message(
          id: text("id") ?? "\(index)", senderId: sender, sender: sender,
          timestamp: time?.timestamp(assumingOffset: 0), text: text("text") ?? "",
          kind: text("kind").flatMap { Message.Kind(rawValue: $0) } ?? .message,
          threadId: text("threadId"), replyTo: text("replyTo"), digest: UInt64(index) + 1),
        isNew: true)
    }
    let listed = (value["participants"]?.array ?? []).compactMap { $0.string ?? $0["name"]?.string }
    var seen: Set<String> = []
    let people = (lines.compactMap(\.message.sender) + listed).filter { seen.insert($0).inserted }
    window = Window(
      conversation: Conversation(id: id, title: nil, platform: "gold"), number: 0, lines: lines,
      participants: people.map { Participant(id: $0, name: $0) })
    let labelled = labels["items"]?.array ?? []
    items = labelled.compactMap(Item.init)
    hasActs = items.contains { !$0.acts.isEmpty } || labelled.isEmpty && labels["tempting"] != nil
  }

  /// Reads chats and labels of chats, both JSON Lines, from separate files.
  /// - Throws: `JSONError` for a line that is not JSON.
  package static func chats(_ files: [[UInt8]], labels: [[UInt8]]) throws -> [LabelledChat] {
    let known = Dictionary(grouping: try values(of: labels)) { $0["id"]?.string }
    return try values(of: files).compactMap { chat in
      let labels = chat["id"]?.string.flatMap { known[$0]?.last } ?? chat
      return labels["items"] == nil ? nil : LabelledChat(chat, labels: labels)
    }
  }

  private static func values(of files: [[UInt8]]) throws -> [JSONValue] {
    try files.flatMap { $0.split(separator: 0x0A) }.filter { $0.count > 2 }.map {
      try JSONValue(parsing: $0)
    }
  }
}
