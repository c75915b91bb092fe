import ActionItemModel
import JSONText

/// A conversation that stands in one line.
struct OpenAIConversation {
  private(set) var messages: [OpenAIMessage] = []
  /// The id of a request of a batch.
  private(set) var id: String?

  init(reading reader: inout JSONReader) throws(JSONError) {
    try read(&reader, depth: 0)
  }

  private mutating func read(_ reader: inout JSONReader, depth: Int) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch (key, try reader.peek()) {
      case ("custom_id", .string): id = try reader.readIfString()
      case ("body", .object) where depth == 0: try read(&reader, depth: 1)
      case ("messages", .array):
        try reader.beginArray()
        while try reader.nextElement() {
          guard try reader.peek() == .object else {
            try reader.skipValue()
            continue
          }
          messages.append(try OpenAIMessage(reading: &reader))
        }
      default: try reader.skipValue()
      }
    }
  }
}

/// One message of a conversation.
struct OpenAIMessage {
  private(set) var role = ""
  private(set) var text = ""
  /// Whether the text was not well formed and had to be mended.
  private(set) var isMended = false
  private var name: String?

  init(reading reader: inout JSONReader) throws(JSONError) {
    let mended = reader.mendedStrings
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "role": role = try reader.readIfString() ?? ""
      case "name": name = try reader.readIfString()
      case "content", "refusal":
        let content = try Self.content(&reader)
        if text.isEmpty { text = content }
      default: try reader.skipValue()
      }
    }
    isMended = reader.mendedStrings > mended
  }

  /// A string, or a list of parts: texts, images, sounds.
  private static func content(_ reader: inout JSONReader) throws(JSONError) -> String {
    guard try reader.peek() == .array else { return try reader.readIfString() ?? "" }
    let parts = try reader.readTree().array ?? []
    return parts.compactMap { $0.text ?? $0["text"]?.text ?? $0["refusal"]?.text }
      .joined(separator: "\n")
  }

  var draft: MessageDraft {
    let speaker = name ?? role
    var draft = MessageDraft(
      sender: speaker.isEmpty ? nil : .init(id: speaker, name: speaker), text: text)
    switch role {
    case "user": draft.kind = .message
    case "system", "developer":
      draft.kind = .system
      draft.sender = nil
    default: draft.kind = .bot
    }
    return draft
  }
}
