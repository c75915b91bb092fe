import ActionItems
import ItemRecords

/// Finds out which conversation it is that an export gives no id: by its messages, in what is remembered
/// and in what this run has read.
struct Recognition {
  /// Messages of this run, and the conversation that they are in, for conversations with made ids.
  private var seen: [UInt64: String] = [:]
  /// The conversation that is being read, if its id was made.
  private var current: String?
  private var count = 0

  /// So many messages of a conversation are remembered one by one, of the others one in eight.
  private static let remembered = 512
  /// So many messages have to be the same, or all where there are fewer.
  static let needed = 3

  /// Begins a conversation; true where it has to be recognised, unless something was read under its id.
  mutating func begin(_ conversation: Conversation, _ opening: [UInt64]) -> Bool {
    (current, count) = (conversation.hasMadeId ? conversation.id : nil, 0)
    return conversation.hasMadeId && !opening.isEmpty
  }

  /// The conversation that began, under the id that it had before if its first messages were read before.
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
    return best.flatMap { $0.value >= min(Self.needed, opening.count) ? $0.key : nil }
  }

  mutating func note(_ messages: [Message]) {
    guard let current else { return }
    for message in messages where message.timestamp != nil {
      count += 1
      if count <= Self.remembered || message.digest & 7 == 0 { seen[message.digest] = current }
    }
  }
}
