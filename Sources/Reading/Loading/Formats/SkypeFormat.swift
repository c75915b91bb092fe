import ActionItems
import Encoding

/// Skype's own export: all conversations of an account, newest message first.
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
          try stream.forEachObject { try Self.scan(&$0, part, &index) }
        }
      }
    }
    try index.handOutObjects(
      { [options = context.options] _, known in known.conversation(description, options) },
      { known in { record, _ throws(JSONError) in try SkypeMessage.outcome(record, in: known) } })
  }

  private static func scan(
    _ stream: inout JSONStream, _ part: ConcatenatedFiles.Part,
    _ index: inout ExportIndex<SkypeConversation>
  ) throws {
    let name = "#\(index.details.count)"
    var number: Int?
    let members = try index.scanObject(&stream, of: part, records: ["MessageList"]) {
      stream, index, members in
      let here = index.declare(name, SkypeConversation(members: members))
      number = here
      try index.scanRecords(&stream, of: part, in: here) { index, record, offset in
        index.add(here, time: record.time("originalarrivaltime")?.sortKey, offset: offset)
        if let person = record.string("from"), let called = record.string("displayName") {
          index.update(here) { if $0.names.count < 10_000 { $0.names[person] = called } }
        }
      }
    }
    if let number { index.update(number) { $0.members = members } }
  }
}

/// The properties of a conversation in the export.
struct SkypeConversation {
  var members: [String: JSONValue]
  var names: [String: String] = [:]

  /// A person's name; a direct chat has the other person's name as its title.
  func name(of person: String) -> String {
    let title = members["id"]?.text == person ? members["displayName"]?.text : nil
    let id = person.split(separator: ":", maxSplits: 1).last.map(String.init)
    return names[person] ?? title ?? id ?? person
  }

  func conversation(_ format: FormatDescription, _ options: LoadingOptions) -> Conversation {
    let thread = members["threadProperties"]
    // The list is JSON inside a string.
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
      })
  }
}

/// One object of a `MessageList`.
enum SkypeMessage {
  static func outcome(
    _ record: JSONRecord, in conversation: SkypeConversation
  ) throws(JSONError) -> RecordOutcome {
    if try record.record("properties")?.has("deletetime") ?? false { return .skipped(.deleted) }
    let content = record.string("content") ?? ""
    let from = record.string("from")
    var draft = MessageDraft(
      id: record.scalar("id"), sender: from.map { .init(id: $0, name: conversation.name(of: $0)) },
      time: record.time("originalarrivaltime"),
      written: record.scalar("originalarrivaltime") ?? "", text: content, source: content,
      kind: from?.hasPrefix("28:") ?? false ? .bot : .message)
    let kind = (record.string("messagetype") ?? "Text").split(separator: "/")
    switch kind.first {
    case "Text": break
    case "RichText" where kind.count == 1:
      // Line ends are significant.
      draft.text = HTMLText.plain("<pre>\(content)</pre>")
      draft.replyTo = values("messageid", of: "quote", in: content).first
      draft.edited = values("ts_ms", of: "e_m", in: content).first
    case "RichText":
      draft.text = values("v", of: "originalname", in: content).map { "[file: \($0)]" }.filledLines
    case "Event", "ThreadActivity":
      // `<topicupdate><value>Plans</value></topicupdate>` becomes `TopicUpdate: Plans`.
      let words =
        values(nil, of: "target", in: content).map { conversation.name(of: $0) }
        + values(nil, of: "value", in: content) + values("type", of: "partlist", in: content)
      draft.text = kind.last.map(String.init) ?? ""
      if !words.isEmpty { draft.text += ": " + words.joined(separator: ", ") }
      draft.kind = .system
    case "EndToEndEncryption": return .skipped(.encrypted)
    default: return .skipped(.notAMessage)
    }
    return .message(draft)
  }

  /// Returns the values of an attribute of all elements with a name, or those elements' texts.
  private static func values(
    _ attribute: String?, of element: String, in content: String
  ) -> [String] {
    var content = content
    return content.withUTF8 { bytes in
      var found: [String] = []
      var scanner = HTMLScanner(bytes)
      while let token = scanner.next() {
        guard case .tag(let tag) = token, tag.name == element, !tag.isEnd else { continue }
        if let attribute {
          if let value = tag[attribute] { found.append(value) }
        } else if case .text(let range)? = scanner.next() {
          found.append(HTMLText.plain(String(decoding: bytes[range], as: UTF8.self)))
        }
      }
      return found
    }
  }
}
