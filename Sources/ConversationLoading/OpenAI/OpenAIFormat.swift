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

  func recognizes(_ sample: FormatSample) -> Bool {
    guard let json = sample.json, !json.isArray,
      let messages = json["messages"] ?? json["body"]?["messages"], messages.has("role", "content")
    else { return false }
    // With times and ids of their own messages are better read as generic JSON.
    return messages.keys.keys.allSatisfy(Self.keys.contains)
      && messages.strings["role"].map(Self.roles.contains) ?? false
  }

  private static let keys: Set<String> = [
    "role", "content", "name", "tool_calls", "tool_call_id", "function_call", "refusal", "weight",
    "audio", "annotations",
  ]
  private static let roles: Set<String> = [
    "system", "developer", "user", "assistant", "tool", "function",
  ]

  func load(_ file: ExportFile, in context: LoadingContext) throws {
    var writer = OpenAIWriter(path: file.path, format: description, context: context)
    let sample = try FormatSample(reading: try file.open())
    if GenericJSONLinesFormat.isLines(sample) {
      try loadLines(file, &writer, limit: context.options.recordLimit)
    } else {
      do {
        try loadDocument(file, &writer, limit: context.options.recordLimit)
      } catch let error as JSONError {
        writer.note(error)
      }
    }
    try writer.finish()
  }

  /// Reads a conversation a line, each in one piece.
  private func loadLines(_ file: ExportFile, _ writer: inout OpenAIWriter, limit: Int) throws {
    var lines = LineStream(try file.open(), limit: limit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else {
        writer.lose(.tooLong)
        writer.note(JSONError(.tooLong(limit: limit), at: lines.lineOffset))
        continue
      }
      let mark = lines.lineNumber == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let text = UnsafeBufferPointer(rebasing: bytes[mark...])
      if text.allSatisfy({ $0 <= 0x20 }) { continue }
      let conversation: OpenAIConversation
      do throws(JSONError) {
        var reader = JSONReader(text, limits: .export)
        conversation = try OpenAIConversation(reading: &reader)
        try reader.finish()
      } catch {
        writer.lose(.malformed)
        writer.note(JSONError(error.reason, at: lines.lineOffset + mark + error.offset))
        continue
      }
      if conversation.messages.isEmpty { writer.lose(.notAMessage) }
      for message in conversation.messages { try writer.add(message, of: conversation.id) }
      try writer.endConversation()
    }
  }

  /// Reads one conversation, message by message.
  private func loadDocument(_ file: ExportFile, _ writer: inout OpenAIWriter, limit: Int) throws {
    var stream = try JSONStream(try file.open(), valueLimit: limit, limits: .export)
    repeat {
      try stream.beginObject()
      while let key = try stream.nextKey() {
        guard key == "messages", try stream.peek() == .array else {
          try stream.skipValue()
          continue
        }
        try stream.beginArray()
        while try stream.nextElement() {
          do {
            let message = try stream.value { reader throws(JSONError) in
              try OpenAIMessage(reading: &reader)
            }
            try writer.add(message)
          } catch let error as JSONError where error.reason != .endOfText {
            if case .tooLong = error.reason {
              writer.lose(.tooLong)
            } else {
              writer.lose(.malformed)
            }
            writer.note(error)
            try stream.skipValue()
          }
        }
      }
      try writer.endConversation()
    } while try !stream.isAtEnd()
  }
}
