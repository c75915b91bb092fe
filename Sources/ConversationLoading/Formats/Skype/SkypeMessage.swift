import ActionItemModel
import JSONText

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
      // Line ends are meant.
      draft.text = HTMLText.plain("<pre>\(content)</pre>")
      draft.replyTo = values("messageid", of: "quote", in: content).first
      draft.edited = values("ts_ms", of: "e_m", in: content).first
    case "RichText":
      draft.text = values("v", of: "originalname", in: content).map { "[file: \($0)]" }.filledLines
    case "Event", "ThreadActivity":
      // `<topicupdate><value>Plans</value></topicupdate>` as `TopicUpdate: Plans`
      let people = values(nil, of: "target", in: content).map { conversation.name(of: $0) }
      let words =
        people + values(nil, of: "value", in: content)
        + values("type", of: "partlist", in: content)
      draft.text = kind.last.map(String.init) ?? ""
      if !words.isEmpty { draft.text += ": " + words.joined(separator: ", ") }
      draft.kind = .system
    case "EndToEndEncryption": return .skipped(.encrypted)
    default: return .skipped(.notAMessage)
    }
    return .message(draft)
  }

  /// The values of an attribute of all elements of a name, or the texts of those elements.
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
