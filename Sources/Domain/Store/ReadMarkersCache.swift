import ActionItems
import ItemRecords

/// Caches the read markers of conversations that a run reads in many parts, which saves a lookup for each part.
struct ReadMarkersCache {
  private var kept: [String: ReadMarkers] = [:]
  /// The number of digests in all of them.
  private var count = 0
  /// The number of the last line of the store that they include.
  private var sequence = 0
  /// The conversations that were requested.
  private var asked: Set<String> = []

  /// The most digests kept in addition to one conversation's, at eight bytes each.
  private static let limit = 1 << 21

  /// Whether a conversation was requested more than once.
  func comesAgain(_ id: String) -> Bool { kept[id] != nil }

  /// The read markers of a conversation as of a line of the store. `look` fetches them if they are not cached.
  mutating func marks(
    ofConversation id: String, at sequence: Int, _ look: () throws -> ReadMarkers
  ) rethrows -> ReadMarkers {
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

  /// Adds the read markers of some outcomes, which were written as so many lines up to a line of the store.
  mutating func note(_ outcomes: [WindowOutcome], lines: Int, upTo last: Int) {
    // If other processes wrote in between, the markers are looked up again.
    guard sequence + lines == last else { return }
    sequence = last
    for outcome in outcomes {
      let id = outcome.reading.conversation.id
      guard kept[id] != nil else { continue }
      kept[id]?.add(outcome.digests, outcome.readLevel)
      kept[id]?.add(outcome.edits, .edited)
      count += outcome.digests.count + outcome.edits.count
    }
  }
}
