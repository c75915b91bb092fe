import ActionItems
import Encoding

/// Conversations in the form of OpenAI's API: `{"messages": [{"role": …, "content": …}]}`, one a line or only one.
struct OpenAIFormat: ConversationFormat {
  let description = FormatDescription(
    name: "openai", platform: "openai", title: "OpenAI messages",
    reads: "a conversation, or JSON Lines of them, also requests of a batch",
    howToExport: """
      Programs that call chat completions, and files for fine-tuning and batches, are in this form.
      """)

  func recognizes(_ json: JSONOutline) -> Bool {
    guard !json.isArray, let messages = json["messages"] ?? json["body"]?["messages"],
      messages.has("role", "content")
    else { return false }
    // Messages with times or ids of their own are better read as generic JSON.
    let keys: Set = [
      "role", "content", "name", "tool_calls", "tool_call_id", "function_call", "refusal",
      "weight", "audio", "annotations",
    ]
    return keys.isSuperset(of: messages.keys.keys)
      && ["system", "developer", "user", "assistant", "tool", "function"]
        .contains(messages.strings["role"])
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var index = ExportIndex<OpenAIConversation>(context, description)
    var openings: [UInt64: Int] = [:]
    if file.sample.map(GenericJSONFormat.isLines) ?? false {
      try index.scanLines(file) { line, offset, index in
        if index.details.count >= Self.batch, try Self.holdsMessages(line) {
          try handOut(&index, &openings, isLast: false)
          index.forgetConversations()
        }
        try Self.scan(line, at: offset, &index)
      }
    } else {
      try index.scan(file) { stream, part, index in
        repeat {
          if index.details.count >= Self.batch {
            try handOut(&index, &openings, isLast: false)
            index.forgetConversations()
          }
          try Self.scan(&stream, part, "#\(index.details.count)", &index)
        } while try !stream.isAtEnd()
      }
    }
    try handOut(&index, &openings)
  }

  /// The number of conversations written in one batch: fine-tuning files have any number of them.
  private static let batch = 1 << 14

  /// Writes the conversations found; `openings` counts those with the same opening.
  private func handOut(
    _ index: inout ExportIndex<OpenAIConversation>, _ openings: inout [UInt64: Int],
    isLast: Bool = true
  ) throws {
    for number in index.details.indices {
      let opening = index.details[number].opening.finish()
      openings[opening, default: 0] += 1
      index.update(number) { $0.place = openings[opening] ?? 1 }
    }
    try index.handOutObjects(
      isLast: isLast,
      { [description] _, known in
        Conversation(id: "openai:\(known.name)", title: known.id, platform: description.platform)
      },
      { _ in { record, _ throws(JSONError) in .message(try OpenAIMessage(record).draft) } })
  }

  private static func holdsMessages(_ line: JSONRecord) throws(JSONError) -> Bool {
    var holdsAny = false
    try (line.record("body") ?? line).forEachRecord("messages") { _, _ in holdsAny = true }
    return holdsAny
  }

  /// Scans a line. A batch request holds the conversation in its body and has an id.
  private static func scan(
    _ line: JSONRecord, at offset: Int, _ index: inout ExportIndex<OpenAIConversation>
  ) throws(JSONError) {
    let name = "#\(index.details.count)"
    let body = try line.record("body")
    let start = offset + (body == nil ? 0 : line.offset(of: "body") ?? 0)
    let known = OpenAIConversation(id: line.string("custom_id"))
    var isEmpty = true
    try (body ?? line).forEachRecord("messages") { message, place throws(JSONError) in
      try index.note(message, at: start + place, in: index.declare(name, known))
      isEmpty = false
    }
    if isEmpty { index.skip(.notAMessage, in: index.details.indices.last) }
  }

  /// Scans an object that need not fit in memory; a batch request's id may follow its messages.
  private static func scan(
    _ stream: inout JSONStream, _ part: ConcatenatedFiles.Part, _ name: String,
    _ index: inout ExportIndex<OpenAIConversation>, isBody: Bool = false
  ) throws {
    var id: String?
    // An object that is cut off is read as far as it goes.
    defer { if let id, let number = index.find(name) { index.update(number) { $0.id = id } } }
    try stream.beginObject()
    while let key = try stream.nextKey() {
      switch (key, try stream.peek()) {
      case ("custom_id", .string) where !isBody: id = try stream.smallValue()?.text
      case ("body", .object) where !isBody:
        try scan(&stream, part, name, &index, isBody: true)
      case ("messages", .array):
        try index.scanRecords(&stream, of: part) { index, record, offset in
          try index.note(record, at: offset, in: index.declare(name, OpenAIConversation()))
        }
      default: try stream.skipValue()
      }
    }
  }
}

extension ExportIndex<OpenAIConversation> {
  fileprivate mutating func note(
    _ record: JSONRecord, at offset: Int, in number: Int
  ) throws(JSONError) {
    if !details[number].isKnown {
      let message = try OpenAIMessage(record)
      update(number) { $0.note(message) }
    }
    add(number, time: nil, offset: offset)
  }
}

/// A conversation without times, and mostly without an id.
///
/// Its opening identifies it: the messages up to the user's first one. Conversations with the same opening are
/// numbered.
struct OpenAIConversation {
  /// The id of a batch request.
  var id: String?
  fileprivate var opening = MessageDigest()
  fileprivate var place = 1
  private var length = 0
  private var hasUser = false

  fileprivate init(id: String? = nil) {
    self.id = id
  }

  /// Whether the opening is complete: the user has spoken, or 64 messages are reached.
  fileprivate var isKnown: Bool { hasUser || length >= 64 }

  fileprivate mutating func note(_ message: OpenAIMessage) {
    opening.add(message.role)
    opening.add(message.text)
    length += 1
    hasUser = message.role == "user"
  }

  fileprivate var name: String {
    id ?? String(opening.finish(), radix: 16) + (place > 1 ? "-\(place)" : "")
  }
}

struct OpenAIMessage {
  let role: String
  let text: String
  private let name: String?

  init(_ record: JSONRecord) throws(JSONError) {
    role = record.string("role") ?? ""
    name = record.string("name")
    let content = try Self.text(record, "content")
    text = content.isEmpty ? try Self.text(record, "refusal") : content
  }

  /// Returns a string, or the texts of a list of parts such as texts, images and sounds.
  private static func text(
    _ record: JSONRecord, _ key: StaticString
  ) throws(JSONError) -> String {
    guard let parts = try record.tree(key)?.array else { return record.string(key) ?? "" }
    return parts.compactMap { $0.text ?? $0["text"]?.text ?? $0["refusal"]?.text }
      .joined(separator: "\n")
  }

  var draft: MessageDraft {
    let isSystem = role == "system" || role == "developer"
    let speaker = isSystem ? "" : name ?? role
    return MessageDraft(
      sender: speaker.isEmpty ? nil : .init(id: speaker, name: speaker), text: text,
      kind: isSystem ? .system : role == "user" ? .message : .bot)
  }
}
