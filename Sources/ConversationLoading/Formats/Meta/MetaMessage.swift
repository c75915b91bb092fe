import ActionItemModel
import JSONText
import TextSearch

/// One object of a thread's `messages`.
enum MetaMessage {
  static func time(_ record: JSONRecord) -> GenericTimestamp.Reading? {
    record.time("timestamp_ms", "timestamp")
  }

  /// Where chats are encrypted, keys are in camelCase and text is written as it should be.
  static func sender(_ record: JSONRecord) -> String? {
    record.string("sender_name").map(Mojibake.repaired) ?? record.string("senderName")
  }

  static func outcome(_ record: JSONRecord) throws(JSONError) -> RecordOutcome {
    if record.flag("is_unsent", "isUnsent") { return .skipped(.deleted) }
    let isEvent = ["Subscribe", "Unsubscribe", "Call"].contains(record.string("type"))
    let content = record.string("content").map(Mojibake.repaired) ?? record.string("text")
    return .message(
      MessageDraft(
        sender: sender(record).map { .init(id: $0, name: $0) }, time: time(record),
        written: record.scalar("timestamp_ms", "timestamp") ?? "",
        text: try text(record, content ?? ""),
        source: content, kind: isEvent ? .system : .message))
  }

  private static func text(_ record: JSONRecord, _ content: String) throws(JSONError) -> String {
    let share = try record.filled("share")
    var lines = [content, Mojibake.repaired(share?["share_text"]?.text ?? "")]
    if let address = share?["link"]?.text, !content.holds(address) { lines.append(address) }
    if lines.allSatisfy(\.isEmpty) {
      lines = try record.filled("files").elements.compactMap { file in
        file["uri"]?.text.map { "[file: \(Mojibake.repaired(String($0.lastPathComponent)))]" }
      }
    }
    return lines.filledLines
  }
}
