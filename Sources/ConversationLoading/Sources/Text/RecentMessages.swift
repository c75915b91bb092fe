/// The latest messages of a conversation, to find those that others quote.
struct RecentMessages {
  private var recent: [(text: [UInt8], id: String)] = []

  private static let limit = 200
  /// As much of a message as is compared.
  static let length = 200

  /// Remembers a message that may be quoted later.
  mutating func note(_ text: Bytes, id: String) {
    if recent.count == Self.limit { recent.removeFirst(Self.limit / 2) }
    recent.append((Array(text.prefix(Self.length)), id))
  }

  /// The id of the last message that says just this, or that begins so where `isCut`.
  func id(quoted: Bytes, isCut: Bool) -> String? {
    guard !quoted.isEmpty else { return nil }
    let quoted = quoted.prefix(Self.length)
    return recent.last { message in
      isCut ? message.text.starts(with: quoted) : message.text.elementsEqual(quoted)
    }?.id
  }
}
