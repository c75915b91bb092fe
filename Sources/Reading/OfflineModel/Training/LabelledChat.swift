import ActionItems
package import CivilTime
package import Encoding
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
  }

  init?(_ value: JSONValue, labels: JSONValue) {
    guard let id = value["id"]?.string, let messages = value["messages"]?.array else { return nil }
    self.id = id
    source = value["source"]?.string ?? "all"
    language = value["language"]?.string ?? "en"
    let lines = messages.enumerated().map { index, message in
      let sender = message["sender"]?.string.flatMap { $0.isEmpty ? nil : $0 }
      let time = message["timestamp"]?.string.flatMap { ISO8601.read($0) }
      return Window.Line(
        Message(
          id: message["id"]?.string ?? "\(index)", senderId: sender, sender: sender,
          timestamp: time?.timestamp(assumingOffset: 0), text: message["text"]?.string ?? "",
          kind: message["kind"]?.string.flatMap { Message.Kind(rawValue: $0) } ?? .message,
          threadId: message["threadId"]?.string, replyTo: message["replyTo"]?.string,
          digest: UInt64(index) + 1), isNew: true)
    }
    var seen: Set<String> = []
    let listed = (value["participants"]?.array ?? []).compactMap { $0.string ?? $0["name"]?.string }
    let people = (lines.compactMap(\.message.sender) + listed).filter { seen.insert($0).inserted }
    window = Window(
      conversation: Conversation(id: id, title: nil, platform: "gold"), number: 0, lines: lines,
      participants: people.map { Participant(id: $0, name: $0) })
    let labelled = labels["items"]?.array ?? []
    items = labelled.compactMap(Item.init)
    hasActs =
      items.contains { !$0.acts.isEmpty } || labelled.isEmpty && labels["tempting"] != nil
  }

  /// Reads chats and labels of chats, both JSON Lines, from separate files.
  /// - Throws: `JSONError` for a line that is not JSON.
  package static func chats(_ files: [[UInt8]], labels: [[UInt8]]) throws(JSONError)
    -> [LabelledChat]
  {
    var known: [String: JSONValue] = [:]
    for value in try values(of: labels) {
      if let id = value["id"]?.string { known[id] = value }
    }
    return try values(of: files).compactMap { value in
      let labels = value["id"]?.string.flatMap { known[$0] }
      guard labels != nil || value["items"] != nil else { return nil }
      return LabelledChat(value, labels: labels ?? value)
    }
  }

  private static func values(of files: [[UInt8]]) throws(JSONError) -> [JSONValue] {
    var values: [JSONValue] = []
    for line in files.flatMap({ $0.split(separator: 0x0A) }) where line.count > 2 {
      values.append(try JSONValue(parsing: line))
    }
    return values
  }
}

extension LabelledChat.Item {
  fileprivate init?(_ item: JSONValue) {
    guard let message = item["messageId"]?.string else { return nil }
    func text(_ field: String) -> String? { item[field]?.string }
    let day = ["finalDeadline", "deadline"].lazy.compactMap(text).compactMap(ISO8601.read).first
    let acts = (item["acts"]?.array ?? []).compactMap { act -> (message: String, act: Head)? in
      guard let message = act["messageId"]?.string,
        let head = act["act"]?.string.flatMap({ Head(act: $0) })
      else { return nil }
      return (message, head)
    }
    self.init(
      task: text("task") ?? "", assignee: text("assignee"),
      finalAssignee: text("finalAssignee") ?? text("assignee"), deadline: day?.civil.date,
      messageId: message, alternatives: (item["altIds"]?.array ?? []).compactMap(\.string),
      isArguable: text("certainty") == "arguable", state: text("state") ?? "open",
      closedBy: text("closedBy"), about: text("about"), span: text("taskSpan") ?? text("quote"),
      acts: acts)
  }
}
