import ActionItemModel
import JSONText

/// Conversations as OpenAI's interfaces take them: `{"messages": [{"role": …, "content": …}]}`, one a
/// line or one alone.
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
    // With times and ids of their own messages are better read as generic JSON.
    let keys: Set = [
      "role", "content", "name", "tool_calls", "tool_call_id", "function_call", "refusal",
      "weight", "audio", "annotations",
    ]
    return keys.isSuperset(of: messages.keys.keys)
      && ["system", "developer", "user", "assistant", "tool", "function"]
        .contains(messages.strings["role"])
  }

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var writer = OpenAIWriter(path: file.path, format: description, context: context)
    let sample = try FormatSample(reading: try file.open())
    if GenericJSONFormat.isLines(sample) {
      try loadLines(file, &writer, limit: context.options.recordLimit)
    } else {
      do {
        let limit = context.options.recordLimit
        // A request's id may stand behind its messages, which are told apart by it.
        let ids = sample.json?.has("body") == true ? try requestIds(of: file, limit: limit) : []
        try loadDocument(file, ids, &writer, limit: limit)
      } catch let error as JSONError {
        writer.damages.note(error, path: file.path)
      }
    }
    try writer.finish()
  }

  /// Reads a conversation a line, each in one piece.
  private func loadLines(_ file: ExportFile, _ writer: inout OpenAIWriter, limit: Int) throws {
    var lines = TextLines(try file.open(), limit: limit)
    let buffer = RecordBuffer()
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else {
        writer.lose(JSONError(.tooLong(limit: limit), at: lines.offset))
        continue
      }
      if bytes.isBlank { continue }
      do {
        var reader = JSONReader(bytes, limits: .export)
        let record = try buffer.read(&reader)
        try reader.finish()
        // A request of a batch holds the conversation, and has an id.
        var messages: [OpenAIMessage] = []
        try (try record.record("body") ?? record).forEachRecord("messages") {
          message, _ throws(JSONError) in
          messages.append(try OpenAIMessage(message))
        }
        if messages.isEmpty { writer.skip(.notAMessage) }
        for message in messages { try writer.add(message, of: record.string("custom_id")) }
        try writer.endConversation()
      } catch let error as JSONError {
        writer.lose(JSONError(error.reason, at: lines.offset + error.offset))
      }
    }
  }

  /// Reads one conversation after the other, message by message; of requests, `ids` are theirs in order.
  private func loadDocument(
    _ file: ExportFile, _ ids: [String?], _ writer: inout OpenAIWriter, limit: Int
  ) throws {
    var ids = ids[...]
    var stream = try JSONStream(try file.open(), valueLimit: limit, limits: .export)
    let buffer = RecordBuffer()
    func readObject(of id: String?, isBody: Bool = false) throws {
      try stream.beginObject()
      while let key = try stream.nextKey() {
        switch (key, try stream.peek()) {
        case ("body", .object) where !isBody: try readObject(of: id, isBody: true)
        case ("messages", .array):
          try stream.readRecords(buffer) { record, _ in
            switch record {
            case .success(let record): try writer.add(try OpenAIMessage(record), of: id)
            case .failure(let error): writer.lose(error)
            }
          }
        default: try stream.skipValue()
        }
      }
    }
    repeat {
      try readObject(of: ids.popFirst() ?? nil)
      try writer.endConversation()
    } while try !stream.isAtEnd()
  }

  /// The ids of the objects of a file up to where it is damaged, nil for those that have none.
  private func requestIds(of file: ExportFile, limit: Int) throws -> [String?] {
    var stream = try JSONStream(try file.open(), valueLimit: limit, limits: .export)
    var ids: [String?] = []
    do {
      repeat {
        var id: String?
        try stream.beginObject()
        while let key = try stream.nextKey() {
          if key == "custom_id", try stream.peek() == .string {
            id = try stream.smallValue()?.text
          } else {
            try stream.skipValue()
          }
        }
        ids.append(id)
      } while try !stream.isAtEnd()
    } catch is JSONError {
      // Reading comes to the same place, and tells.
    }
    return ids
  }
}

struct OpenAIMessage {
  let role: String
  let text: String
  /// Whether a text was not well formed and had to be mended.
  let isMended: Bool
  private let name: String?

  init(_ record: JSONRecord) throws(JSONError) {
    role = record.string("role") ?? ""
    name = record.string("name")
    let content = try Self.text(record, "content")
    text = content.isEmpty ? try Self.text(record, "refusal") : content
    isMended = record.isMended
  }

  /// A string, or a list of parts: texts, images, sounds.
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
