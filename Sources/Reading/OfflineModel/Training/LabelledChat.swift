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
    package var assignee: String?
    package var deadline: CivilDate?
    package var messageId: String
    package var alternatives: [String]
    package var isArguable: Bool
    package var state: String
    package var closedBy: String?
    package var finalAssignee: String?
    package var finalDeadline: CivilDate?
    package var about: String?
    package var span: String?
    package var acts: [(message: String, act: String)]
    package var isGone: Bool { state != "open" }
  }

  package init?(_ value: JSONValue, labels: JSONValue?, source: String? = nil) {
    guard let id = value["id"]?.string, let messages = value["messages"]?.array else { return nil }
    self.id = id
    self.source = source ?? value["source"]?.string ?? "all"
    language = value["language"]?.string ?? "en"
    let labels = labels ?? value
    var lines: [Window.Line] = []
    for (index, message) in messages.enumerated() {
      let sender = message["sender"]?.string.flatMap { $0.isEmpty ? nil : $0 }
      var time: Timestamp?
      if let text = message["timestamp"]?.string, let read = ISO8601.read(text) {
        time = read.timestamp(assumingOffset: 0)
      }
      lines.append(
        Window.Line(
          Message(
            id: message["id"]?.string ?? "\(index)", senderId: sender, sender: sender,
            timestamp: time, text: message["text"]?.string ?? "",
            kind: message["kind"]?.string.flatMap { Message.Kind(rawValue: $0) } ?? .message,
            threadId: message["threadId"]?.string, replyTo: message["replyTo"]?.string,
            digest: UInt64(index) + 1), isNew: true))
    }
    var people: [Participant] = []
    var seen: Set<String> = []
    let listed = (value["participants"]?.array ?? []).compactMap { $0.string ?? $0["name"]?.string }
    for name in lines.compactMap(\.message.sender) + listed where seen.insert(name).inserted {
      people.append(Participant(id: name, name: name))
    }
    window = Window(
      conversation: Conversation(id: id, title: nil, platform: "gold"), number: 0, lines: lines,
      participants: people)
    func day(_ value: JSONValue?) -> CivilDate? {
      value?.string.flatMap { ISO8601.read($0)?.civil.date }
    }
    var hasActs = false
    items = (labels["items"]?.array ?? []).compactMap { item in
      guard let message = item["messageId"]?.string else { return nil }
      let acts = (item["acts"]?.array ?? []).compactMap { act -> (message: String, act: String)? in
        guard let message = act["messageId"]?.string, let name = act["act"]?.string else {
          return nil
        }
        return (message, name)
      }
      if !acts.isEmpty { hasActs = true }
      return Item(
        task: item["task"]?.string ?? "", assignee: item["assignee"]?.string,
        deadline: day(item["deadline"]), messageId: message,
        alternatives: (item["altIds"]?.array ?? []).compactMap(\.string),
        isArguable: item["certainty"]?.string == "arguable",
        state: item["state"]?.string ?? "open", closedBy: item["closedBy"]?.string,
        finalAssignee: item["finalAssignee"]?.string, finalDeadline: day(item["finalDeadline"]),
        about: item["about"]?.string,
        span: item["taskSpan"]?.string ?? item["quote"]?.string,
        acts: acts)
    }
    self.hasActs = hasActs || labels["items"]?.array?.isEmpty == true && labels["tempting"] != nil
  }

  /// Reads chats and labels of chats, both JSON Lines, from separate files.
  /// - Throws: `JSONError` for a line that is not JSON.
  package static func chats(_ files: [[UInt8]], labels: [[UInt8]]) throws(JSONError)
    -> [LabelledChat]
  {
    var known: [String: JSONValue] = [:]
    for file in labels {
      for line in file.split(separator: 0x0A) where line.count > 2 {
        let value = try JSONValue(parsing: line)
        if let id = value["id"]?.string { known[id] = value }
      }
    }
    var chats: [LabelledChat] = []
    for file in files {
      for line in file.split(separator: 0x0A) where line.count > 2 {
        let value = try JSONValue(parsing: line)
        let label = value["id"]?.string.flatMap { known[$0] }
        guard label != nil || value["items"] != nil else { continue }
        if let chat = LabelledChat(value, labels: label) { chats.append(chat) }
      }
    }
    return chats
  }
}
