import ActionItemModel

/// Who speaks in a chat of two or more, up to a limit, as a first pass finds them.
struct ChatPeople {
  private(set) var names: Set<String> = []
  private var last: [UInt8] = []

  private static let limit = 1000

  mutating func note(_ name: Bytes) {
    guard !name.equals(last), names.count < Self.limit else { return }
    last = Array(name)
    names.insert(SenderTable.readable(name))
  }

  /// The kind of a chat: direct where it is called like one of two people, a group where there are more.
  func kind(owner: String, title: String?) -> Conversation.Kind? {
    let others = names.subtracting([owner])
    if names.count > 2 { return .group }
    guard let title else { return nil }
    return others.contains(title) ? .direct : nil
  }
}
