import ActionItems
import CivilTime
import Encoding
import Windowing

/// Encodes windows, conversations and people as JSON, to keep them until a batch's replies come.
enum WindowCoding {
  // MARK: - Writing

  static func write(_ window: Window, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("number", window.number)
    writer.field("participants", value(window.participants))
    writer.field("openItems", .array(window.openItems.map(value)))
    writer.key("lines")
    writer.beginArray()
    for line in window.lines { write(line, &writer) }
    writer.endArray()
    writer.endObject()
  }

  private static func write(_ line: Window.Line, _ writer: inout JSONWriter) {
    let message = line.message
    writer.beginObject()
    writer.field("id", message.id)
    writer.field("senderId", message.senderId)
    writer.field("sender", message.sender)
    writer.field(
      "time", message.timestamp.map { [.int($0.microseconds), .int($0.offset)] } ?? .null)
    writer.field("text", message.text)
    writer.field("kind", message.kind.rawValue)
    writer.field("threadId", message.threadId)
    writer.field("replyTo", message.replyTo)
    writer.field("link", message.link)
    writer.field("digest", String(message.digest, radix: 16))
    if message.isEdited { writer.field("isEdited", true) }
    writer.field("isNew", line.isNew)
    if let part = line.part { writer.field("part", [.int(part.number), .int(part.count)]) }
    writer.endObject()
  }

  static func value(_ people: [Participant]) -> JSONValue {
    .array(
      people.map { person in
        [
          "id": .string(person.id), "name": .string(person.name),
          "aliases": .texts(person.aliases), "timeZone": .text(person.timeZone),
          "isBot": .bool(person.isBot),
        ]
      })
  }

  static func value(_ conversation: Conversation) -> JSONValue {
    [
      "id": .string(conversation.id), "hasMadeId": .bool(conversation.hasMadeId),
      "title": .text(conversation.title), "platform": .string(conversation.platform),
      "kind": .text(conversation.kind?.rawValue), "participants": value(conversation.participants),
    ]
  }

  private static func value(_ item: Window.OpenItem) -> JSONValue {
    [
      "id": .string(item.id), "task": .string(item.task), "assignee": .text(item.assignee),
      "assigneeId": .text(item.assigneeId), "deadline": .text(item.deadline),
      "statedBy": .text(item.statedBy),
    ]
  }

  // MARK: - Reading (nil for anything that was not written here)

  static func window(_ value: JSONValue, of conversation: Conversation) -> Window? {
    guard let number = value["number"]?.int, let people = participants(value["participants"]),
      let items = value["openItems"]?.list(openItem), let lines = value["lines"]?.list(line)
    else { return nil }
    return Window(
      conversation: conversation, number: number, lines: lines, participants: people,
      openItems: items)
  }

  private static func line(_ value: JSONValue) -> Window.Line? {
    guard let id = value["id"]?.string, let text = value["text"]?.string,
      let kind = value["kind"]?.string.flatMap(Message.Kind.init(rawValue:)),
      let digest = value["digest"]?.string.flatMap({ UInt64($0, radix: 16) }),
      let isNew = value["isNew"]?.bool
    else { return nil }
    var timestamp: Timestamp?
    if let time = value["time"], !time.isNull {
      guard let microseconds = time[0]?.int, let offset = time[1]?.int,
        let read = Timestamp(microseconds: Int64(microseconds), offset: offset)
      else { return nil }
      timestamp = read
    }
    var part: Window.Line.Part?
    if let value = value["part"] {
      guard let number = value[0]?.int, let count = value[1]?.int, number > 0, number <= count
      else { return nil }
      part = .init(number: number, count: count)
    }
    return Window.Line(
      Message(
        id: id, senderId: value["senderId"]?.string, sender: value["sender"]?.string,
        timestamp: timestamp, text: text, kind: kind, threadId: value["threadId"]?.string,
        replyTo: value["replyTo"]?.string, link: value["link"]?.string, digest: digest,
        isEdited: value["isEdited"]?.bool ?? false),
      isNew: isNew, part: part)
  }

  static func participants(_ value: JSONValue?) -> [Participant]? {
    value?.list { value in
      guard let id = value["id"]?.string, let name = value["name"]?.string else { return nil }
      return Participant(
        id: id, name: name, aliases: (value["aliases"]?.array ?? []).compactMap(\.string),
        timeZone: value["timeZone"]?.string, isBot: value["isBot"]?.bool ?? false)
    }
  }

  static func conversation(_ value: JSONValue) -> Conversation? {
    guard let id = value["id"]?.string, let platform = value["platform"]?.string,
      let people = participants(value["participants"])
    else { return nil }
    return Conversation(
      id: id, title: value["title"]?.string, platform: platform,
      kind: value["kind"]?.string.flatMap(Conversation.Kind.init(rawValue:)),
      participants: people, hasMadeId: value["hasMadeId"]?.bool ?? false)
  }

  private static func openItem(_ value: JSONValue) -> Window.OpenItem? {
    guard let id = value["id"]?.string, let task = value["task"]?.string else { return nil }
    return Window.OpenItem(
      id: id, task: task, assignee: value["assignee"]?.string,
      assigneeId: value["assigneeId"]?.string, deadline: value["deadline"]?.string,
      statedBy: value["statedBy"]?.string)
  }
}
