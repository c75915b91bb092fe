/// The topics of a conversation: each is a thread, and its first message stands for it.
struct Topics {
  private var first: [String: String] = [:]

  /// Files a message under its topic, and returns the topic's first message.
  @discardableResult
  mutating func file(_ draft: inout MessageDraft, under topic: String?) -> String? {
    guard let topic, let id = draft.id else { return nil }
    draft.threadId = first[topic] ?? id
    first[topic] = draft.threadId
    return draft.threadId
  }
}
