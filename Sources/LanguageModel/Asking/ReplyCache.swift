/// Keeps answers, so that the same question is not paid for twice.
public protocol ReplyCache: Sendable {
  /// The answer that is kept for a key; nil where there is none.
  func reply(forKey key: String) -> ChatReply?
  /// Keeps an answer.
  func keep(_ reply: ChatReply, forKey key: String)
  /// Forgets an answer that turned out to be of no use.
  func drop(key: String)
}
