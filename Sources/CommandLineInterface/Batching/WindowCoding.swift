import ActionItemModel
import CivilTime
import JSONText
import Windowing

/// Windows, conversations and people as JSON: what is kept of them until a batch's answers come.
enum WindowCoding {
  // MARK: - Writing

  static func write(_ window: Window, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("number", window.number)
    writer.key("participants")
    write(window.participants, &writer)
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
    writer.key("time")
    if let time = message.timestamp {
      writer.beginArray()
      writer.int(time.microseconds)
      writer.int(time.offset)
      writer.endArray()
    } else {
      writer.null()
    }
    writer.field("text", message.text)
    writer.field("kind", message.kind.rawValue)
    writer.field("threadId", message.threadId)
    writer.field("replyTo", message.replyTo)
    writer.field("link", message.link)
    writer.field("digest", String(message.digest, radix: 16))
    if message.isEdited {
      writer.field("isEdited", true)
    }
    writer.field("isNew", line.isNew)
    if let part = line.part {
      writer.key("part")
      writer.beginArray()
      writer.int(part.number)
      writer.int(part.count)
      writer.endArray()
    }
    writer.endObject()
  }

  static func write(_ people: [Participant], _ writer: inout JSONWriter) {
    writer.value(
      .array(
        people.map { person in
          [
            "id": .string(person.id), "name": .string(person.name),
            "aliases": .array(person.aliases.map(JSONValue.string)),
            "timeZone": string(person.timeZone), "isBot": .bool(person.isBot),
          ]
        }))
  }

  static func write(_ conversation: Conversation, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", conversation.id)
    writer.field("hasMadeId", conversation.hasMadeId)
    writer.field("title", conversation.title)
    writer.field("platform", conversation.platform)
    writer.field("kind", conversation.kind?.rawValue)
    writer.key("participants")
    write(conversation.participants, &writer)
    writer.endObject()
  }

  private static func value(_ item: Window.OpenItem) -> JSONValue {
    [
      "id": .string(item.id), "task": .string(item.task), "assignee": string(item.assignee),
      "assigneeId": string(item.assigneeId), "deadline": string(item.deadline),
      "statedBy": string(item.statedBy),
    ]
  }

  private static func string(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  // MARK: - Reading

  /// A window of a conversation; nil where it is none.
  static func window(_ value: JSONValue, of conversation: Conversation) -> Window? {
    guard let number = value["number"]?.int, let people = value["participants"],
      let participants = participants(people), let items = value["openItems"]?.array,
      let lines = value["lines"]?.array
    else { return nil }
    let readItems = items.compactMap(openItem)
    let readLines = lines.compactMap(line)
    guard readItems.count == items.count, readLines.count == lines.count else { return nil }
    return Window(
      conversation: conversation, number: number, lines: readLines, participants: participants,
      openItems: readItems)
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

  /// People; nil where one of them is none.
  static func participants(_ value: JSONValue) -> [Participant]? {
    guard let list = value.array else { return nil }
    let people = list.compactMap { value -> Participant? in
      guard let id = value["id"]?.string, let name = value["name"]?.string else { return nil }
      return Participant(
        id: id, name: name, aliases: (value["aliases"]?.array ?? []).compactMap(\.string),
        timeZone: value["timeZone"]?.string, isBot: value["isBot"]?.bool ?? false)
    }
    return people.count == list.count ? people : nil
  }

  /// A conversation; nil where it is none.
  static func conversation(_ value: JSONValue) -> Conversation? {
    guard let id = value["id"]?.string, let platform = value["platform"]?.string,
      let people = value["participants"], let participants = participants(people)
    else { return nil }
    return Conversation(
      id: id, title: value["title"]?.string, platform: platform,
      kind: value["kind"]?.string.flatMap(Conversation.Kind.init(rawValue:)),
      participants: participants, hasMadeId: value["hasMadeId"]?.bool ?? false)
  }

  private static func openItem(_ value: JSONValue) -> Window.OpenItem? {
    guard let id = value["id"]?.string, let task = value["task"]?.string else { return nil }
    return Window.OpenItem(
      id: id, task: task, assignee: value["assignee"]?.string,
      assigneeId: value["assigneeId"]?.string, deadline: value["deadline"]?.string,
      statedBy: value["statedBy"]?.string)
  }
}
