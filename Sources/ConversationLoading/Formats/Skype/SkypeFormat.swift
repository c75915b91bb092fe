import ActionItemModel
import JSONText

/// Skype's own export: every conversation of an account, each with its newest message first.
struct SkypeFormat: ConversationFormat {
  let description = FormatDescription(
    name: "skype", platform: "skype", title: "Skype export",
    reads: "the .tar, or the messages.json in it",
    howToExport: """
      Skype's export page, https://secure.skype.com/data-export, for as long as Microsoft keeps it: \
      Conversations > Submit request > Download.
      """)

  func recognizes(_ json: JSONOutline) -> Bool {
    json.has("userId", "exportDate") && json["conversations"]?.isArray ?? false
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var index = ExportIndex<SkypeConversation>(context, description)
    for file in files {
      try index.scan(file) { stream, part, index in
        try index.scanObject(&stream, of: part, records: ["conversations"]) { stream, index, _ in
          try stream.beginArray()
          while try stream.nextElement() {
            if try stream.peek() == .object {
              try scan(&stream, part, &index)
            } else {
              try stream.skipValue()
            }
          }
        }
      }
    }
    try index.handOutObjects(
      { [options = context.options] _, known in known.conversation(description, options) },
      { known in { record, _ throws(JSONError) in try SkypeMessage.outcome(record, in: known) } })
  }

  private func scan(
    _ stream: inout JSONStream, _ part: JoinedFiles.Part,
    _ index: inout ExportIndex<SkypeConversation>
  ) throws {
    let name = "#\(index.details.count)"
    let members = try index.scanObject(&stream, of: part, records: ["MessageList"]) {
      stream, index, members in
      index.declare(name, SkypeConversation(members: members))
      try index.scanRecords(&stream, of: part, in: name) { index, record, offset in
        index.add(name, time: record.time("originalarrivaltime")?.sortKey, offset: offset)
        if let person = record.string("from"), let called = record.string("displayName") {
          index.update(name) { if $0.names.count < 10_000 { $0.names[person] = called } }
        }
      }
    }
    index.update(name) { $0.members = members }
  }
}

/// What an export says of a conversation.
struct SkypeConversation {
  /// Its members beside the messages.
  var members: [String: JSONValue]
  /// What its messages call people.
  var names: [String: String] = [:]

  /// What somebody is called: a chat of two is called after the other one.
  func name(of person: String) -> String {
    let title = members["id"]?.text == person ? members["displayName"]?.text : nil
    let id = person.split(separator: ":", maxSplits: 1).last.map(String.init)
    return names[person] ?? title ?? id ?? person
  }

  func conversation(_ format: FormatDescription, _ options: LoadingOptions) -> Conversation {
    let thread = members["threadProperties"]
    // The list stands in a string.
    let list = thread?["members"]?.string.flatMap {
      try? JSONValue(parsing: $0.utf8, limits: .export)
    }
    let id = members["id"]?.text
    return options.conversation(
      format, id: id.map { "skype:\($0)" },
      title: thread?["topic"]?.text ?? members["displayName"]?.text,
      kind: id.map { $0.hasPrefix("19:") ? .group : .direct },
      participants: list.elements.compactMap(\.text).map {
        Participant(id: $0, name: name(of: $0))
      }, speakers: Set(names.keys))
  }
}
