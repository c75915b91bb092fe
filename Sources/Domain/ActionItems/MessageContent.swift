/// The strings of a `Message`: ids, names, text and link.
///
/// A class, so that copying a message increments one reference count.
@usableFromInline
final class MessageContent: Sendable {
  @usableFromInline let id: String
  @usableFromInline let senderId: String?
  @usableFromInline let sender: String?
  @usableFromInline let text: String
  @usableFromInline let threadId: String?
  @usableFromInline let replyTo: String?
  @usableFromInline let link: String?

  init(
    id: String, senderId: String?, sender: String?, text: String, threadId: String?,
    replyTo: String?, link: String?
  ) {
    self.id = id
    self.senderId = senderId
    self.sender = sender
    self.text = text
    self.threadId = threadId
    self.replyTo = replyTo
    self.link = link
  }

  /// Returns a copy with another text, for a part of a long message.
  @usableFromInline
  func with(text: String) -> MessageContent {
    MessageContent(
      id: id, senderId: senderId, sender: sender, text: text, threadId: threadId,
      replyTo: replyTo, link: link)
  }
}

extension MessageContent: Hashable {
  @usableFromInline
  static func == (a: MessageContent, b: MessageContent) -> Bool {
    a === b
      || a.id == b.id && a.senderId == b.senderId && a.sender == b.sender && a.text == b.text
        && a.threadId == b.threadId && a.replyTo == b.replyTo && a.link == b.link
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(senderId)
    hasher.combine(sender)
    hasher.combine(text)
    hasher.combine(threadId)
    hasher.combine(replyTo)
    hasher.combine(link)
  }
}
