/// The conversations whose items stood in damaged lines of a snapshot, where items stand in the order of
/// their conversations.
struct LostConversations {
  private var ranges: [ClosedRange<ConversationKey>] = []
  private var last = ConversationKey(value: 0)
  /// The damaged lines since the last whole one.
  private var damaged: [[UInt8]] = []

  /// So many bytes of a damaged line are looked at.
  static let searched = 4 << 20
  private static let idStart = Array(#""conversationId":""#.utf8)

  /// Takes the next lines, which are damaged.
  mutating func note(_ bytes: [UInt8]) { damaged.append(bytes) }

  /// Takes the next line, which is whole, by its conversation.
  mutating func pass(_ conversation: ConversationKey) {
    settle(before: conversation)
    last = conversation
  }

  /// Behind the last line.
  mutating func finish() { settle(before: ConversationKey(value: .max)) }

  /// Whether items of a conversation may be lost.
  func contains(_ conversation: ConversationKey) -> Bool {
    ranges.contains { $0.contains(conversation) }
  }

  private mutating func settle(before next: ConversationKey) {
    defer { damaged = [] }
    guard !damaged.isEmpty, last <= next else { return }
    for bytes in damaged {
      for line in bytes.split(separator: 0x0A) {
        if let key = Self.conversation(in: line), key >= last, key <= next {
          ranges.append(key...key)
        } else {
          ranges.append(last...next)
        }
      }
    }
  }

  private static func conversation(in line: ArraySlice<UInt8>) -> ConversationKey? {
    guard let start = line.firstRange(of: idStart)?.upperBound,
      let end = line[start...].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    let id = line[start..<end]
    // What is written as an escape is left to the neighbours.
    guard !id.contains(UInt8(ascii: "\\")) else { return nil }
    return String(validating: id, as: UTF8.self).map { ConversationKey($0) }
  }
}
