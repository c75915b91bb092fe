import ActionItems
import ItemRecords

/// The marks of conversations that are read in many parts, so that they need not be looked up again for each.
struct MarksCache {
  private var kept: [String: Marks] = [:]
  /// The digests of all of them.
  private var count = 0
  /// The number of the last line of the store that they know of.
  private var sequence = 0
  /// The conversations that were asked for.
  private var asked: Set<String> = []

  /// So many digests are kept beside those of one conversation: eight bytes each.
  private static let limit = 1 << 21

  /// Whether a conversation was asked for more than once.
  func comesAgain(_ id: String) -> Bool { kept[id] != nil }

  /// The marks of a conversation as of a line of the store, which `look` looks up where they are not known.
  mutating func marks(
    ofConversation id: String, at sequence: Int, _ look: () throws -> Marks
  ) rethrows -> Marks {
    if sequence != self.sequence {
      (kept, count) = ([:], 0)
      self.sequence = sequence
    }
    if let known = kept[id] { return known }
    let found = try look()
    guard !asked.insert(id).inserted else { return found }
    kept[id] = found
    count += found.heldCount
    while count > Self.limit, let other = kept.keys.first(where: { $0 != id }) {
      count -= kept.removeValue(forKey: other)?.heldCount ?? 0
    }
    return found
  }

  /// Takes over the marks that some outcomes have brought, written as so many lines up to a line of the store.
  mutating func note(_ outcomes: [WindowOutcome], lines: Int, upTo last: Int) {
    // What others have written is looked up.
    guard sequence + lines == last else { return }
    sequence = last
    for outcome in outcomes {
      let id = outcome.reading.conversation.id
      guard kept[id] != nil else { continue }
      kept[id]?.add(outcome.digests, outcome.grade)
      kept[id]?.add(outcome.edits, .edited)
      count += outcome.digests.count + outcome.edits.count
    }
  }
}
