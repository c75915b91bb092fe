import ActionItemModel
import JSONText

/// One object of a thread's `messages`.
struct MetaMessage {
  private var sender: String?
  private var time: String?
  private var content = ""
  private var type: String?
  private var isUnsent = false
  private var share: JSONValue?
  private var files: JSONValue?

  init(reading reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "sender_name": sender = try reader.readIfString().map(Mojibake.repaired)
      case "content": content = try reader.readIfString().map(Mojibake.repaired) ?? ""
      // Where chats are encrypted, text is written as it should be.
      case "senderName": sender = try reader.readIfString()
      case "text": content = try reader.readIfString() ?? ""
      case "timestamp_ms", "timestamp": time = try reader.readIfScalar()
      case "type": type = try reader.readIfString()
      case "is_unsent", "isUnsent": isUnsent = try reader.readIfBool()
      case "share": share = try reader.readIfFilled()
      case "files": files = try reader.readIfFilled()
      default: try reader.skipValue()
      }
    }
  }

  var outcome: RecordOutcome {
    if isUnsent { return .skipped(.deleted) }
    let isEvent = ["Subscribe", "Unsubscribe", "Call"].contains(type)
    return .message(
      MessageDraft(
        sender: sender.map { .init(id: $0, name: $0) },
        time: time.flatMap { GenericTimestamp.read($0) }, written: time ?? "", text: text,
        source: content.isEmpty ? nil : content, kind: isEvent ? .system : .message))
  }

  private var text: String {
    var lines = [content, Mojibake.repaired(share?["share_text"]?.text ?? "")]
    if let address = share?["link"]?.text, !content.contains(address) { lines.append(address) }
    if lines.allSatisfy(\.isEmpty) {
      lines = (files?.array ?? []).compactMap { file in
        file["uri"]?.text.map { "[file: \(Mojibake.repaired(String($0.lastPathComponent)))]" }
      }
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
