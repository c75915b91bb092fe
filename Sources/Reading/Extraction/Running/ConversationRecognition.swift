import ActionItems
import ItemRecords

/// Identifies a conversation whose export has no id, by comparing its first messages with the store and with this run.
struct ConversationRecognition {
  /// Messages of this run and their conversation, for conversations with synthetic ids.
  private var seen: [UInt64: String] = [:]
  /// The current conversation, if its id is synthetic.
  private var current: String?
  private var count = 0
  /// The number of messages of each conversation in `seen`, up to `needed`.
  private var sizes: [String: Int] = [:]

  /// The number of first messages of a conversation that are all remembered. After them, one in eight is.
  private static let remembered = 512
  /// The number of messages that have to match. If fewer were read before, or exist now, all of them have to.
  static let needed = 3

  /// Begins a conversation; returns whether it needs to be identified.
  mutating func begin(_ conversation: Conversation, _ opening: [UInt64]) -> Bool {
    (current, count) = (conversation.hasSyntheticId ? conversation.id : nil, 0)
    return conversation.hasSyntheticId && !opening.isEmpty
  }

  /// The conversation, with the id that it had before if its first messages were read before.
  mutating func recognise(
    _ conversation: Conversation, _ opening: [UInt64], _ memory: any ExtractionMemory
  ) async throws -> Conversation {
    var recognised = conversation
    if let known = inThisRun(opening) {
      recognised.id = known
    } else if let known = try await memory.conversation(
      holding: opening, platform: conversation.platform)
    {
      recognised.id = known
    }
    current = recognised.id
    return recognised
  }

  private func inThisRun(_ opening: [UInt64]) -> String? {
    var counts: [String: Int] = [:]
    for digest in opening { if let id = seen[digest] { counts[id, default: 0] += 1 } }
    let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return best.flatMap { id, count in
      // A single message, even the first, may be a broadcast to several chats.
      let needed = opening.first.flatMap { seen[$0] } == id ? 2 : Self.needed
      return count >= min(needed, opening.count, sizes[id] ?? 0) ? id : nil
    }
  }

  mutating func note(_ messages: [Message]) {
    guard let current else { return }
    for message in messages where message.timestamp != nil {
      count += 1
      if count <= Self.needed { sizes[current] = max(count, sizes[current] ?? 0) }
      if count <= Self.remembered || message.digest & 7 == 0 { seen[message.digest] = current }
    }
  }
}
