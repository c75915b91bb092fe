/// The conversations whose items may have stood in damaged lines of a snapshot, where items stand in the order
/// of their conversations.
///
/// What a damaged line says of its conversation is not believed: all count that may stand between the whole
/// lines around it.
struct LostConversations {
  private var ranges: [ClosedRange<ConversationKey>] = []
  private var last = ConversationKey(value: 0)
  /// Whether lines since the last whole one are damaged.
  private var isBehindDamage = false

  /// So many bytes of a damaged line are looked at.
  static let searched = 4 << 20
  private static let itemStart = Array(#""known":{"id":""#.utf8)
  private static let completed = Array(#""isComplete":true"#.utf8)

  /// Takes the next lines, which are damaged.
  mutating func note(_ bytes: [UInt8]) {
    // Of one item that was taken away or is done, reading again would make an open one.
    let isSettled =
      LostChange.isDeletion(bytes[...]) || bytes.firstRange(of: Self.completed) != nil
    if !isSettled || !Self.isOne(bytes) { isBehindDamage = true }
  }

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
    if isBehindDamage, last <= next { ranges.append(last...next) }
    isBehindDamage = false
  }

  private static func isOne(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.firstRange(of: itemStart) else { return false }
    return bytes.count < searched && bytes[first.upperBound...].firstRange(of: itemStart) == nil
  }
}
